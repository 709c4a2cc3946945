import { sql } from 'kysely';
import type { ServiceSecrets } from '../../../src/service/secrets/givenSecrets.js';
import type { Store } from '../../../src/service/store/store.js';
import type { Ledger } from '../../../test/support/live/ledger.js';
import type { ExternalServers } from '../externalServers.js';
import { accountFaults } from './accounts.js';
import { acknowledgedFaults, countEffects } from './acknowledged.js';
import { type Contents, contentsOf } from './contents.js';
import { exchangeFaults } from './effects.js';
import { mailedKeyFaults } from './mailedKeys.js';
import type { SubscribedSince } from './references.js';
import { relationFaults } from './relations.js';
import { deletedOrganizations } from './resources.js';
import { secretAudit } from './secrets.js';

/** The result of an audit. */
export type Finding = {
  readonly faults: string[];
  /** The numbers of unanswered requests that took effect completely, and that did not. */
  readonly done: number;
  readonly absent: number;
  /** Organizations that were deleted. */
  readonly deleted: ReadonlySet<string>;
  /** What was compared. */
  readonly contents: Contents;
};

/** Compares a database with the ledger, and with itself. */
export type Audit = (ledger: Ledger, external: ExternalServers) => Promise<Finding>;

/** @param openStore - opens the database while the service runs; rows that exist now are not audited. */
export async function createAudit(openStore: () => Promise<Store>, secrets: ServiceSecrets): Promise<Audit> {
  const { walletFaults, messageFaults } = await secretAudit(secrets);
  const { contents: before } = await read(openStore);
  return async (ledger, { hook, mailbox, provider }) => {
    const { contents, faults } = await read(openStore);
    return {
      faults: [
        ...faults,
        ...acknowledgedFaults(ledger.acknowledged, contents),
        ...accountFaults(contents, before),
        ...relationFaults(contents, acknowledgedAt(contents, ledger)),
        ...(await walletFaults(contents)),
        ...(await messageFaults(contents, hook)),
        ...mailedKeyFaults(contents, mailbox),
        ...exchangeFaults(contents, ledger, provider.exchanges),
      ],
      ...countEffects(ledger.unanswered, contents),
      deleted: new Set(deletedOrganizations(contents.activities)),
      contents,
    };
  };
}

/** When a client got the answer that an endpoint exists; the commit was earlier. */
function acknowledgedAt({ activities }: Contents, { acknowledgedAtMs }: Ledger): SubscribedSince {
  const making = activities.filter(({ kind }) => kind === 'CREATE_WEBHOOK_ENDPOINT');
  return ({ endpoint_id }) => {
    const by = making.find(({ result }) => result.includes(endpoint_id));
    return acknowledgedAtMs.get(by?.fingerprint ?? '') ?? Number.POSITIVE_INFINITY;
  };
}

async function read(openStore: () => Promise<Store>): Promise<{ contents: Contents; faults: string[] }> {
  const store = await openStore();
  try {
    return { contents: await contentsOf(store), faults: await damage(store) };
  } finally {
    await store.close();
  }
}

/** SQLite's integrity check of its file. PostgreSQL, whose pages have checksums, refuses to read a damaged one. */
async function damage({ kind, db }: Store): Promise<string[]> {
  if (kind !== 'sqlite') return [];
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
}
