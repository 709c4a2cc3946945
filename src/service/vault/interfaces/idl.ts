import { refused } from '../../../contract/refusals.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { isObject } from '../../../crypto/json.js';
import { inSlices } from '../../slices.js';
import { type Steps, takeSteps } from '../../steps.js';

/** What calls of a program are read by. */
export type Idl = { readonly instructions: readonly IdlInstruction[]; readonly types: IdlTypes };

/** `accounts`: those that the call names, in their order; of a group each behind the group's name and a dot. */
export type IdlInstruction = {
  readonly name: string;
  /** What the data begin with; `undefined` where it follows from the name. */
  readonly discriminator: Bytes | undefined;
  readonly accounts: readonly string[];
  readonly args: readonly IdlField[];
};

/** `type`: as the IDL has it. */
export type IdlField = { readonly name: string; readonly type: unknown };

/** What the program defines by name. Of names that stand twice there is none. */
export type IdlTypes = ReadonlyMap<string, { readonly [name: string]: unknown }>;

/**
 * Parses an IDL: its instructions have names, accounts and arguments; a discriminator, if any, is bytes. Types are checked once a call has
 * them: an IDL may name types that cannot be decoded.
 *
 * @throws {RefusedError} CONTRACT_INTERFACE_INVALID
 * @see Anchor documentation, "Program IDL File"
 */
export async function readIdl(idl: unknown): Promise<Idl> {
  if (!isObject(idl) || !Array.isArray(idl.instructions) || idl.instructions.length === 0) {
    throw invalid('an IDL has instructions');
  }
  if (idl.instructions.length > mostInstructions) throw invalid(`it has more than ${mostInstructions} instructions`);
  return { instructions: await inSlices(idl.instructions, readInstruction), types: typesOf(idl.types) };
}

/** Each may cost a hash. */
const mostInstructions = 1000;

function readInstruction(instruction: unknown): IdlInstruction {
  if (!isObject(instruction) || !isName(instruction.name)) throw invalid('the name of an instruction');
  const { name, accounts, args, discriminator } = instruction;
  if (discriminator !== undefined && !isBytes(discriminator)) throw invalid(`the discriminator of ${name}`);
  return {
    name,
    discriminator: discriminator === undefined ? undefined : Uint8Array.from(discriminator),
    accounts: readAccounts(accounts, name, { steps: mostAccounts }),
    args: readFields(args, name),
  };
}

function readAccounts(accounts: unknown, of: string, budget: Steps, group = '', depth = 0): readonly string[] {
  if (!Array.isArray(accounts) || depth > deepest) throw invalid(`the accounts of ${of}`);
  takeSteps(budget, accounts.length, () => invalid(`the accounts of ${of} are too many`));
  return accounts.flatMap((account: unknown) => {
    if (!isObject(account) || !isName(account.name)) throw invalid(`the accounts of ${of}`);
    const name = `${group}${account.name}`;
    return account.accounts === undefined ? [name] : readAccounts(account.accounts, of, budget, `${name}.`, depth + 1);
  });
}

/** Of an instruction, groups counted: a transaction names as many at most. */
const mostAccounts = 256;

/** Groups within groups. */
const deepest = 16;

function readFields(args: unknown, of: string): readonly IdlField[] {
  if (!Array.isArray(args)) throw invalid(`the arguments of ${of}`);
  return args.map((each: unknown) => {
    if (!isObject(each) || !isName(each.name) || each.type === undefined) throw invalid(`the arguments of ${of}`);
    return { name: each.name, type: each.type };
  });
}

function typesOf(types: unknown): IdlTypes {
  const named = Array.isArray(types) ? types.filter(isObject) : [];
  const found = new Map<string, { readonly [name: string]: unknown }>();
  for (const each of named) if (typeof each.name === 'string') found.set(each.name, found.has(each.name) ? {} : each);
  return found;
}

const isName = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z_][\w]{0,254}$/.test(value);

/** Bytes. */
export const longestDiscriminator = 32;

const isBytes = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= longestDiscriminator &&
  value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255);

const invalid = (about: string) => refused('CONTRACT_INTERFACE_INVALID', { about });
