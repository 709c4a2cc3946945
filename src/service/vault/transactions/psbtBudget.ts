import { type ByteReader, byteReader } from '../../../crypto/byteReader.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { type Steps, takeSteps } from '../../steps.js';
import { malformedTransaction } from './malformed.js';
import { isDerivation } from './psbtDerivations.js';
import { lengthIn, psbtFields } from './psbtFields.js';

/**
 * Counts what a PSBT consists of before it is read: its fields and maps (of inputs and outputs each has a map), the keys in them, whose
 * points are computed, and the leaves of Taproot, each of which is proved.
 *
 * @throws {RefusedError} TRANSACTION_MALFORMED
 * @see BIP-174, "Specification"; BIP-371, BIP-373
 */
export function checkPsbt(bytes: Bytes): void {
  const budgets: Budgets = {
    fields: { steps: mostFields },
    keys: { steps: mostKeys },
    leaves: { steps: mostLeaves },
    earlier: { steps: mostEarlier },
    witnesses: { steps: mostWitnesses },
  };
  let inMap: Steps = { steps: mostKeysOfOne };
  for (const field of psbtFields(bytes)) {
    const { about, name, value } = field;
    take(budgets.fields, 1, `${mostFields} fields`);
    if (name.length === 0) inMap = { steps: mostKeysOfOne };
    else if (name[0] === leaf) take(budgets.leaves, 1, `${mostLeaves} leaves of Taproot`);
    else if (!isDerivation(field)) {
      const keys = keysIn(name, value);
      take(budgets.keys, keys, `${mostKeys} keys`);
      take(inMap, keys, `${mostKeysOfOne} keys of an input or an output`);
    }
    // An output's field of that type is a script.
    if (about === 'input' && name[0] === spent) checkEarlier(byteReader(value, malformedTransaction), budgets);
  }
}

type Budgets = { readonly [Name in 'fields' | 'keys' | 'leaves' | 'earlier' | 'witnesses']: Steps };

/** As many outputs as pay to an address do not fit into the largest PSBT. */
const mostFields = 3_000;

/**
 * A point takes 0.1 to 0.3 ms, and is computed twice. An input of a key's hash has none, one of Taproot two with its key, one of the
 * hash of a script of three keys, of which two have signed, six.
 */
const mostKeys = 100;

/** They are computed anew at each step of an input's signature. Of a script of twenty, each of which has signed, it has forty. */
const mostKeysOfOne = 64;

/** Of the transactions that are spent from, together: an output takes a hundredth of a millisecond. */
const mostEarlier = 1_000;

/** Of those transactions: a part takes some microseconds. */
const mostWitnesses = 4_000;

/** To prove one takes a millisecond, each time that its input is looked at. */
const mostLeaves = 16;

/** As many as there can be. */
function keysIn([type = 0, ...more]: Bytes, value: Bytes): number {
  const isKey = value.length === 32 || value.length === 33;
  const inValue = !haveKeys.has(type) ? 0 : isKey ? 1 : Math.floor(value.length / scriptOfKey);
  return Math.floor(more.length / 32) + inValue;
}

/** Types of an input's fields: the transaction that it spends from, and a leaf. */
const spent = 0x00;
const leaf = 0x15;

/** Scripts, and keys of Taproot and of several signers: of inputs or outputs, or of both. */
const haveKeys: ReadonlySet<number> = new Set([0x01, 0x04, 0x05, 0x08, 0x09, 0x17, 0x1a, 0x1d]);

/** Bytes of a script by one key alone: one of several has as many keys at most. */
const scriptOfKey = 35;

/** That it has not very many inputs and outputs, and no script of very many keys. @see Bitcoin developer reference, "Raw Transaction Format" */
function checkEarlier(reader: ByteReader, { earlier, witnesses }: Budgets): void {
  reader.take(4);
  const isWithWitnesses = takeFlag(reader);
  const about = `${mostEarlier} inputs and outputs of earlier transactions`;
  const inputs = lengthIn(reader);
  take(earlier, inputs, about);
  for (let input = 0; input < inputs; input += 1) {
    reader.take(36);
    reader.take(lengthIn(reader));
    reader.take(4);
  }
  const outputs = lengthIn(reader);
  take(earlier, outputs, about);
  for (let output = 0; output < outputs; output += 1) {
    reader.take(8);
    const script = reader.take(lengthIn(reader));
    if (script.length > longestScript) throw malformedTransaction(`scripts of at most ${longestScript} bytes`);
  }
  if (!isWithWitnesses) return;
  for (let input = 0; input < inputs; input += 1) {
    const items = lengthIn(reader);
    take(witnesses, items, `${mostWitnesses} parts of witnesses of earlier transactions`);
    for (let item = 0; item < items; item += 1) reader.take(lengthIn(reader));
  }
}

/** Of a transaction with witnesses no inputs and a one stand in the place of its inputs' count. @see BIP-144, "Serialization" */
function takeFlag(reader: ByteReader): boolean {
  const [marker, flag] = reader.next(2);
  const isThere = marker === 0 && flag === 1;
  if (isThere) reader.take(2);
  return isThere;
}

/** Bytes. Of scripts that can be spent the longest has 10,000; those that people pay to have some dozens. */
const longestScript = 4_096;

const take = (budget: Steps, count: number, about: string): void =>
  takeSteps(budget, count, () => malformedTransaction(`at most ${about}`));
