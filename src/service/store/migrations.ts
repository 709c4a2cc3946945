import type { Migration } from 'kysely';
import { peer } from '../peer.js';
import { retried } from './retried.js';
import type { Store } from './store.js';
import { StoreError } from './storeError.js';

/**
 * Brings the database to this version: all or nothing, and nothing where there is nothing to do. Processes that start at
 * once do it one after the other.
 *
 * @throws {StoreError} STORE_FAILED where a newer version made the database; STORE_BUSY, STORE_UNAVAILABLE, STORE_FULL
 */
export async function migrate({ db, kind }: Store): Promise<void> {
  const { Migrator } = await peer('kysely', () => import('kysely'));
  const known = await migrations(kind);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  await retried(async () => {
    if (await isMigrated(db, kind, Object.keys(known))) return;
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error instanceof StoreError ? error : notOurs(error);
  });
}

/** Whether a newer version has brought the database to itself: a migration has run that this version does not know. */
export async function isOfNewerVersion({ db, kind }: Pick<Store, 'db' | 'kind'>): Promise<boolean> {
  const known = Object.keys(await migrations(kind));
  return (await migrationsRun(db, kind)).some((name) => !known.includes(name));
}

/** Whether these migrations have run, and no others. The migrator finds it out, too, in twenty times as long. */
async function isMigrated(db: Store['db'], kind: Store['kind'], known: readonly string[]): Promise<boolean> {
  const run = await migrationsRun(db, kind);
  return run.length === known.length && run.every((name) => known.includes(name));
}

/** The names of the migrations that have run, in their order; none in an empty database. */
async function migrationsRun(db: Store['db'], kind: Store['kind']): Promise<readonly string[]> {
  const { sql } = await peer('kysely', () => import('kysely'));
  const tables = {
    sqlite: sql`select name from sqlite_master where type = 'table' and name = 'kysely_migration'`,
    postgres: sql`select 1 where to_regclass('kysely_migration') is not null`,
  };
  if ((await tables[kind].execute(db)).rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Every migration by its name, in the order of the names. One that was released is never changed: add another. */
async function migrations(kind: Store['kind']): Promise<Record<string, Migration>> {
  const { firstTables } = await import('./migrations/0001-first-tables.js');
  const { checkValues } = await import('./migrations/0003-check-values.js');
  const { codeLimits } = await import('./migrations/0004-code-limits.js');
  const { delivery } = await import('./migrations/0005-delivery.js');
  const { loginsAndProofs } = await import('./migrations/0006-logins-and-proofs.js');
  const { record } = await import('./migrations/0007-record.js');
  const { credentials } = await import('./migrations/0008-credentials.js');
  const { policies } = await import('./migrations/0009-policies.js');
  const { privateKeys } = await import('./migrations/0010-private-keys.js');
  const { webhooks } = await import('./migrations/0011-webhooks.js');
  const { usersAndTags } = await import('./migrations/0012-users-and-tags.js');
  const { tvc } = await import('./migrations/0013-tvc.js');
  const { organizations } = await import('./migrations/0014-organizations.js');
  const { invitations } = await import('./migrations/0015-invitations.js');
  const { passkeys } = await import('./migrations/0016-passkeys.js');
  const { oauth } = await import('./migrations/0017-oauth.js');
  const { featuresOfProxy } = await import('./migrations/0019-features-of-proxy.js');
  const { importsAndExports } = await import('./migrations/0020-imports-and-exports.js');
  const { oauth2 } = await import('./migrations/0021-oauth2.js');
  const { mailKeys } = await import('./migrations/0022-mail-keys.js');
  const { codeTargets } = await import('./migrations/0023-code-targets.js');
  const { contactLanguages } = await import('./migrations/0023-contact-languages.js');
  const { deletedOrganizations } = await import('./migrations/0024-deleted-organizations.js');
  const { captcha } = await import('./migrations/0026-captcha.js');
  const { emailTemplates } = await import('./migrations/0027-email-templates.js');
  const { policyRevisions } = await import('./migrations/0029-policy-revisions.js');
  const { notCompleted } = await import('./migrations/0030-not-completed.js');
  const { ordinals } = await import('./migrations/0031-ordinals.js');
  const { belongings } = await import('./migrations/0033-belongings.js');
  const { namedRevisions } = await import('./migrations/0034-named-revisions.js');
  const { walletMethod } = await import('./migrations/0035-wallet-method.js');
  const { invitationsByRootQuorum } = await import('./migrations/0037-invitations-by-root-quorum.js');
  const { accountsByAddress } = await import('./migrations/0038-accounts-by-address.js');
  return {
    '0001-first-tables': firstTables(kind),
    '0003-check-values': checkValues(kind),
    '0004-code-limits': codeLimits(kind),
    '0005-delivery': delivery(kind),
    '0006-logins-and-proofs': loginsAndProofs(kind),
    '0007-record': record(kind),
    '0008-credentials': credentials(kind),
    '0009-policies': policies(kind),
    '0010-private-keys': privateKeys(kind),
    '0011-webhooks': webhooks(kind),
    '0012-users-and-tags': usersAndTags(kind),
    '0013-tvc': tvc(kind),
    '0014-organizations': organizations(kind),
    '0015-invitations': invitations(kind),
    '0016-passkeys': passkeys(kind),
    '0017-oauth': oauth(kind),
    '0019-features-of-proxy': featuresOfProxy(kind),
    '0020-imports-and-exports': importsAndExports(kind),
    '0021-oauth2': oauth2(kind),
    '0022-mail-keys': mailKeys(kind),
    '0023-code-targets': codeTargets(kind),
    '0023-contact-languages': contactLanguages(kind),
    '0024-deleted-organizations': deletedOrganizations(kind),
    '0026-captcha': captcha(kind),
    '0027-email-templates': emailTemplates(kind),
    '0029-policy-revisions': policyRevisions(kind),
    '0030-not-completed': notCompleted(),
    '0031-ordinals': ordinals(kind),
    '0033-belongings': belongings(kind),
    '0034-named-revisions': namedRevisions(kind),
    '0035-wallet-method': walletMethod(),
    '0037-invitations-by-root-quorum': invitationsByRootQuorum(kind),
    '0038-accounts-by-address': accountsByAddress(),
  };
}

function notOurs(cause: unknown): StoreError {
  const message = 'The database cannot be brought to this version; a newer one may have made it. The cause says more.';
  return new StoreError('STORE_FAILED', message, { cause });
}
