import { describe, expect, test } from 'vitest';
import { createFairShares, type Work } from '../../../src/service/limits/fairShares.js';
import type { ShareHolder } from '../../../src/service/limits/shares.js';

const organization = (name: string): ShareHolder => ({
  group: 'organizations',
  name,
  share: { ms: 250, running: 2 },
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Shares by a clock that is set by hand. */
function sharesByHand() {
  const clock = { nowMs: 0 };
  const shares = createFairShares(
    { waitMs: 50 },
    () => clock.nowMs,
    () => undefined,
  );
  const runs = async (name: string): Promise<Work> => shares.begin([organization(name)]);
  /** Whether another request of it, beside somebody else, begins at once. */
  const isWithinShare = async (name: string): Promise<boolean> => {
    const again = await runs(name).catch(() => undefined);
    again?.end();
    return again !== undefined;
  };
  return { clock, runs, isWithinShare };
}

describe('A-66: Long work', () => {
  test('is not charged for what another is charged while it waits for its turn.', async () => {
    const { clock, runs, isWithinShare } = sharesByHand();
    const [attacker, honest] = [await runs('attacker'), await runs('honest')];
    await honest.chargeAll(async () => {
      clock.nowMs += 1;
      await turn();
      attacker.charge(() => {
        clock.nowMs += 400;
      });
    });
    honest.end();
    expect(await isWithinShare('honest')).toBe(true);
    attacker.end();
  });

  test('is charged what it takes itself, and once where a part of it is charged by name.', async () => {
    for (const isCharged of [false, true]) {
      const { clock, runs, isWithinShare } = sharesByHand();
      const [other, one] = [await runs('other'), await runs('one')];
      await one.chargeAll(async () => {
        clock.nowMs += 100;
        await turn();
        const part = () => {
          clock.nowMs += 100;
        };
        if (isCharged) one.charge(part);
        else part();
      });
      one.end();
      expect(await isWithinShare('one')).toBe(true);
      const again = await runs('one');
      await again.chargeAll(async () => {
        clock.nowMs += 300;
      });
      again.end();
      expect(await isWithinShare('one')).toBe(false);
      other.end();
    }
  });
});
