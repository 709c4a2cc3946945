import type { Bytes } from '../crypto/bytes.js';
import { toHex } from '../crypto/hex.js';
import type { Random } from './primitives.js';

/** A random UUID. @see RFC 9562, 5.4 */
export function newId(random: Random): string {
  return uuid(random(16), 4);
}

/** Makes a UUID whose order, as text, is that of making. @param nowMs - milliseconds since 1970; it may repeat, or go back. */
export type NewTimedId = (nowMs: number) => string;

/**
 * Makes UUIDs that ascend strictly, whatever the clock does. Of the 74 bits after the milliseconds, the upper 14 are a counter, which each
 * new millisecond starts anywhere in its lower half; the lower 60 are random in every id. Where the clock stands still or goes back, the
 * milliseconds of the last id stay, and the counter goes up by one; where it is full, the milliseconds go up by one.
 *
 * @see RFC 9562, 5.7 and 6.2, method 1
 */
export function createTimedIds(random: Random): NewTimedId {
  const randomBytes = inBulk(random);
  let lastMs = Number.NEGATIVE_INFINITY;
  let counter = 0;
  return (nowMs) => {
    const bytes = randomBytes(16);
    const [high = 0, low = 0] = bytes.subarray(6);
    const ms = Math.floor(nowMs);
    if (ms > lastMs || counter === lastCount) {
      lastMs = Math.max(ms, lastMs + 1);
      counter = ((high << 8) | low) & (lastCount >> 1);
    } else counter += 1;
    for (let place = 5, rest = lastMs; place >= 0; place -= 1, rest = Math.floor(rest / 256)) bytes[place] = rest % 256;
    bytes[6] = counter >> 10;
    bytes[7] = counter >> 2;
    bytes[8] = ((counter & 0b11) << 4) | ((bytes[8] ?? 0) & 0x0f);
    return uuid(bytes, 7);
  };
}

/** The least of the ids that are made from a moment on. @param ms - milliseconds since 1970. */
export const firstTimedId = (ms: number): string =>
  `${ms.toString(16).padStart(12, '0')}${'0'.repeat(20)}`.replace(
    /^(.{8})(.{4}).{4}.{4}(.{12})$/,
    '$1-$2-7000-8000-$3',
  );

/** Of 14 bits. */
const lastCount = 0x3fff;

function uuid(bytes: Bytes, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = toHex(bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The same, asked for many at once: to ask takes 10 µs, however many they are. For what is no secret. */
function inBulk(random: Random): Random {
  let left: Bytes = new Uint8Array();
  return (length) => {
    if (left.length < length) left = random(64 * length);
    const taken = left.slice(0, length);
    left = left.subarray(length);
    return taken;
  };
}
