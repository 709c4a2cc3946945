import { byteReader } from '../../../crypto/byteReader.js';
import { type Bytes, concat } from '../../../crypto/bytes.js';
import { malformedTransaction } from './malformed.js';
import { lengthIn } from './psbtBudget.js';

/** What a PSBT's input spends from, as it is written there. */
export type EarlierTransaction = {
  /** The field of the whole transaction: key and value with their lengths. */
  readonly field: Bytes;
  /** Whether the output that is spent stood beside it. */
  readonly hasOutput: boolean;
};

/**
 * Writes whole earlier transactions into a PSBT that has the outputs alone which its inputs spend. The library checks and writes such a
 * transaction at each step once more, and each time all of its outputs; so it sees them once.
 *
 * @param earlier - by the place of the input.
 * @see BIP-174, "Specification"
 */
export function putBack(psbt: Bytes, earlier: ReadonlyMap<number, EarlierTransaction>): Bytes {
  if (earlier.size === 0) return psbt;
  const reader = byteReader(psbt, malformedTransaction);
  const parts = [reader.take(magicLength)];
  // The first map is about the whole transaction.
  for (let input = -1; reader.left() > 0; input += 1) {
    const { field, hasOutput } = earlier.get(input) ?? { field: new Uint8Array(), hasOutput: true };
    parts.push(field);
    for (;;) {
      const from = psbt.length - reader.left();
      const length = lengthIn(reader);
      const isOutput = length > 0 && reader.take(length)[0] === witnessUtxo;
      if (length > 0) reader.take(lengthIn(reader));
      if (hasOutput || !isOutput) parts.push(psbt.subarray(from, psbt.length - reader.left()));
      if (length === 0) break;
    }
  }
  return concat(...parts);
}

const magicLength = 5;
/** The type of an input's field: the output that it spends. */
const witnessUtxo = 0x01;
