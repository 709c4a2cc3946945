import { ActivityPendingError } from '../../src/client/activityPendingError.js';
import { call } from '../../src/client/call.js';
import type { Client } from '../../src/client/createClient.js';
import { approveActivity, rejectActivity } from '../../src/contract/activities.js';
import { listActivities } from '../../src/contract/activities.queries.js';
import {
  type SignRawPayloadParameters,
  type SignRawPayloadsParameters,
  signRawPayload,
  signRawPayloads,
  signTransaction,
} from '../../src/contract/signing.js';
import { createWallet } from '../../src/contract/wallets.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import { addUser } from '../../src/service/coordinator/records/newUser.js';
import type { Service } from '../../src/service/createService.js';
import type { Session } from '../../src/sessions/session.js';
import { keyStamper } from '../../src/stampers/keyStamper.js';

/** A second root user beside the one of a session: activities of either need the votes of both. */
export type SecondRoot = {
  /** Requests a wallet. @returns the fingerprint of the waiting activity. */
  readonly propose: (walletName: string) => Promise<string>;
  /** Requests the signature of a transaction. @param type - default: of Ethereum. */
  readonly proposePayment: (
    signWith: string,
    unsignedTransaction: string,
    type?: 'TRANSACTION_TYPE_ETHEREUM' | 'TRANSACTION_TYPE_SOLANA',
  ) => Promise<string>;
  /** Requests the signature of a payload. */
  readonly proposePayload: (parameters: SignRawPayloadParameters) => Promise<string>;
  /** Requests the signatures of several at once. */
  readonly proposePayloads: (parameters: SignRawPayloadsParameters) => Promise<string>;
  readonly approve: (fingerprint: string) => Promise<unknown>;
  readonly reject: (fingerprint: string) => Promise<unknown>;
  /** Approves all waiting activities. */
  readonly approveAll: () => Promise<void>;
};

/** A service, in memory or behind a port, and its client. */
type Place = {
  readonly service: {
    readonly service: Pick<Service, 'tools'>;
    readonly organizationId: string;
    readonly clock: () => number;
  };
  readonly client: Client;
};

/** Adds a second root user, Bob, to the session's organization, whose activities then need two votes. */
export async function secondRoot(
  { service, client }: Place,
  { organizationId }: Pick<Session, 'organizationId'>,
  userName = 'Bob',
): Promise<SecondRoot> {
  const key = await createSigningKey();
  const { publicKey } = key;
  const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const user = { userName, verified: { email: false, phoneNumber: false }, apiKeys };
  const organization = { organization_id: organizationId, parent_id: service.organizationId };
  const { tools } = service.service;
  await tools.store.transaction(async (transaction) => {
    const as = { isRoot: 1, isProxy: 0, keyProof: 'parent', nowMs: service.clock() } as const;
    await addUser(tools, transaction, organization, user, as);
    await transaction
      .updateTable('organizations')
      .set({ root_quorum_threshold: 2 })
      .where('organization_id', '=', organizationId)
      .execute();
  });
  const asBob = { organizationId, stamper: keyStamper(key) };
  return {
    propose: (walletName) => fingerprintOf(call(client, createWallet, { walletName, accounts: [] }, asBob)),
    proposePayment: (signWith, unsignedTransaction, type = 'TRANSACTION_TYPE_ETHEREUM') =>
      fingerprintOf(call(client, signTransaction, { signWith, unsignedTransaction, type }, asBob)),
    proposePayload: (parameters) => fingerprintOf(call(client, signRawPayload, parameters, asBob)),
    proposePayloads: (parameters) => fingerprintOf(call(client, signRawPayloads, parameters, asBob)),
    approve: (fingerprint) => call(client, approveActivity, { fingerprint }, asBob),
    reject: (fingerprint) => call(client, rejectActivity, { fingerprint }, asBob),
    async approveAll() {
      const waiting = { filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED' as const] };
      const { activities } = await call(client, listActivities, waiting, asBob);
      for (const { fingerprint } of activities) await call(client, approveActivity, { fingerprint }, asBob);
    },
  };
}

/**
 * Has these wallets requested, the oldest first, by as many root users as that takes: ten requests of each may wait.
 *
 * @param afterEach - moves the clock, since equal requests of the same millisecond are one.
 * @returns the last of these users, and the fingerprints of the waiting activities.
 */
export async function proposeAll(
  place: Place,
  session: Pick<Session, 'organizationId'>,
  names: readonly string[],
  afterEach: () => void,
): Promise<{ bob: SecondRoot; fingerprints: readonly string[] }> {
  let bob = await secondRoot(place, session);
  const fingerprints: string[] = [];
  for (const [at, name] of names.entries()) {
    if (at > 0 && at % 10 === 0) bob = await secondRoot(place, session, `Bob ${at}`);
    fingerprints.push(await bob.propose(name));
    afterEach();
  }
  return { bob, fingerprints };
}

/** The fingerprint of the activity that waits for votes. */
async function fingerprintOf(proposal: Promise<unknown>): Promise<string> {
  const error = await proposal.catch((thrown) => thrown);
  if (!(error instanceof ActivityPendingError)) throw error;
  return error.activity.fingerprint;
}
