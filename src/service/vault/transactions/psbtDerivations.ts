import { type Bytes, concat } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import { malformedTransaction } from './malformed.js';
import { magicLength, type PsbtField, psbtFields } from './psbtFields.js';

/** The fields of an input or an output that tell how its keys were derived, by the place of its map. */
export type Derivations = ReadonlyMap<number, readonly Bytes[]>;

/** Whether a field tells how a key was derived: a point that nothing here computes. */
export const isDerivation = ({ about, name }: PsbtField): boolean => checkOf(about, name) !== undefined;

/**
 * Takes the fields out of a PSBT that tell how keys were derived: nothing here needs them, and for each the library computes a point, twice.
 * They come back as they were (`putBack`).
 *
 * @throws {RefusedError} TRANSACTION_MALFORMED, where one is no key with a path, or stands there twice
 * @see BIP-174, "Specification"; BIP-371, "Specification"
 */
export function setDerivationsAside(psbt: Bytes): { readonly rest: Bytes; readonly derivations: Derivations } {
  const rest = [psbt.subarray(0, magicLength)];
  const derivations = new Map<number, Bytes[]>();
  const known = new Set<string>();
  for (const { map, about, name, value, written } of psbtFields(psbt)) {
    const isRight = checkOf(about, name);
    if (!isRight) {
      rest.push(written);
      continue;
    }
    const key = `${map} ${toHex(name)}`;
    if (known.has(key) || !isRight(name.subarray(1), value)) throw malformedTransaction('a derived key');
    known.add(key);
    const ofMap = derivations.get(map) ?? [];
    ofMap.push(written);
    derivations.set(map, ofMap);
  }
  return { rest: derivations.size > 0 ? concat(...rest) : psbt, derivations };
}

type Check = (key: Bytes, value: Bytes) => boolean;

/** A key, and the fingerprint of its first one and the path from there, four bytes each. */
const isDerived: Check = ({ 0: first = 0, length }, value) => {
  const isCompressed = length === 33 && (first === 2 || first === 3);
  const isWhole = length === 65 && first === 4;
  return (isCompressed || isWhole) && isPath(value.length);
};

/** A key of Taproot; before the fingerprint stand how many leaves it is for, and their hashes. */
const isDerivedForTaproot: Check = ({ length }, value) => {
  const leaves = value[0] ?? 0;
  return length === 32 && leaves < 0xfd && isPath(value.length - 1 - 32 * leaves);
};

const isPath = (length: number): boolean => length >= 4 && length % 4 === 0;

/** By the type of the field. */
const checks: Readonly<Record<PsbtField['about'], Readonly<Record<number, Check>>>> = {
  all: {},
  input: { 6: isDerived, 22: isDerivedForTaproot },
  output: { 2: isDerived, 7: isDerivedForTaproot },
};

const checkOf = (about: PsbtField['about'], [type = -1]: Bytes): Check | undefined => checks[about][type];
