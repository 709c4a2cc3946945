import { describe, expect, test } from 'vitest';
import { retriedInQueue } from '../../../src/service/store/retried.js';
import { StoreError } from '../../../src/service/store/storeError.js';
import { noRetries } from '../../../src/service/store/storeState.js';

const busy = () => new StoreError('STORE_BUSY', 'Others are in the way.');

/** Work that meets a conflict so many times, and then ends when it is told to. */
function conflicting({ times = 1 } = {}) {
  let attempts = 0;
  let end = () => {};
  const waits = new Promise<void>((resolve) => {
    end = resolve;
  });
  const attempt = async () => {
    attempts += 1;
    if (attempts <= times) throw busy();
    await waits;
    return attempts;
  };
  return { attempt, end: () => end(), attempts: () => attempts };
}

describe('A-66: Work that met a conflict', () => {
  test('is repeated one after the other.', async () => {
    const again = retriedInQueue(noRetries());
    const [first, second] = [conflicting(), conflicting()];
    let [inside, most] = [0, 0];
    const answers = [first, second].map(({ attempt, attempts }) =>
      again(async () => {
        const isFirst = attempts() === 0;
        inside += isFirst ? 0 : 1;
        most = Math.max(most, inside);
        return attempt().finally(() => {
          inside -= isFirst ? 0 : 1;
        });
      }),
    );
    await expect.poll(() => first.attempts() + second.attempts()).toBe(3);
    first.end();
    second.end();
    expect(await Promise.all(answers)).toEqual([2, 2]);
    expect(most).toBe(1);
  });

  test('makes nobody wait while it waits itself before another attempt.', async () => {
    const again = retriedInQueue(noRetries());
    const [often, once] = [conflicting({ times: 12 }), conflicting()];
    once.end();
    const ended: string[] = [];
    const answers = [
      again(often.attempt).then(() => ended.push('often')),
      again(once.attempt).then(() => ended.push('once')),
    ];
    await answers[1];
    expect([ended, often.attempts() < 12]).toEqual([['once'], true]);
    often.end();
    await answers[0];
    expect([ended, often.attempts()]).toEqual([['once', 'often'], 13]);
  });

  test('leaves its place where it fails, too.', async () => {
    const again = retriedInQueue(noRetries());
    const failing = conflicting();
    const failed = again(async () => {
      if ((await failing.attempt()) > 1) throw new Error('a refusal');
    }).catch((error: Error) => error.message);
    const next = conflicting();
    const answer = again(next.attempt);
    failing.end();
    next.end();
    expect(await failed).toBe('a refusal');
    expect(await answer).toBe(2);
  });
});
