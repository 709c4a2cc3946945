import { describe, expect, test } from 'vitest';
import { retriedInQueues } from '../../../src/service/store/retried.js';
import { StoreError } from '../../../src/service/store/storeError.js';
import { noRetries } from '../../../src/service/store/storeState.js';

const busy = () => new StoreError('STORE_BUSY', 'Others are in the way.');

/** Work whose first attempt meets a conflict, and whose second ends when it is told to. */
function conflicting() {
  let attempts = 0;
  let end = () => {};
  const waits = new Promise<void>((resolve) => {
    end = resolve;
  });
  const attempt = async () => {
    attempts += 1;
    if (attempts === 1) throw busy();
    await waits;
    return attempts;
  };
  return { attempt, end: () => end(), attempts: () => attempts };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('A-66: work that met a conflict', () => {
  test('is repeated one after the other within one queue, and waits for nobody of another', async () => {
    const again = retriedInQueues(noRetries());
    const [first, second, ofAnother] = [conflicting(), conflicting(), conflicting()];
    const answers = [again(first.attempt, 'one'), again(second.attempt, 'one'), again(ofAnother.attempt, 'another')];
    await turn();
    expect([first, second, ofAnother].map(({ attempts }) => attempts())).toEqual([2, 1, 2]);
    ofAnother.end();
    expect(await answers[2]).toBe(2);
    expect(second.attempts()).toBe(1);
    first.end();
    expect(await answers[0]).toBe(2);
    second.end();
    expect(await answers[1]).toBe(2);
  });

  test('leaves its place in the queue where it fails, too', async () => {
    const again = retriedInQueues(noRetries());
    const failing = conflicting();
    const failed = again(async () => {
      if ((await failing.attempt()) > 1) throw new Error('a refusal');
    }, 'one').catch((error: Error) => error.message);
    const next = conflicting();
    const answer = again(next.attempt, 'one');
    await turn();
    failing.end();
    next.end();
    expect(await failed).toBe('a refusal');
    expect(await answer).toBe(2);
    const later = conflicting();
    later.end();
    expect(await again(later.attempt, 'one')).toBe(2);
  });
});
