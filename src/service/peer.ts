import { LatchkeyError } from '../errors.js';

/**
 * Loads a package that only some of those who install Latchkey need. `load` is a literal `import()`, so that bundlers see it.
 *
 * @throws {PeerError} PEER_MISSING, with the command that installs it.
 */
export async function peer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new PeerError('PEER_MISSING', `The service needs a package that is not installed: npm install ${name}`, {
      cause,
    });
  }
}

export class PeerError extends LatchkeyError<'PEER_MISSING'> {}
