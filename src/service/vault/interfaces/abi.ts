import { refused } from '../../../contract/refusals.js';
import { isObject } from './members.js';

/**
 * Checks an ABI: a list whose functions have names, and inputs of types that calls are written in.
 *
 * @throws {RefusedError} CONTRACT_INTERFACE_INVALID
 * @see Solidity documentation, "Contract ABI Specification", JSON
 */
export function checkAbi(abi: unknown): void {
  if (!Array.isArray(abi)) throw invalid('an ABI is a list');
  for (const entry of abi) {
    if (!isObject(entry) || typeof entry.type !== 'string' || !kinds.includes(entry.type)) throw invalid('an entry');
    if (entry.type === 'function') checkFunction(entry);
  }
  if (!abi.some((entry) => entry.type === 'function')) throw invalid('it has no function');
}

const kinds = ['function', 'constructor', 'receive', 'fallback', 'event', 'error'];

function checkFunction({ name, inputs }: { readonly [name: string]: unknown }): void {
  if (typeof name !== 'string' || !identifier.test(name)) throw invalid('the name of a function');
  checkInputs(inputs, name, 0);
}

const identifier = /^[A-Za-z_$][\w$]{0,254}$/;

/** Tuples within tuples. */
const deepest = 16;

function checkInputs(inputs: unknown, name: string, depth: number): void {
  if (!Array.isArray(inputs) || depth > deepest) throw invalid(`the inputs of ${name}`);
  for (const input of inputs) {
    if (!isObject(input) || typeof input.type !== 'string') throw invalid(`an input of ${name}`);
    const named = input.name === undefined || input.name === '' || identifier.test(String(input.name));
    if (!named || !inputType.test(input.type)) throw invalid(`an input of ${name}`);
    if (input.type.startsWith('tuple')) checkInputs(input.components, name, depth + 1);
  }
}

const bits = Array.from({ length: 32 }, (_, index) => 8 * (index + 1)).join('|');
const bytes = Array.from({ length: 32 }, (_, index) => index + 1).join('|');
const inputType = new RegExp(
  `^(?:address|bool|string|function|tuple|u?int(?:${bits})|bytes(?:${bytes})?)(?:\\[\\d{0,6}\\]){0,8}$`,
);

const invalid = (about: string) => refused('CONTRACT_INTERFACE_INVALID', { about });
