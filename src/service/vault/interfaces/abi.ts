import { refused } from '../../../contract/refusals.js';
import { type AbiMember, identifier, readInputs } from './abiType.js';
import { isObject } from './members.js';

/** A function that can be called. `signature`: what its first four bytes are the hash of. */
export type AbiFunction = { readonly name: string; readonly inputs: readonly AbiMember[]; readonly signature: string };

/**
 * Parses an ABI: a list whose functions have names, and inputs of types that calls can encode.
 *
 * @throws {RefusedError} CONTRACT_INTERFACE_INVALID
 * @see Solidity documentation, "Contract ABI Specification", JSON
 */
export function readAbi(abi: unknown): readonly AbiFunction[] {
  if (!Array.isArray(abi)) throw invalid('an ABI is a list');
  const functions = abi.flatMap((entry: unknown) => {
    if (!isObject(entry) || typeof entry.type !== 'string' || !kinds.includes(entry.type)) throw invalid('an entry');
    return entry.type === 'function' ? [readFunction(entry)] : [];
  });
  if (functions.length === 0) throw invalid('it has no function');
  if (functions.length > mostFunctions) throw invalid(`it has more than ${mostFunctions} functions`);
  return functions;
}

const kinds = ['function', 'constructor', 'receive', 'fallback', 'event', 'error'];

/** Each costs a hash. */
const mostFunctions = 1000;

function readFunction({ name, inputs }: { readonly [name: string]: unknown }): AbiFunction {
  if (typeof name !== 'string' || !identifier.test(name)) throw invalid('the name of a function');
  const { members, signature } = readInputs(inputs, name);
  return { name, inputs: members, signature: `${name}${signature}` };
}

const invalid = (about: string) => refused('CONTRACT_INTERFACE_INVALID', { about });
