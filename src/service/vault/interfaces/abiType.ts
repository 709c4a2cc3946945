import { refused } from '../../../contract/refusals.js';
import { isObject } from '../../../crypto/json.js';
import { type Steps, takeSteps } from '../../steps.js';

/** A type of an argument. `size`: how many bytes it takes in its place; `undefined` for what is written elsewhere, behind an offset. */
export type AbiType = { readonly size: number | undefined } & (
  | { readonly kind: 'address' | 'bool' }
  | { readonly kind: 'bytes' | 'string' }
  | { readonly kind: 'integer'; readonly bits: number; readonly isSigned: boolean }
  | { readonly kind: 'fixed bytes'; readonly bytes: number }
  | { readonly kind: 'array'; readonly item: AbiType; readonly length: number | undefined }
  | { readonly kind: 'tuple'; readonly members: readonly AbiMember[] }
);

/** `name`: its place, from zero on, where the interface gives it none. */
export type AbiMember = { readonly name: string; readonly type: AbiType };

/** Arguments of a function, and the text by which its signature names their types. */
export type AbiInputs = { readonly members: readonly AbiMember[]; readonly signature: string };

/**
 * Reads the arguments that a function, or a tuple, is given.
 *
 * @param about - the function, for the refusal.
 * @param budget - a step for each of them, those within tuples counted.
 * @throws {RefusedError} CONTRACT_INTERFACE_INVALID
 * @see Contract ABI Specification, "Types" and "JSON"
 */
export function readInputs(inputs: unknown, about: string, budget: Steps, depth = 0): AbiInputs {
  if (!Array.isArray(inputs) || depth > deepest) throw invalid(`the inputs of ${about}`);
  takeSteps(budget, inputs.length, () => invalid(`the inputs of ${about} are too many`));
  const read = inputs.map((input: unknown, index) => readInput(input, index, about, budget, depth));
  if (new Set(read.map(({ name }) => name)).size < read.length) throw invalid(`a name twice in ${about}`);
  return {
    members: read.map(({ name, type }) => ({ name, type })),
    signature: `(${read.map(({ signature }) => signature).join(',')})`,
  };
}

/** Tuples within tuples. */
const deepest = 16;

function readInput(
  input: unknown,
  index: number,
  about: string,
  budget: Steps,
  depth: number,
): AbiMember & { signature: string } {
  if (!isObject(input) || typeof input.type !== 'string') throw invalid(`an input of ${about}`);
  const { name = '', type: text } = input;
  const [, base = '', suffix = ''] = inputType.exec(text) ?? [];
  if (base === '' || typeof name !== 'string' || (name !== '' && !identifier.test(name))) {
    throw invalid(`an input of ${about}`);
  }
  const tuple = base === 'tuple' ? readInputs(input.components, about, budget, depth + 1) : undefined;
  const item = tuple ? tupleOf(tuple.members) : plainType(base);
  const type = [...suffix.matchAll(/\[(\d*)\]/g)].reduce((of, [, length = '']) => arrayOf(of, length), item);
  return { name: name === '' ? String(index) : name, type, signature: `${tuple?.signature ?? base}${suffix}` };
}

export const identifier = /^[A-Za-z_$][\w$]{0,254}$/;

const bits = Array.from({ length: 32 }, (_, index) => 8 * (index + 1)).join('|');
const bytes = Array.from({ length: 32 }, (_, index) => index + 1).join('|');
const inputType = new RegExp(
  `^(address|bool|string|function|tuple|u?int(?:${bits})|bytes(?:${bytes})?)((?:\\[\\d{0,6}\\]){0,8})$`,
);

/** What every value takes, and every offset and length. */
export const wordBytes = 32;

function plainType(name: string): AbiType {
  if (name === 'bytes' || name === 'string') return { kind: name, size: undefined };
  if (name === 'address' || name === 'bool') return { kind: name, size: wordBytes };
  // An address and the first four bytes of a call.
  if (name === 'function') return { kind: 'fixed bytes', bytes: 24, size: wordBytes };
  const width = Number(/\d+/.exec(name)?.[0]);
  if (name.startsWith('bytes')) return { kind: 'fixed bytes', bytes: width, size: wordBytes };
  return { kind: 'integer', bits: width, isSigned: name.startsWith('int'), size: wordBytes };
}

function arrayOf(item: AbiType, text: string): AbiType {
  const length = text === '' ? undefined : Number(text);
  const size = length === undefined || item.size === undefined ? undefined : length * item.size;
  return { kind: 'array', item, length, size };
}

function tupleOf(members: readonly AbiMember[]): AbiType {
  const sizes = members.map(({ type }) => type.size);
  const size = sizes.reduce<number | undefined>(
    (sum, each) => (sum === undefined || each === undefined ? undefined : sum + each),
    0,
  );
  return { kind: 'tuple', members, size };
}

const invalid = (about: string) => refused('CONTRACT_INTERFACE_INVALID', { about });
