import { UnverifiedError } from './unverifiedError.js';

/**
 * Remembers the proofs that were shown. Two processes that answer for one origin need one store in common, such as Redis with
 * `SET <id> 1 NX PXAT <untilMs>`.
 */
export type ReplayStore = {
  /**
   * Notes a proof.
   *
   * @param id - of the proof: 43 characters of base64url.
   * @param untilMs - milliseconds since 1970; afterwards it may be forgotten.
   * @returns whether it is new: of several calls with one id exactly one gets `true`.
   */
  consume(id: string, untilMs: number): boolean | Promise<boolean>;
};

/**
 * Remembers in the memory of this process.
 *
 * @param mostProofs - how many at a time, about 150 bytes each. Default: 1,000,000.
 * @throws {UnverifiedError} REPLAY_STORE_FULL, from `consume`: what cannot be remembered is not taken.
 */
export function memoryReplayStore({
  clock = Date.now,
  mostProofs = 1_000_000,
}: {
  clock?: () => number;
  mostProofs?: number;
} = {}): ReplayStore {
  const seen = new Map<string, number>();

  /** Proofs live for two minutes at most, so that one that has ended waits no longer behind one that has not. */
  function forget(nowMs: number): void {
    for (const [id, untilMs] of seen) {
      if (untilMs >= nowMs) return;
      seen.delete(id);
    }
  }

  return {
    consume(id, untilMs) {
      forget(clock());
      if (seen.has(id)) return false;
      if (seen.size >= mostProofs) throw new UnverifiedError('REPLAY_STORE_FULL');
      seen.set(id, untilMs);
      return true;
    },
  };
}
