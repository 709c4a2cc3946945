import type { Row } from '../store/schema.js';
import { sealedColumns } from '../store/sealedColumns.js';
import { onePerKey } from '../store/sealedRows.js';
import type { Store } from '../store/store.js';
import { keyIdOf } from '../vault/seal.js';
import { readCheckValues } from './keysInUse.js';

/** The ids of the keys that everything shall be under. */
export type NewestIds = Readonly<Record<OlderKey['secret'], string>>;

/** A key that is not the newest of its kind, and what keeps it. */
export type OlderKey = {
  readonly secret: Row<'check_values'>['secret'];
  readonly keyId: string;
  /** `nothing`: its id was taken off the table, and it can be thrown away. */
  readonly keptBy: 'nothing' | 'values' | 'a service' | 'codes';
};

/**
 * Removes the ids of older keys from the table of check values, if no value has them and no service used them lately.
 *
 * @param keepsProxyKeys - whether an API key of the proxy did not open, and so may be sealed to any of them.
 */
export async function retireKeys(
  store: Store,
  newest: NewestIds,
  { keepsProxyKeys, nowMs }: { keepsProxyKeys: boolean; nowMs: number },
): Promise<OlderKey[]> {
  const older = (await readCheckValues(store)).filter(({ secret, key_id }) => key_id !== newest[secret]);
  const borne = older.length > 0 ? await keyIdsBorne(store) : new Set();
  const keys: OlderKey[] = [];
  for (const { secret, key_id: keyId } of older) {
    const isBorne = secret === 'master key' ? borne.has(keyId) : secret === 'proxy key' && keepsProxyKeys;
    const quietMs = secret === 'code pepper' ? codesLiveMs : recentUseMs;
    const isRetired = !isBorne && (await takeOff(store, { secret, keyId }, nowMs - quietMs));
    const kept = isBorne ? 'values' : secret === 'code pepper' ? 'codes' : 'a service';
    keys.push({ secret, keyId, keptBy: isRetired ? 'nothing' : kept });
  }
  return keys;
}

/** A running service records its keys once a minute; another machine's clock may differ. */
export const recentUseMs = 5 * 60_000;
/** A code lives ten minutes at most. */
const codesLiveMs = 10 * 60_000 + recentUseMs;

async function keyIdsBorne(store: Store): Promise<Set<string | undefined>> {
  const rows = await Promise.all(Object.values(sealedColumns).map((column) => onePerKey(store, column)));
  return new Set(rows.flat().map(({ sealed }) => keyIdOf(sealed)));
}

/** Removes an id from the table. @returns whether it was not recorded as used since. */
export async function takeOff(
  { change }: Pick<Store, 'change'>,
  { secret, keyId }: Pick<OlderKey, 'secret' | 'keyId'>,
  quietSinceMs: number,
): Promise<boolean> {
  const taken = await change((db) =>
    db
      .deleteFrom('check_values')
      .where('secret', '=', secret)
      .where('key_id', '=', keyId)
      .where('used_at_ms', '<=', quietSinceMs)
      .returning('key_id')
      .execute(),
  );
  return taken.length === 1;
}
