/** The steps from the seed to a key: BIP-32 child numbers, `hardened` and above for hardened ones. */
export type Path = readonly number[];

/** The first hardened child number. */
export const hardened: number = 0x80000000;

/** Whether every step is hardened, as Ed25519 asks for. @see SLIP-10 */
export const isHardened = (path: Path): boolean => path.every((childNumber) => childNumber >= hardened);

/**
 * Reads `m/44'/60'/0'/0/0`. One path has one text: `'` alone marks a hardened step, and indices carry no leading zeros,
 * so that two accounts of a wallet cannot be the same key under two names.
 *
 * @param text - `m` and at most ten steps, each an index below 2^31.
 * @returns `undefined` for whatever is no such text
 * @see BIP-32, "The key tree"
 */
export function readPath(text: string): Path | undefined {
  if (!/^m(?:\/(?:0|[1-9]\d{0,9})'?){0,10}$/.test(text)) return undefined;
  const steps = text.split('/').slice(1);
  if (steps.some((step) => Number.parseInt(step, 10) >= hardened)) return undefined;
  return steps.map((step) => Number.parseInt(step, 10) + (step.endsWith("'") ? hardened : 0));
}
