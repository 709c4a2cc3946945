import { parseArgs } from 'node:util';
import { LatchkeyError } from '../../errors.js';
import { type ConfigEnvironment, readConfigEnvironment } from './environment.js';
import { type CommandName, checkPackages } from './packages.js';

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

type Words<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; strict: true; allowPositionals: true }>
>;

/** The words of a command, by its options. @throws {UsageError} USAGE for what the command does not know */
export function parse<O extends Options>(args: readonly string[], options: O): Words<O> {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new UsageError('USAGE', (error as Error).message);
  }
}

/** Its options alone. @throws {UsageError} USAGE for what the command does not know */
export function read<O extends Options>(args: readonly string[], options: O): Words<O>['values'] {
  const { values, positionals } = parse(args, options);
  if (positionals.length > 0) throw new UsageError('USAGE', `It does not take ${positionals[0]}.`);
  return values;
}

/** Its words, at most so many. @throws {UsageError} USAGE */
export function words(args: readonly string[], most: number): readonly string[] {
  const { positionals } = parse(args, {});
  if (positionals.length > most) throw new UsageError('USAGE', `It does not take ${positionals[most]}.`);
  return positionals;
}

/** Where a root user's command goes. */
export const rootOptions = {
  url: { type: 'string' },
  organization: { type: 'string' },
  dev: { type: 'boolean', default: false },
} as const;

type RootWords = {
  readonly url?: string | undefined;
  readonly organization?: string | undefined;
  readonly dev: boolean;
};

/** @throws {UsageError} USAGE */
export async function rootEnvironment(
  command: CommandName,
  { url, organization: organizationId, dev }: RootWords,
): Promise<ConfigEnvironment> {
  if (url !== undefined && !organizationId) throw new UsageError('USAGE', '--url needs --organization too.');
  if (dev && (url ?? organizationId) !== undefined)
    throw new UsageError('USAGE', '--dev knows the address and the organization.');
  if (dev) return (await import('./devConfig.js')).devConfig(process.env);
  const where = url === undefined ? { organizationId } : { url, organizationId: organizationId ?? '' };
  const environment = readConfigEnvironment(process.env, where);
  if (url === undefined) checkPackages(command, process.env);
  return environment;
}

/** The program was called with words it does not know. */
export class UsageError extends LatchkeyError<'USAGE'> {}
