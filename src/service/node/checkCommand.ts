import { nodePrimitives } from '../nodePrimitives.js';
import { type GivenSecrets, readGivenSecrets } from '../secrets/givenSecrets.js';
import { readKeysInUse } from '../secrets/keysInUse.js';
import { openAll, type Unopened } from '../secrets/reseal.js';
import { SecretsError, type VerifiedSecrets, verifySecrets } from '../secrets/verifySecrets.js';
import type { Store } from '../store/store.js';
import { createSealer, type MasterKey } from '../vault/seal.js';
import type { InitEnvironment } from './environment.js';
import { openInitialised } from './openStore.js';
import type { Outputs } from './outputs.js';
import { describeUnopened } from './resealCommand.js';

/**
 * `latchkey check`: opens every sealed value, changes nothing, and names those that do not open. It also runs with secrets that do not
 * match, and says so.
 *
 * @returns the exit code: 0 if all of them open.
 */
export async function checkCommand(
  { store: place, secrets }: InitEnvironment,
  { json }: { readonly json: boolean },
  { print, say }: Outputs,
): Promise<number> {
  const store = await openInitialised(place);
  try {
    const given = await readGivenSecrets(secrets);
    const { masterKeys, faults } = await triedOn(store, given);
    for (const fault of faults) say(fault);
    const { aes256Gcm } = await nodePrimitives();
    const sealer = await createSealer({ masterKeys, aes256Gcm, random: (length) => new Uint8Array(length) });
    let unopened = 0;
    const found = (value: Unopened) => {
      unopened += 1;
      print(json ? JSON.stringify(value) : describeUnopened(value));
    };
    const values = await openAll({ store, sealer, proxyKeys: given.proxyKeys }, found);
    say(`${values} sealed values: ${unopened === 0 ? 'all of them open.' : `${unopened} do not open.`}`);
    return unopened === 0 && faults.length === 0 ? 0 : 1;
  } finally {
    await store.close();
  }
}

/** Where they do not fit, each key is tried under its own id, and one without an id under `1` too. */
async function triedOn(
  store: Store,
  given: GivenSecrets,
): Promise<{ masterKeys: readonly MasterKey[]; faults: readonly string[] }> {
  try {
    const fitting: VerifiedSecrets = await verifySecrets(given, await readKeysInUse(store));
    return { masterKeys: fitting.masterKeys, faults: [] };
  } catch (error) {
    if (!(error instanceof SecretsError)) throw error;
    const keys = new Map(given.masterKeys.map(({ id, key }) => [id, { id, key }]));
    const bare = given.masterKeys.find(({ named }) => named === 'by itself');
    if (bare && !keys.has('1')) keys.set('1', { id: '1', key: bare.key });
    return { masterKeys: [...keys.values()], faults: error.faults };
  }
}
