import { refused } from '../../contract/refusals.js';

/** The steps from the seed to a key: BIP-32 child numbers, `hardened` and above for hardened ones. */
export type Path = readonly number[];

/** The first hardened child number. */
export const hardened: number = 0x80000000;

/**
 * Reads `m/44'/60'/0'/0/0`. One path has one text: `'` alone marks a hardened step, and indices carry no leading zeros,
 * so that two accounts of a wallet cannot be the same key under two names.
 *
 * @param text - `m` and at most ten steps, each an index below 2^31.
 * @throws {RefusedError} PATH_MALFORMED
 * @see BIP-32, "The key tree"
 */
export function parsePath(text: string): Path {
  if (!/^m(?:\/(?:0|[1-9]\d{0,9})'?){0,10}$/.test(text)) throw refused('PATH_MALFORMED');
  return text.split('/').slice(1).map(childNumber);
}

function childNumber(step: string): number {
  const index = Number.parseInt(step, 10);
  if (index >= hardened) throw refused('PATH_MALFORMED', { about: 'an index is at most 2147483647' });
  return step.endsWith("'") ? index + hardened : index;
}
