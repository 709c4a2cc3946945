import { LatchkeyError } from '../../errors.js';
import { nodePrimitives } from '../nodePrimitives.js';
import { readGivenSecrets } from '../secrets/givenSecrets.js';
import { readCheckValues } from '../secrets/keysInUse.js';
import { type OpenSecrets, openSecrets } from '../secrets/openSecrets.js';
import { type Progress, reseal, type Unopened } from '../secrets/reseal.js';
import { type NewestIds, type OlderKey, recentUseMs, retireKeys } from '../secrets/retireKeys.js';
import { migrate } from '../store/migrations.js';
import type { Store } from '../store/store.js';
import { createSealer } from '../vault/seal.js';
import type { InitEnvironment } from './environment.js';
import { forgetKeys } from './forgetKeys.js';
import { plainLog } from './log.js';
import { openInitialised } from './openStore.js';

/** What `latchkey reseal` needs to know; `forget`: the ids of keys that the database shall do without. */
export type ResealEnvironment = InitEnvironment & { readonly forget?: readonly string[] | undefined };

/**
 * `latchkey reseal`: reseals every value under the newest keys, and reports for each older key whether it can be deleted.
 *
 * @returns the exit code: 0 if no older key is in use.
 * @throws {SecretsError} SECRETS_UNFIT
 * @throws {ResealError} NOT_DEPLOYED
 * @throws {ForgetError} MASTER_KEY_NEEDED, KEY_UNKNOWN, KEY_MAKES, KEY_IN_USE
 */
export async function resealCommand(
  { store: place, secrets, forget }: ResealEnvironment,
  say: (line: string) => void,
  clock: () => number = Date.now,
): Promise<number> {
  const store = await openInitialised(place);
  try {
    const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
    if (forget !== undefined) await forgetKeys(store, await readGivenSecrets(secrets), forget, { clock, random, say });
    const keys = await openSecrets(secrets, { store, clock, random, log: plainLog(process.stderr) });
    await migrate(store);
    const newest = newestOf(keys);
    await refuseUndeployed(store, newest, clock());
    await keys.register();
    const { aes256Gcm } = await nodePrimitives();
    const sealer = await createSealer({ masterKeys: keys.masterKeys, random, aes256Gcm });
    const unopened: Unopened[] = [];
    await reseal(
      { store, sealer, proxyKeys: keys.proxyKeys },
      { report: reportProgress(say, clock), found: (value) => unopened.push(value) },
    );
    for (const value of unopened) say(describeUnopened(value));
    const keepsProxyKeys = unopened.some(({ table }) => table === 'auth_proxy_configs');
    const older = await retireKeys(store, newest, { keepsProxyKeys, nowMs: clock() });
    for (const key of older) say(describeOlder(key));
    const isDone = unopened.length === 0 && older.every(({ keptBy }) => keptBy === 'nothing');
    say(
      isDone
        ? 'Everything is under the newest keys: no older one is needed.'
        : 'Keep the older keys, and run it again.',
    );
    return isDone ? 0 : 1;
  } finally {
    await store.close();
  }
}

const newestOf = ({ masterKeys, codePeppers, proxyKeys }: OpenSecrets): NewestIds => ({
  'master key': masterKeys[0].id,
  'code pepper': codePeppers[0].id,
  'proxy key': proxyKeys[0].id,
});

/** `wallets.sealed_seed, organization …, id …: SEAL_OPEN_FAILED` */
export const describeUnopened = ({ table, column, organizationId, id, code }: Unopened): string =>
  `${table}.${column}, organization ${organizationId}, id ${id}: ${code}`;

/**
 * A service that has not got the newest key could not read what is sealed under it: while one runs that makes with an older key,
 * some service must have begun with the newest, which none does before all have it.
 */
async function refuseUndeployed(store: Store, newest: NewestIds, nowMs: number): Promise<void> {
  const checkValues = await readCheckValues(store);
  for (const secret of ['master key', 'proxy key'] as const) {
    const ofKind = checkValues.filter((row) => row.secret === secret);
    const runs = ofKind.some(({ used_at_ms }) => used_at_ms > nowMs - recentUseMs);
    if (runs && !ofKind.some(({ key_id }) => key_id === newest[secret])) {
      throw new ResealError(
        'NOT_DEPLOYED',
        `A service is running that makes with an older ${secret}, and none makes with ${newest[secret]}. Give every service the new one as second, then as first, and then run this.`,
      );
    }
  }
}

/** One line a second at most, and the last of each column. */
function reportProgress(say: (line: string) => void, clock: () => number): (progress: Progress) => void {
  let saidAtMs = 0;
  return ({ table, column, done, of }) => {
    if (done < of && clock() < saidAtMs + 1000) return;
    saidAtMs = clock();
    say(`${table}.${column}: ${done} of ${of}`);
  };
}

function describeOlder({ secret, keyId, keptBy }: OlderKey): string {
  const why = {
    nothing: 'is not in use any more: it can be thrown away.',
    values: 'is needed: there are values under it that do not open, or that came while this ran.',
    'a service': 'is needed: a service has made with it in the last minutes.',
    codes: 'is needed: codes that were made with it may still be alive, for a quarter of an hour.',
  };
  return `The ${secret} ${keyId} ${why[keptBy]}`;
}

/** It would have taken away what a running service reads. */
class ResealError extends LatchkeyError<'NOT_DEPLOYED'> {}
