import { type Bytes, concat } from '../../../crypto/bytes.js';
import type { Derivations } from './psbtDerivations.js';
import { magicLength, psbtFields } from './psbtFields.js';

/** What a PSBT's input spends from, as it is written there. */
export type EarlierTransaction = {
  /** The field of the whole transaction: key and value with their lengths. */
  readonly field: Bytes;
  /** Whether the output that is spent stood beside it. */
  readonly hasOutput: boolean;
};

/**
 * Writes into a signed PSBT what was set aside of it. Whole earlier transactions stood there as the outputs alone that its inputs spend: the
 * library checks and writes such a transaction at each step once more, and each time all of its outputs; so it sees them once.
 *
 * @param earlier - by the place of the input.
 * @see BIP-174, "Specification"
 */
export function putBack(
  psbt: Bytes,
  {
    earlier,
    derivations,
  }: { readonly earlier: ReadonlyMap<number, EarlierTransaction>; readonly derivations: Derivations },
): Bytes {
  if (earlier.size + derivations.size === 0) return psbt;
  const parts = [psbt.subarray(0, magicLength)];
  let inMap = 0;
  for (const { map, name, written } of psbtFields(psbt)) {
    const own = earlier.get(map - 1);
    if (map > inMap) parts.push(...(own ? [own.field] : []), ...(derivations.get(map) ?? []));
    inMap = map;
    if (!own || own.hasOutput || name[0] !== witnessUtxo) parts.push(written);
  }
  return concat(...parts);
}

/** The type of an input's field: the output that it spends. */
const witnessUtxo = 0x01;
