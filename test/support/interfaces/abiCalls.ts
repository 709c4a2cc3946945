import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { readFunction } from '../../../src/service/vault/interfaces/abi.js';
import type { CallMembers } from '../../../src/service/vault/interfaces/callValue.js';
import { type Chance, pick } from '../chance.js';

/** An argument of an ABI. */
export type Input = { readonly name: string; readonly type: string; readonly components?: readonly Input[] };

/** A function of an ABI. */
export const functionOf = (...inputs: readonly Input[]) => [{ type: 'function', name: 'f', inputs }] as const;

/** The first four bytes of a call of the first function. Hex. */
export const selectorOf = ([called]: ReturnType<typeof functionOf>): string =>
  toHex(new Uint8Array(keccak_256(utf8(readFunction(called).signature)))).slice(0, 8);

/** Two to four arguments of random types. */
export const randomInputs = (chance: Chance, depth = 3): readonly Input[] =>
  Array.from({ length: 2 + Math.floor(chance() * 3) }, (_, index) => randomInput(chance, `a${index}`, depth));

function randomInput(chance: Chance, name: string, depth: number): Input {
  const arrays = depth === 0 ? '' : pick(chance, ['', '', '', '[]', '[2]', '[][3]', '[2][]']);
  if (depth > 0 && chance() < 0.3) return { name, type: `tuple${arrays}`, components: randomInputs(chance, depth - 1) };
  const plain = ['uint256', 'uint8', 'int64', 'int256', 'address', 'bool', 'bytes', 'string', 'bytes4', 'bytes32'];
  return { name, type: `${pick(chance, plain)}${arrays}` };
}

/** Random arguments: as the encoder takes them, and as policies read them. */
export type Arguments = { readonly given: unknown; readonly read: unknown };

export function randomArguments(chance: Chance, inputs: readonly Input[]): Arguments {
  const each = inputs.map((input) => ({ name: input.name, ...randomArgument(chance, input) }));
  return {
    given: Object.fromEntries(each.map(({ name, given }) => [name, given])),
    read: Object.fromEntries(each.map(({ name, read }) => [name, read])),
  };
}

function randomArgument(chance: Chance, { name, type, components = [] }: Input): Arguments {
  const [, item, length] = /^(.+)\[(\d*)\]$/.exec(type) ?? [];
  if (item !== undefined) {
    const items = Array.from({ length: length === '' ? Math.floor(chance() * 3) : Number(length) }, () =>
      randomArgument(chance, { name, type: item, components }),
    );
    return { given: items.map(({ given }) => given), read: items.map(({ read }) => read) };
  }
  if (type === 'tuple') return randomArguments(chance, components);
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(chance() * 256));
  const alike = (value: unknown): Arguments => ({ given: value, read: value });
  if (type === 'bool') return alike(chance() < 0.5);
  if (type === 'address') return alike(`0x${toHex(bytes(20))}`);
  if (type === 'string') return alike('Hällo 👋'.repeat(Math.floor(chance() * 5)));
  if (type.startsWith('bytes')) {
    const given = bytes(type === 'bytes' ? Math.floor(chance() * 70) : Number(type.slice(5)));
    return { given, read: `0x${toHex(given)}` };
  }
  const bits = Number(type.replace(/\D/g, ''));
  const value = BigInt(`0x${toHex(bytes(bits / 8))}`);
  return alike(type.startsWith('int') ? BigInt.asIntN(bits, value) : value);
}

/** Arguments that were read, as the encoder takes them: with bytes in the place of hex. */
export function encodable(inputs: readonly Input[], values: CallMembers): unknown {
  return Object.fromEntries(inputs.map((input) => [input.name, encodableAs(input, values[input.name])]));
}

function encodableAs({ name, type, components = [] }: Input, value: unknown): unknown {
  const item = /^(.+)\[\d*\]$/.exec(type)?.[1];
  if (item !== undefined)
    return (value as unknown[]).map((each) => encodableAs({ name, type: item, components }, each));
  if (type === 'tuple') return encodable(components, value as CallMembers);
  return type.startsWith('bytes') ? fromHex(String(value).slice(2)) : value;
}
