import { inEveryEncoding, type Kind, type Secret } from './secrets.js';

/** How often each kind of secret was found. */
export type Found = Map<Kind, number>;

/** Searches for many secrets at once, each in all encodings. */
export type Search = (bytes: Uint8Array) => Found;

type Needle = { readonly kind: Kind; readonly bytes: Buffer };

const filterBits = 20;

/** Prepares a search whose time hardly depends on the number of secrets: it first compares a hash of four bytes. */
export function searchFor(secrets: readonly Secret[]): Search {
  const byStart = new Map<number, Needle[]>();
  const filter = new Uint8Array(2 ** filterBits);
  for (const secret of secrets) {
    for (const bytes of inEveryEncoding(secret)) {
      if (bytes.length < 8) throw new Error(`A ${secret.kind} of ${bytes.length} bytes would be found by chance.`);
      const start = bytes.readUInt32LE(0);
      filter[placeOf(start)] = 1;
      const others = byStart.get(start) ?? [];
      if (!others.some((other) => other.bytes.equals(bytes)))
        byStart.set(start, [...others, { kind: secret.kind, bytes }]);
    }
  }
  return (bytes) => {
    const found: Found = new Map();
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    let start = 0;
    for (let at = 0; at < buffer.length; at += 1) {
      start = (start >>> 8) | ((buffer[at] ?? 0) << 24);
      if (at < 3 || filter[placeOf(start)] === 0) continue;
      for (const needle of byStart.get(start >>> 0) ?? []) {
        if (buffer.subarray(at - 3, at - 3 + needle.bytes.length).equals(needle.bytes)) {
          found.set(needle.kind, (found.get(needle.kind) ?? 0) + 1);
        }
      }
    }
    return found;
  };
}

/** Multiplicative hashing with the golden ratio. */
const placeOf = (start: number): number => Math.imul(start, 0x9e3779b1) >>> (32 - filterBits);

/** Adds up several results. */
export function together(all: readonly Found[]): Found {
  const sum: Found = new Map();
  for (const found of all) for (const [kind, times] of found) sum.set(kind, (sum.get(kind) ?? 0) + times);
  return sum;
}

/** `3 × session, 1 × seed`, or `nothing`. */
export const textOf = (found: Found): string =>
  found.size === 0 ? 'nothing' : [...found].map(([kind, times]) => `${times} × ${kind}`).join(', ');
