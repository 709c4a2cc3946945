import type { Bytes } from '../../crypto/bytes.js';
import { openProxyKey, sealProxyKey } from '../configuration/proxyKey.js';
import { type SealedColumnOfTable, sealedColumns, sealedPlace } from '../store/sealedColumns.js';
import {
  type ColumnPlace,
  countSealedOtherwise,
  nextSealed,
  nextSealedOtherwise,
  type SealedRow,
} from '../store/sealedRows.js';
import type { Store } from '../store/store.js';
import { proxyKeyColumn } from '../store/tables/authProxy.js';
import { type Sealer, sealHeader } from '../vault/seal.js';
import { withSecret } from '../wipe.js';
import type { ProxyKey } from './givenSecrets.js';

/** What values are opened and sealed with. */
export type Keys = {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly proxyKeys: readonly [ProxyKey, ...ProxyKey[]];
};

/** Where the page before ended. */
type After = Omit<SealedRow, 'sealed'>;

/** The values of one sealed column, and how they are opened and sealed again. */
export type SealedKind = {
  readonly place: ColumnPlace;
  readonly next: (after: After, most: number) => Promise<readonly SealedRow[]>;
  /** As `next`, without what is known to be under the newest key. */
  readonly nextOlder: (after: After, most: number) => Promise<readonly SealedRow[]>;
  /** How many there are of these. */
  readonly countOlder: () => Promise<number>;
  /** @throws {SealError} */
  readonly open: (row: SealedRow) => Promise<Bytes>;
  /** The same under the newest key; `undefined` where it is under that. @throws {SealError} */
  readonly renew: (row: SealedRow) => Promise<Bytes | undefined>;
};

/** All that is sealed in a database. */
export function sealedKinds(keys: Keys): readonly SealedKind[] {
  return [...Object.values(sealedColumns).map((column) => underMasterKeys(keys, column)), toProxyKeys(keys)];
}

function underMasterKeys({ store, sealer }: Keys, column: SealedColumnOfTable): SealedKind {
  const newest = sealHeader(sealer.keyId);
  const placeOf = ({ organizationId, id }: SealedRow) => sealedPlace(column, organizationId, id);
  const open = (row: SealedRow) => sealer.open(placeOf(row), row.sealed);
  return {
    place: column,
    next: (after, most) => nextSealed(store, column, after, most),
    nextOlder: (after, most) => nextSealedOtherwise(store, column, newest, after, most),
    countOlder: () => countSealedOtherwise(store, column, newest),
    open,
    renew: async (row) => withSecret(await open(row), (secret) => sealer.seal(placeOf(row), secret)),
  };
}

/** A value sealed to a proxy key does not name the key: it is found by trying. */
function toProxyKeys({ store, proxyKeys }: Keys): SealedKind {
  const [newest, ...older] = proxyKeys.map(({ opened }) => opened);
  const next = (after: After, most: number) => nextSealed(store, proxyKeyColumn, after, most);
  const isNewest = ({ id, sealed }: SealedRow) =>
    openProxyKey(newest ? [newest] : [], id, sealed).then(
      (secret) => withSecret(secret, () => true),
      () => false,
    );
  return {
    place: proxyKeyColumn,
    next,
    nextOlder: next,
    countOlder: async () => 0,
    open: ({ id, sealed }) =>
      openProxyKey(
        proxyKeys.map(({ opened }) => opened),
        id,
        sealed,
      ),
    renew: async (row) => {
      if (newest === undefined || (await isNewest(row))) return undefined;
      const secret = await openProxyKey(older, row.id, row.sealed);
      return withSecret(secret, (privateKey) => sealProxyKey(newest.publicKey, row.id, privateKey));
    },
  };
}
