import { LatchkeyError } from '../../errors.js';
import { endCodes } from '../coordinator/codes/endCodes.js';
import { replaceProxyKeys } from '../coordinator/operations/authProxy/replaceProxyKeys.js';
import { createTimedIds } from '../ids.js';
import type { GivenSecrets } from '../secrets/givenSecrets.js';
import { type KeysInUse, readKeysInUse } from '../secrets/keysInUse.js';
import { recentUseMs, takeOff } from '../secrets/retireKeys.js';
import { verifySecrets } from '../secrets/verifySecrets.js';
import { migrate } from '../store/migrations.js';
import type { Row } from '../store/schema.js';
import type { Store } from '../store/store.js';
import type { Tools } from '../tools.js';

/** What a proxy key is called here that a database does not name, since version 0.1 made it. */
const unnamed = 'unnamed';

/**
 * Removes lost or leaked code peppers or proxy keys from a database: codes made with such a pepper end; each proxy user whose API key was
 * sealed to such a proxy key gets a fresh one. Values sealed under a master key cannot be recreated, so that none can be removed.
 *
 * @throws {ForgetError} MASTER_KEY_NEEDED, KEY_UNKNOWN, KEY_MAKES, KEY_IN_USE, before anything is changed
 * @throws {SecretsError} SECRETS_UNFIT where a secret that is not to be forgotten does not fit
 */
export async function forgetKeys(
  store: Store,
  given: GivenSecrets,
  keyIds: readonly string[],
  { clock, random, say }: Pick<Tools, 'clock' | 'random'> & { say: (line: string) => void },
): Promise<void> {
  const inUse = await readKeysInUse(store);
  const keys = keyIds.map((keyId) => find(inUse, keyId));
  for (const key of keys) refuseMaking(given, key);
  await verifySecrets(given, without(inUse, keys));
  const used = keys.find(({ used_at_ms }) => used_at_ms > clock() - recentUseMs);
  if (used) throw stillUsed(used);
  await migrate(store);
  for (const key of keys) {
    if (key.secret === 'code pepper') {
      const ended = await endCodes(store, { madeUntilMs: key.used_at_ms + recentUseMs, nowMs: clock() });
      say(`${ended} codes that were under way have ended.`);
    } else {
      const tools = { store, random, newTimedId: createTimedIds(random), clock };
      const kept = given.proxyKeys.filter(({ id }) => !keyIds.includes(id)).map(({ opened }) => opened);
      const replaced = await replaceProxyKeys(tools, [given.proxyKeys[0].opened, ...kept]);
      say(`${replaced} auth proxies have a fresh API key.`);
    }
    const id = { secret: key.secret, keyId: key.key_id };
    if (inUse.kind === 'by name' && !(await takeOff(store, id, clock() - recentUseMs))) throw stillUsed(key);
    say(`The ${key.secret} ${key.key_id} is forgotten.`);
  }
}

type Forgotten = Pick<Row<'check_values'>, 'secret' | 'key_id' | 'used_at_ms'>;

/** @throws {ForgetError} MASTER_KEY_NEEDED, KEY_UNKNOWN */
function find(inUse: KeysInUse, keyId: string): Forgotten {
  const keys: readonly Forgotten[] =
    inUse.kind === 'by name'
      ? inUse.checkValues
      : [
          ...inUse.sealed.map((sample) => ({ secret: 'master key' as const, key_id: sample.keyId, used_at_ms: 0 })),
          { secret: 'proxy key', key_id: unnamed, used_at_ms: 0 },
        ];
  const found = keys.filter(({ key_id }) => key_id === keyId);
  if (found.some(({ secret }) => secret === 'master key')) {
    throw new ForgetError(
      'MASTER_KEY_NEEDED',
      `The master key ${keyId} cannot be forgotten: every wallet under it would be lost, since nothing else opens it. Find it, and give it behind the new one (new,old); once latchkey reseal has ended with 0 it is not needed any more.`,
    );
  }
  const [key] = found;
  if (key !== undefined) return key;
  const names = keys.map(({ secret, key_id }) => `the ${secret} ${key_id}`).join(', ');
  throw new ForgetError('KEY_UNKNOWN', `No key ${keyId} is in use in this database. In use are ${names}.`);
}

const without = (inUse: KeysInUse, keys: readonly Forgotten[]): KeysInUse =>
  inUse.kind === 'by rows'
    ? { ...inUse, sealedProxyKey: undefined }
    : { ...inUse, checkValues: inUse.checkValues.filter((row) => !keys.some((key) => isSame(key, row))) };

const isSame = (one: Forgotten, other: Forgotten): boolean =>
  one.secret === other.secret && one.key_id === other.key_id;

/** @throws {ForgetError} KEY_MAKES */
function refuseMaking(given: GivenSecrets, forgotten: Forgotten): void {
  const [first] = forgotten.secret === 'code pepper' ? given.codePeppers : given.proxyKeys;
  if (first.id !== forgotten.key_id) return;
  const { secret, key_id } = forgotten;
  throw new ForgetError('KEY_MAKES', `The ${secret} ${key_id} is the first that is given. Give a new one before it.`);
}

const stillUsed = ({ secret, key_id }: Forgotten): ForgetError =>
  new ForgetError(
    'KEY_IN_USE',
    `A service has made with the ${secret} ${key_id} in the last five minutes. End it, or start it again with a new one as first, and run this five minutes later.`,
  );

/** A key cannot be forgotten, or not yet. */
class ForgetError extends LatchkeyError<'MASTER_KEY_NEEDED' | 'KEY_UNKNOWN' | 'KEY_MAKES' | 'KEY_IN_USE'> {}
