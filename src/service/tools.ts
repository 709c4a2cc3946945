import type { Bytes } from '../crypto/bytes.js';
import { toHex } from '../crypto/hex.js';
import type { Primitives, Random } from './primitives.js';
import type { Store } from './store/store.js';
import type { Sealer } from './vault/seal.js';

/** Milliseconds since 1970. */
export type Clock = () => number;

/** One structured line. Never a secret: no code, token, key, contact or body. */
export type Log = (event: string, facts?: Record<string, string | number | boolean>) => void;

/**
 * Counts keys that are to be derived, by who answers for them.
 *
 * @throws {NotNow} TOO_MANY_DERIVATIONS; then they do not count
 */
export type TakeDerivations = (whose: string, count: number) => void;

/** What the coordinator has at hand. All of it comes from outside, so that a test or a page can hand in its own. */
export type Tools = {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly primitives: Primitives;
  readonly clock: Clock;
  readonly random: Random;
  /** 32 bytes: keys the hashes of one-time codes and of client addresses. */
  readonly codePepper: Bytes;
  /** 65 bytes: what the proxy's API keys are sealed to. */
  readonly proxyPublicKey: Bytes;
  readonly log: Log;
  readonly takeDerivations: TakeDerivations;
  /** Says that a message was put into the outbox. */
  readonly posted: () => void;
};

/** A random UUID. @see RFC 9562, 5.4 */
export function newId(random: Random): string {
  return uuid(random(16), 4);
}

/** A UUID whose order is that of time. @see RFC 9562, 5.7 */
export function newTimedId(random: Random, nowMs: number): string {
  const bytes = random(16);
  for (let place = 5, rest = nowMs; place >= 0; place -= 1, rest = Math.floor(rest / 256)) bytes[place] = rest % 256;
  return uuid(bytes, 7);
}

function uuid(bytes: Bytes, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
