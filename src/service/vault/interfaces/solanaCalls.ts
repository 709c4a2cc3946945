import { type Bytes, utf8 } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import { inSlices } from '../../slices.js';
import type { Steps } from '../../steps.js';
import { readBorshArguments } from './borshArguments.js';
import { type CallMembers, callSteps, UnreadableCall } from './callValue.js';
import { type IdlInstruction, type IdlTypes, longestDiscriminator, readIdl } from './idl.js';

/** A call of a program, under the names by which policies know its parts. Keys of accounts are base58. */
export type ProgramCall = {
  readonly instruction_name: string;
  /** Hex. */
  readonly discriminator: string;
  readonly named_account: { readonly [name: string]: string };
  readonly program_call_args: CallMembers;
};

/**
 * Reads an instruction and the keys of its accounts; `undefined` where it is no call of the interface.
 *
 * @param budget - a step for each value. The instructions of a transaction share one.
 */
export type ReadSolanaCall = (data: Bytes, accounts: readonly string[], budget?: Steps) => ProgramCall | undefined;

/**
 * Makes ready to read calls by an IDL. Of instructions that the same data could call none is read.
 *
 * @throws {RefusedError} CONTRACT_INTERFACE_INVALID
 * @see Anchor documentation, "Program IDL File", discriminators
 */
export async function solanaCallsOf(json: unknown): Promise<ReadSolanaCall> {
  const { instructions, types } = await readIdl(json);
  const { sha256 } = await import('@noble/hashes/sha2.js');
  const called = new Map<string, Called | 'several'>();
  const lengths = new Set<number>();
  await inSlices(instructions, (instruction) => {
    const { name, discriminator = sha256(utf8(`global:${snakeCase(name)}`)).slice(0, 8) } = instruction;
    const beginning = toHex(discriminator);
    called.set(beginning, called.has(beginning) ? 'several' : { ...instruction, discriminator });
    lengths.add(discriminator.length);
  });
  return (data, accounts, budget = callSteps(data.length)) => {
    const beginning = toHex(data.subarray(0, longestDiscriminator));
    const found = [...lengths]
      .filter((length) => length <= data.length)
      .flatMap((length) => called.get(beginning.slice(0, 2 * length)) ?? []);
    const [one, ...others] = found;
    return one && one !== 'several' && others.length === 0 ? callOf(one, types, data, accounts, budget) : undefined;
  };
}

type Called = IdlInstruction & { readonly discriminator: Bytes };

/** As Rust names functions: `swapBaseIn` is `swap_base_in`. */
const snakeCase = (name: string): string => name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

function callOf(
  { name, discriminator, accounts: names, args }: Called,
  types: IdlTypes,
  data: Bytes,
  accounts: readonly string[],
  budget: Steps,
): ProgramCall | undefined {
  // Who calls may name more than the interface does, and nothing less.
  if (accounts.length < names.length || new Set(names).size < names.length) return undefined;
  try {
    return {
      instruction_name: name,
      discriminator: toHex(discriminator),
      named_account: Object.fromEntries(names.map((each, index) => [each, accounts[index] ?? ''])),
      program_call_args: readBorshArguments(data.subarray(discriminator.length), args, types, budget),
    };
  } catch (error) {
    if (error instanceof UnreadableCall) return undefined;
    throw error;
  }
}
