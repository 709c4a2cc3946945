import type { AuthProxySettings } from '../../../contract/authProxy.records.js';
import { readUrl } from '../../../contract/readUrl.js';
import { readSettings } from '../../configuration/authProxyConfigs.js';
import { readOauth2Apps } from '../../configuration/oauth2Apps.js';
import { domainOf } from '../../delivery/smtp.js';
import { isLoopback } from '../../loopback.js';
import { peer } from '../../peer.js';
import { readGivenSecrets, type ServiceSecrets } from '../../secrets/givenSecrets.js';
import { readKeysInUse } from '../../secrets/keysInUse.js';
import { SecretsError, verifySecrets } from '../../secrets/verifySecrets.js';
import { enabledProxies } from '../../store/enabledProxies.js';
import { ageOf } from '../../store/migrations.js';
import type { Store } from '../../store/store.js';
import type { ServeEnvironment } from '../environment.js';
import { openInitialised } from '../openStore.js';
import { clockFinding, type Finding, guarded, right, unknown, wrong } from './finding.js';

/** What there is to say of the database and of what stands in it. It writes no row, and brings it to no other version. */
export async function databaseFindings({ store: place, secrets, delivery }: ServeEnvironment): Promise<Finding[]> {
  const store = await openInitialised(place);
  try {
    const age = await store.read((db) => ageOf({ db, kind: store.kind }));
    const kind = store.kind === 'postgres' ? 'PostgreSQL' : 'SQLite';
    if (age === 'newer') {
      const advice = 'Run the version that made it, or restore a backup of this version.';
      return [wrong('database', `A newer version of Latchkey made this ${kind} database.`, advice)];
    }
    const older = 'An older version made it: latchkey serve brings it to this one; make a backup first.';
    const says = `${kind} answers, and has an organization.`;
    return [
      right('database', age === 'older' ? `${says} ${older}` : says),
      ...(await guarded('secrets', () => secretsFindings(store, secrets))),
      ...(store.kind === 'postgres' ? await guarded('clock', () => databaseClock(store)) : []),
      ...(age === 'older'
        ? [unknown('configuration', 'It is read once the database is of this version.')]
        : await guarded('configuration', async () => configurationFindings(await proxies(store), delivery))),
    ];
  } finally {
    await store.close();
  }
}

async function secretsFindings(store: Store, secrets: ServiceSecrets): Promise<Finding[]> {
  try {
    await verifySecrets(await readGivenSecrets(secrets), await readKeysInUse(store));
    return [right('secrets', 'They open what is in the database.')];
  } catch (error) {
    if (!(error instanceof SecretsError)) throw error;
    return error.faults.map((fault) => wrong('secrets', fault));
  }
}

async function databaseClock({ read }: Store): Promise<Finding[]> {
  const { sql } = await peer('kysely', () => import('kysely'));
  const askedMs = Date.now();
  const { rows } = await read((db) =>
    sql<{ ms: string }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db),
  );
  return [clockFinding("The database's", { askedMs, answeredMs: Date.now(), saidMs: Number(rows[0]?.ms) })];
}

/** An auth proxy: its settings, and how many logins it has of X, Discord and the like. */
export type ProxySetup = { readonly settings: AuthProxySettings; readonly oauth2Apps: number };

const proxies = async (store: Store): Promise<ProxySetup[]> =>
  (await enabledProxies(store)).map((row) => ({ settings: readSettings(row), oauth2Apps: readOauth2Apps(row).length }));

/** Whether people can log in, and pages of others cannot ask for codes. */
export function configurationFindings(
  enabled: readonly ProxySetup[],
  delivery: ServeEnvironment['delivery'],
): Finding[] {
  if (enabled.length === 0)
    return [wrong('configuration', 'No auth proxy is on: nobody can log in.', 'Turn one on as the root user.')];
  const findings = enabled.flatMap((proxy) => [...faultsOf(proxy, delivery), ...otherSender(proxy, delivery)]);
  if (findings.some(({ is }) => is === 'wrong')) return findings;
  const [first, ...more] = new Set(enabled.flatMap(({ settings }) => settings.allowedOrigins));
  const others = more.length > 0 ? `, and ${more.length} more` : '';
  return [right('configuration', `People can log in from ${first}${others}.`), ...findings];
}

function faultsOf({ settings, oauth2Apps }: ProxySetup, { smtp, smsWebhook }: ServeEnvironment['delivery']): Finding[] {
  const { allowedOrigins, allowedAuthMethods: methods, oauthClientIds, oidcIssuers } = settings;
  const readable = allowedOrigins.find(isInTheClear);
  const hasProvider =
    oauth2Apps > 0 || oidcIssuers.length > 0 || Object.values(oauthClientIds).some((ids) => (ids ?? []).length > 0);
  const faults: readonly (readonly [isThere: boolean, says: string, advice: string])[] = [
    [
      allowedOrigins.includes('*'),
      'Pages of every origin may ask for codes.',
      'latchkey config set allowedOrigins=https://app.example.com',
    ],
    [
      readable !== undefined,
      `The origin ${readable} is not encrypted: whoever is on the way can log in there.`,
      'Serve your app by https.',
    ],
    [
      methods.includes('email') && !smtp,
      'People may log in by e-mail, and no SMTP_URL says how it is sent.',
      'Set SMTP_URL and MAIL_FROM, or take email from allowedAuthMethods.',
    ],
    [
      methods.includes('sms') && !smsWebhook,
      'People may log in by SMS, and no SMS_WEBHOOK_URL says how it is sent.',
      'Set SMS_WEBHOOK_URL, or take sms from allowedAuthMethods.',
    ],
    [
      methods.length === 0 && !hasProvider,
      'There is no way to log in.',
      'latchkey config set \'allowedAuthMethods=["email"]\'',
    ],
  ];
  return faults.flatMap(([isThere, says, advice]) => (isThere ? [wrong('configuration', says, advice)] : []));
}

/** Mail may leave from another domain than that of MAIL_FROM. */
function otherSender({ settings }: ProxySetup, { smtp }: ServeEnvironment['delivery']): Finding[] {
  const from = settings.sendFromEmailAddress;
  if (!smtp || from === undefined) return [];
  const domain = domainOf(from).toLowerCase();
  if (domain === domainOf(smtp.from).toLowerCase()) return [];
  const says = `Mail leaves from ${domain}, whose records are not looked at here.`;
  return [unknown('sender', says, `MAIL_FROM=${from} latchkey doctor`)];
}

function isInTheClear(origin: string): boolean {
  const url = readUrl(origin);
  return url?.protocol === 'http:' && !isLoopback(url.hostname);
}
