import { UnverifiedError } from './unverifiedError.js';

/** Stores used proofs. Two processes for one origin need one shared store, such as Redis with `SET <id> 1 NX PXAT <untilMs>`. */
export type ReplayStore = {
  /**
   * Stores a proof.
   *
   * @param id - of the proof: 43 characters of base64url.
   * @param untilMs - milliseconds since 1970; afterwards it may be removed.
   * @returns whether it is new: of several calls with one id exactly one returns `true`.
   */
  consume(id: string, untilMs: number): boolean | Promise<boolean>;
};

/**
 * Stores proofs in the memory of this process.
 *
 * @param mostProofs - the maximum number, about 150 bytes each. Default: 1,000,000.
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

  /** Proofs live for two minutes at most, so that an expired one never waits long behind a live one. */
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
