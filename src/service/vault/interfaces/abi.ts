import { refused } from '../../../contract/refusals.js';
import { isObject } from '../../../crypto/json.js';
import { inSlices } from '../../slices.js';
import { type AbiMember, type AbiType, identifier, readInputs } from './abiType.js';

/** A function that can be called. `signature`: what its first four bytes are the hash of. */
export type AbiFunction = { readonly name: string; readonly inputs: readonly AbiMember[]; readonly signature: string };

/**
 * Parses an ABI: a list whose functions have names, and inputs of types that calls can encode.
 *
 * @throws {RefusedError} CONTRACT_INTERFACE_INVALID
 * @see Solidity documentation, "Contract ABI Specification", JSON
 */
export async function readAbi(abi: unknown): Promise<readonly AbiFunction[]> {
  if (!Array.isArray(abi)) throw invalid('an ABI is a list');
  const entries = abi.filter((entry: unknown) => {
    if (!isObject(entry) || typeof entry.type !== 'string' || !kinds.includes(entry.type)) throw invalid('an entry');
    return entry.type === 'function';
  });
  if (entries.length === 0) throw invalid('it has no function');
  if (entries.length > mostFunctions) throw invalid(`it has more than ${mostFunctions} functions`);
  return inSlices(entries, readFunction);
}

const kinds = ['function', 'constructor', 'receive', 'fallback', 'event', 'error'];

/** Each costs a hash. */
const mostFunctions = 1000;

/** One of them. @throws {RefusedError} CONTRACT_INTERFACE_INVALID */
export function readFunction({ name, inputs }: { readonly [name: string]: unknown }): AbiFunction {
  if (typeof name !== 'string' || !identifier.test(name)) throw invalid('the name of a function');
  const { members, signature } = readInputs(inputs, name, { steps: mostInputs });
  return { name, inputs: members, signature: `${name}${signature}` };
}

/** Of a function, those within tuples counted: it is read at once. Those that people call have some dozens. */
const mostInputs = 2_000;

/**
 * Parses an ABI that is to be kept, which no call may be dear to read by: no lists of the length 0, no tuples without members or with
 * very many, none too deep in each other.
 *
 * @throws {RefusedError} CONTRACT_INTERFACE_INVALID
 */
export async function checkAbi(abi: unknown): Promise<void> {
  for (const { name, inputs } of await readAbi(abi)) checkMembers(inputs, name, 0);
}

function checkMembers(members: readonly AbiMember[], about: string, depth: number): void {
  if (members.length > mostMembers) throw invalid(`a tuple of ${about} has more than ${mostMembers} members`);
  for (const { type } of members) checkType(type, about, depth);
}

function checkType(type: AbiType, about: string, depth: number): void {
  if (type.kind === 'array') {
    if (type.length === 0) throw invalid(`an array of ${about} has the length 0`);
    checkType(type.item, about, depth);
  }
  if (type.kind === 'tuple') {
    if (depth === deepest) throw invalid(`tuples of ${about} are more than ${deepest} deep`);
    if (type.members.length === 0) throw invalid(`a tuple of ${about} has no members`);
    checkMembers(type.members, about, depth + 1);
  }
}

const mostMembers = 256;

/** Tuples within tuples; each has at most 8 dimensions. */
const deepest = 8;

const invalid = (about: string) => refused('CONTRACT_INTERFACE_INVALID', { about });
