import { updateAuthProxyConfig } from '../../src/contract/authProxy.js';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { createSigningKey, type SigningKey } from '../../src/crypto/p256.js';
import type { Parent } from '../../src/service/makeParent.js';
import type { Store } from '../../src/service/store/store.js';
import { isForLater, post } from '../../test/support/live/client.js';
import type { Answer, Sent } from '../../test/support/live/ledger.js';
import { noLimits } from '../../test/support/live/noLimits.js';
import type { Place } from '../../test/support/live/place.js';
import type { Program } from '../../test/support/live/program.js';
import { freshSecrets } from '../../test/support/live/secrets.js';
import { init, pause, type Serving, serve } from '../../test/support/live/serve.js';
import { activityOf, type Party, resultOf, yes } from '../../test/support/live/wire.js';
import { type ExternalServers, nodeArguments, openExternalServers } from '../crash/externalServers.js';

/** Two service processes on one database. */
export type Fixtures = {
  readonly parent: Parent;
  /** The parent organization's root user. */
  readonly root: Pick<Party, 'key' | 'organizationId'>;
  /** A sub-organization's only user. */
  readonly ada: Party;
  /** Creates another sub-organization with one user. */
  readonly newParty: (contact?: Contact) => Promise<Party>;
  readonly external: ExternalServers;
  /** The database, opened by the check itself. */
  readonly store: Store;
  /** Sends all requests at once, to the two processes in turn. Each is repeated until there is an answer other than 503. */
  readonly race: (requests: readonly Sent[]) => Promise<Answer[]>;
  /** How often a process answered 503 so far, because its transactions collided with others for seconds. */
  readonly unavailable: () => number;
  readonly close: () => Promise<void>;
};

/** A user's unverified contact. */
type Contact = { readonly userEmail?: string };

/** The default where there is no answer. */
export const noAnswer: Answer = { status: 0, text: '' };

export async function openFixtures(program: Program, place: Place): Promise<Fixtures> {
  const external = await openExternalServers(() => 20);
  const variables = { ...freshSecrets().variables, ...place.variables, ...external.variables };
  const rootKey = await createSigningKey();
  const parent = await init(program, variables, rootKey.publicKey);
  const processes = await Promise.all([0, 1].map(() => serve(program, variables, { node: nodeArguments })));
  const urls = processes.map(({ url }) => url);
  const [url = ''] = urls;
  const root = { key: rootKey, organizationId: parent.organizationId };
  await liftLimits(url, root);
  const newParty = (contact: Contact = {}) => makeParty(url, root, contact);
  const ada = await newParty();
  const store = await place.openStore();
  let unavailable = 0;

  async function answered(url: string, request: Sent): Promise<Answer> {
    for (;;) {
      const answer = await post(url, request);
      if (!isForLater(answer)) return answer;
      unavailable += 1;
      await pause(100);
    }
  }

  return {
    parent,
    root,
    ada,
    newParty,
    external,
    store,
    race: (requests) =>
      Promise.all(requests.map((request, index) => answered(urls[index % urls.length] ?? '', request))),
    unavailable: () => unavailable,
    close: async () => {
      await store.close();
      await Promise.all(processes.map((each: Serving) => each.kill()));
      await external.close();
    },
  };
}

type Root = { readonly key: SigningKey; readonly organizationId: string };

/** Enables text messages, and lifts the limits. */
async function liftLimits(url: string, root: Root): Promise<void> {
  const allowing = await activityOf(root, updateAuthProxyConfig, {
    allowedAuthMethods: ['sms'],
    ...noLimits,
  });
  yes(allowing, await post(url, allowing));
}

/** Creates a sub-organization with one user. */
async function makeParty(url: string, root: Root, contact: Contact): Promise<Party> {
  const own = await createSigningKey();
  const making = await activityOf(root, createSubOrganization, {
    subOrganizationName: 'Fixtures',
    rootUsers: [
      {
        userName: 'Ada',
        ...contact,
        apiKeys: [{ apiKeyName: 'Key', publicKey: own.publicKey, curveType: 'API_KEY_CURVE_P256' }],
      },
    ],
    rootQuorumThreshold: 1,
  });
  type Made = { subOrganizationId: string; rootUserIds: [string] };
  const made = resultOf<Made>(createSubOrganization, making, await post(url, making));
  return { key: own, organizationId: made.subOrganizationId, userId: made.rootUserIds[0] };
}
