import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LatchkeyError } from '../../errors.js';
import type { ConfigEnvironment } from './environment.js';

/**
 * The settings of the service that `latchkey dev` runs, and its root user, for the holder of its folder's token.
 *
 * @throws {DevConfigError} DEV_NOT_RUNNING
 */
export async function devConfig({
  PORT = '4500',
  LATCHKEY_DATA = '.latchkey',
}: Readonly<Record<string, string | undefined>>): Promise<ConfigEnvironment> {
  const url = `http://localhost:${PORT}`;
  try {
    const token = (await readFile(join(LATCHKEY_DATA, 'token'), 'utf8')).trim();
    const answer = await fetch(`${url}/dev/config?token=${encodeURIComponent(token)}`);
    const { organizationId, rootApiKey } = (await answer.json()) as Shown;
    return { url, organizationId, rootKey: rootApiKey.privateKey };
  } catch (cause) {
    const message = `No latchkey dev with the folder ${LATCHKEY_DATA} runs at ${url}. Start it, or set PORT and LATCHKEY_DATA as it has them.`;
    throw new DevConfigError('DEV_NOT_RUNNING', message, { cause });
  }
}

/**
 * The root of App Proofs of the service that `latchkey dev` runs: base64 of DER.
 *
 * @throws {DevConfigError} DEV_NOT_RUNNING
 */
export async function devAttestationRoot({
  PORT = '4500',
}: Readonly<Record<string, string | undefined>>): Promise<string> {
  const url = `http://localhost:${PORT}`;
  try {
    const answer = await fetch(`${url}/dev/trust`);
    return ((await answer.json()) as { readonly attestationRoot: string }).attestationRoot;
  } catch (cause) {
    const message = `No latchkey dev runs at ${url}. Start it, or set PORT as it has it.`;
    throw new DevConfigError('DEV_NOT_RUNNING', message, { cause });
  }
}

type Shown = { readonly organizationId: string; readonly rootApiKey: { readonly privateKey: string } };

class DevConfigError extends LatchkeyError<'DEV_NOT_RUNNING'> {}
