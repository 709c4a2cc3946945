import type { Migration } from 'kysely';
import { peer } from '../peer.js';
import type { Migrations } from './migration.js';
import { retried } from './retried.js';
import type { Store } from './store.js';
import { StoreError } from './storeError.js';
import { activitiesMigrations } from './tables/activities.js';
import { authProxyMigrations } from './tables/authProxy.js';
import { contractsMigrations } from './tables/contracts.js';
import { credentialsMigrations } from './tables/credentials.js';
import { deliveryMigrations } from './tables/delivery.js';
import { emailTemplatesMigrations } from './tables/emailTemplates.js';
import { importsMigrations } from './tables/imports.js';
import { invitationsMigrations } from './tables/invitations.js';
import { loginRefusalsMigrations } from './tables/loginRefusals.js';
import { oauthMigrations } from './tables/oauth.js';
import { oauth2Migrations } from './tables/oauth2.js';
import { organizationsMigrations } from './tables/organizations.js';
import { otpMigrations } from './tables/otp.js';
import { policiesMigrations } from './tables/policies.js';
import { privateKeysMigrations } from './tables/privateKeys.js';
import { proofsMigrations } from './tables/proofs.js';
import { secretsMigrations } from './tables/secrets.js';
import { statisticsMigrations } from './tables/statistics.js';
import { tvcMigrations } from './tables/tvc.js';
import { usersMigrations } from './tables/users.js';
import { walletsMigrations } from './tables/wallets.js';
import { webhooksMigrations } from './tables/webhooks.js';

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
    if (ageBy(await migrationsRun(db, kind), Object.keys(known)) === 'the same') return;
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error instanceof StoreError ? error : notOurs(error);
  });
}

/** Whether the database is of this version. A newer one has brought it to itself where a migration has run that this one does not know. */
export async function ageOf({ db, kind }: Pick<Store, 'db' | 'kind'>): Promise<Age> {
  return ageBy(await migrationsRun(db, kind), Object.keys(await migrations(kind)));
}

/** By which migrations have run, and which this version knows. The migrator finds it out, too, in twenty times as long. */
function ageBy(run: readonly string[], known: readonly string[]): Age {
  if (run.some((name) => !known.includes(name))) return 'newer';
  return run.length < known.length ? 'older' : 'the same';
}

/** How old a database is beside this version. */
type Age = 'older' | 'newer' | 'the same';

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
export async function migrations(kind: Store['kind']): Promise<Record<string, Migration>> {
  const { sql } = await peer('kysely', () => import('kysely'));
  const { dialects } = await import('./migrations/dialects.js');
  const all: Record<string, Migration> = {};
  for (const [name, make] of Object.entries(ofSeveralAreas)) all[name] = await make(kind);
  for (const ofArea of ofAreas)
    for (const [name, make] of Object.entries(ofArea)) all[name] = { up: make({ sql, kind, types: dialects[kind] }) };
  return Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A later change of an area's tables stands beside them. Every area is here, also one whose tables were not changed yet. */
const ofAreas: readonly Migrations[] = [
  activitiesMigrations,
  authProxyMigrations,
  contractsMigrations,
  credentialsMigrations,
  deliveryMigrations,
  emailTemplatesMigrations,
  importsMigrations,
  invitationsMigrations,
  loginRefusalsMigrations,
  oauthMigrations,
  oauth2Migrations,
  organizationsMigrations,
  otpMigrations,
  policiesMigrations,
  privateKeysMigrations,
  proofsMigrations,
  secretsMigrations,
  statisticsMigrations,
  tvcMigrations,
  usersMigrations,
  walletsMigrations,
  webhooksMigrations,
];

const ofSeveralAreas: Readonly<Record<string, (kind: Store['kind']) => Promise<Migration>>> = {
  '0001-first-tables': async (kind) => (await import('./migrations/0001-first-tables.js')).firstTables(kind),
  '0003-check-values': async (kind) => (await import('./migrations/0003-check-values.js')).checkValues(kind),
  '0004-code-limits': async (kind) => (await import('./migrations/0004-code-limits.js')).codeLimits(kind),
  '0005-delivery': async (kind) => (await import('./migrations/0005-delivery.js')).delivery(kind),
  '0006-logins-and-proofs': async (kind) =>
    (await import('./migrations/0006-logins-and-proofs.js')).loginsAndProofs(kind),
  '0007-record': async (kind) => (await import('./migrations/0007-record.js')).record(kind),
  '0008-credentials': async (kind) => (await import('./migrations/0008-credentials.js')).credentials(kind),
  '0009-policies': async (kind) => (await import('./migrations/0009-policies.js')).policies(kind),
  '0010-private-keys': async (kind) => (await import('./migrations/0010-private-keys.js')).privateKeys(kind),
  '0011-webhooks': async (kind) => (await import('./migrations/0011-webhooks.js')).webhooks(kind),
  '0012-users-and-tags': async (kind) => (await import('./migrations/0012-users-and-tags.js')).usersAndTags(kind),
  '0013-tvc': async (kind) => (await import('./migrations/0013-tvc.js')).tvc(kind),
  '0014-organizations': async (kind) => (await import('./migrations/0014-organizations.js')).organizations(kind),
  '0015-invitations': async (kind) => (await import('./migrations/0015-invitations.js')).invitations(kind),
  '0016-passkeys': async (kind) => (await import('./migrations/0016-passkeys.js')).passkeys(kind),
  '0017-oauth': async (kind) => (await import('./migrations/0017-oauth.js')).oauth(kind),
  '0019-features-of-proxy': async (kind) =>
    (await import('./migrations/0019-features-of-proxy.js')).featuresOfProxy(kind),
  '0020-imports-and-exports': async (kind) =>
    (await import('./migrations/0020-imports-and-exports.js')).importsAndExports(kind),
  '0021-oauth2': async (kind) => (await import('./migrations/0021-oauth2.js')).oauth2(kind),
  '0022-mail-keys': async (kind) => (await import('./migrations/0022-mail-keys.js')).mailKeys(kind),
  '0023-code-targets': async (kind) => (await import('./migrations/0023-code-targets.js')).codeTargets(kind),
  '0023-contact-languages': async (kind) =>
    (await import('./migrations/0023-contact-languages.js')).contactLanguages(kind),
  '0024-deleted-organizations': async (kind) =>
    (await import('./migrations/0024-deleted-organizations.js')).deletedOrganizations(kind),
  '0026-captcha': async (kind) => (await import('./migrations/0026-captcha.js')).captcha(kind),
  '0027-email-templates': async (kind) => (await import('./migrations/0027-email-templates.js')).emailTemplates(kind),
  '0029-policy-revisions': async (kind) =>
    (await import('./migrations/0029-policy-revisions.js')).policyRevisions(kind),
  '0031-ordinals': async (kind) => (await import('./migrations/0031-ordinals.js')).ordinals(kind),
  '0033-belongings': async (kind) => (await import('./migrations/0033-belongings.js')).belongings(kind),
  '0035-wallet-method': async () => (await import('./migrations/0035-wallet-method.js')).walletMethod(),
};

function notOurs(cause: unknown): StoreError {
  const message = 'The database cannot be brought to this version; a newer one may have made it. The cause says more.';
  return new StoreError('STORE_FAILED', message, { cause });
}
