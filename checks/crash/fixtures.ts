import type { SigningKey } from '../../src/crypto/p256.js';
import type { Parent } from '../../src/service/makeParent.js';
import type { Chance } from '../../test/support/chance.js';
import type { Client } from '../../test/support/live/client.js';
import type { ExternalServers } from './externalServers.js';

/** What every actor of the load uses. */
export type Fixtures = {
  readonly client: Client;
  readonly parent: Parent;
  /** The parent organization's root key. */
  readonly rootKey: SigningKey;
  readonly external: ExternalServers;
  readonly chance: Chance;
  /** A new number each time, for names and contacts. */
  readonly next: () => number;
};
