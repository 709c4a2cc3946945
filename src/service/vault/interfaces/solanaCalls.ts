import { type Bytes, utf8 } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import { readBorshArguments } from './borshArguments.js';
import { type CallMembers, UnreadableCall } from './callValue.js';
import { type Idl, type IdlInstruction, readIdl } from './idl.js';

/** A call of a program, under the names by which policies know its parts. Keys of accounts are base58. */
export type SolanaCall = {
  readonly instruction_name: string;
  /** Hex. */
  readonly discriminator: string;
  readonly named_account: { readonly [name: string]: string };
  readonly program_call_args: CallMembers;
};

/** Reads an instruction and the keys of its accounts; `undefined` where it is no call of the interface. */
export type ReadSolanaCall = (data: Bytes, accounts: readonly string[]) => SolanaCall | undefined;

/**
 * Makes ready to read calls by an IDL. Of instructions that the same data could call none is read.
 *
 * @throws {RefusedError} CONTRACT_INTERFACE_INVALID
 * @see Anchor documentation, "Program IDL File", discriminators
 */
export async function solanaCallsOf(json: unknown): Promise<ReadSolanaCall> {
  const idl = readIdl(json);
  const { sha256 } = await import('@noble/hashes/sha2.js');
  const instructions = idl.instructions.map((instruction) => ({
    ...instruction,
    discriminator: instruction.discriminator ?? sha256(utf8(`global:${snakeCase(instruction.name)}`)).slice(0, 8),
  }));
  return (data, accounts) => {
    const [called, ...others] = instructions.filter(({ discriminator }) => beginsWith(data, discriminator));
    return called && others.length === 0 ? callOf(called, idl, data, accounts) : undefined;
  };
}

/** As Rust names functions: `swapBaseIn` is `swap_base_in`. */
const snakeCase = (name: string): string => name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

const beginsWith = (data: Bytes, beginning: Bytes): boolean =>
  data.length >= beginning.length && beginning.every((byte, at) => data[at] === byte);

function callOf(
  { name, discriminator, accounts: names, args }: IdlInstruction & { readonly discriminator: Bytes },
  { types }: Idl,
  data: Bytes,
  accounts: readonly string[],
): SolanaCall | undefined {
  // Who calls may name more than the interface does, and nothing less.
  if (accounts.length < names.length || new Set(names).size < names.length) return undefined;
  try {
    return {
      instruction_name: name,
      discriminator: toHex(discriminator),
      named_account: Object.fromEntries(names.map((each, index) => [each, accounts[index] ?? ''])),
      program_call_args: readBorshArguments(data.subarray(discriminator.length), args, types),
    };
  } catch (error) {
    if (error instanceof UnreadableCall) return undefined;
    throw error;
  }
}
