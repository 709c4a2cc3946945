import { LatchkeyError } from '../errors.js';

/**
 * Loads the packages of a service for tests to see whether they are there, so that all that are missing are named at once.
 *
 * @throws {PeerError} PEER_MISSING, with one command that installs them for development.
 */
export async function checkPeers(loads: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  const missing: string[] = [];
  for (const [name, load] of Object.entries(loads)) await load().catch(() => missing.push(name)); // one by one: see loadExpand
  if (missing.length > 0) throw missingPeers(`-D ${missing.join(' ')}`);
}

/**
 * Loads an optional peer package. `load` is a literal `import()`, so that bundlers see it.
 *
 * @throws {PeerError} PEER_MISSING, with the command that installs it.
 */
export async function peer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw missingPeers(name, cause);
  }
}

const missingPeers = (names: string, cause?: unknown): PeerError =>
  new PeerError('PEER_MISSING', `The service needs what is not installed yet: npm install ${names}`, { cause });

export class PeerError extends LatchkeyError<'PEER_MISSING'> {}
