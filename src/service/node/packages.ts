import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PeerError } from '../peer.js';
import type { Variables } from './reading.js';

/** It is as far above this file in `dist` as in `src`. */
const packageFolder = join(import.meta.dirname, '../../..');

/** This package's manifest. */
export function manifest(): { version: string } {
  return JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
}

/** The built `latchkey/embed`. */
export const widgetFolder: string = join(packageFolder, 'dist/embed');

/** The commands that need packages. */
export type CommandName =
  | 'dev'
  | 'serve'
  | 'init'
  | 'reseal'
  | 'check'
  | 'backup'
  | 'restore'
  | 'config'
  | 'template'
  | 'policies'
  | 'activities'
  | 'admin'
  | 'webhook'
  | 'sessions'
  | 'doctor'
  | 'send-test'
  | 'trust';

/**
 * Looks for every package that a command will need, before it begins, so that all that are missing are named at once, with the package
 * that brings them.
 *
 * @throws {PeerError} PEER_MISSING, with one command that brings them, in this version.
 */
export function checkPackages(command: CommandName, variables: Variables): void {
  const missing = neededPackages(command, variables).filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  throw missingError(command, missing);
}

/** The same of a package that a command has found missing on its way; `undefined` of any other error. */
export function packageMissing(error: unknown, command: string): PeerError | undefined {
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException;
  const [, name] = (code === 'ERR_MODULE_NOT_FOUND' && /^Cannot find package '([^']+)'/.exec(message)) || [];
  return name === undefined ? undefined : missingError(command, [name]);
}

function missingError(command: string, missing: readonly string[]): PeerError {
  return new PeerError(
    'PEER_MISSING',
    `latchkey ${command} needs packages that are not installed (${missing.join(', ')}); latchkey-service brings them: npx latchkey-service@${manifest().version} ${command}`,
  );
}

/** By their names, for what the variables choose. */
export const neededPackages = (command: CommandName, variables: Variables): string[] => [
  ...(command === 'send-test' ? [] : ofService(command, variables)),
  ...(isSet(variables, 'SMTP_URL') && sendsMail.has(command) ? ['nodemailer'] : []),
];

/** What reads and answers requests, and keeps what is made. */
const ofService = (command: CommandName, variables: Variables): string[] => [
  ...['kysely', '@scure/base', '@scure/btc-signer', 'micro-eth-signer', '@bitauth/libauth'],
  ...(command === 'dev' || command === 'serve' ? ['@hono/node-server', 'hono'] : []),
  isSet(variables, 'DATABASE_URL') && command !== 'dev' ? 'pg' : 'libsql',
];

const sendsMail: ReadonlySet<CommandName> = new Set(['dev', 'serve', 'doctor', 'send-test']);

const isSet = (variables: Variables, name: string): boolean => Boolean(variables[name] || variables[`${name}_FILE`]);

const resolver = createRequire(import.meta.url);

/** A package that only ESM may import is there all the same. */
function isInstalled(name: string): boolean {
  try {
    resolver.resolve(name);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND';
  }
}
