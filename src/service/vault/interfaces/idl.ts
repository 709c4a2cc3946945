import { refused } from '../../../contract/refusals.js';
import { isObject } from './members.js';

/**
 * Checks an IDL: its instructions have names, accounts and arguments; a discriminator, where there is one, is bytes.
 *
 * @throws {RefusedError} CONTRACT_INTERFACE_INVALID
 * @see Anchor documentation, "Program IDL File"
 */
export function checkIdl(idl: unknown): void {
  if (!isObject(idl) || !Array.isArray(idl.instructions) || idl.instructions.length === 0) {
    throw invalid('an IDL has instructions');
  }
  for (const instruction of idl.instructions) {
    if (!isObject(instruction) || !isName(instruction.name)) throw invalid('the name of an instruction');
    const { name, accounts, args, discriminator } = instruction;
    if (!Array.isArray(accounts) || !accounts.every(isNamed)) throw invalid(`the accounts of ${name}`);
    const isArgument = (each: unknown) => isNamed(each) && isObject(each) && each.type !== undefined;
    if (!Array.isArray(args) || !args.every(isArgument)) throw invalid(`the arguments of ${name}`);
    if (discriminator !== undefined && !isBytes(discriminator)) throw invalid(`the discriminator of ${name}`);
  }
}

const isName = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z_][\w]{0,254}$/.test(value);

const isNamed = (value: unknown): boolean => isObject(value) && isName(value.name);

const isBytes = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= 32 &&
  value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255);

const invalid = (about: string) => refused('CONTRACT_INTERFACE_INVALID', { about });
