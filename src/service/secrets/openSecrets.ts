import type { Random } from '../primitives.js';
import type { Store } from '../store/store.js';
import type { Clock, Log } from '../tools.js';
import { type CheckValues, checkValuesOf, recordUse, writeCheckValues } from './checkValues.js';
import { readGivenSecrets, type ServiceSecrets } from './givenSecrets.js';
import { readCheckValues, readKeysInUse } from './keysInUse.js';
import { type VerifiedSecrets, verifySecrets } from './verifySecrets.js';

/** The secrets of a process, which fit its database. */
export type OpenSecrets = VerifiedSecrets & {
  /**
   * Writes their check values, once the database has this version's tables.
   *
   * @throws {SecretsError} SECRETS_UNFIT where another process has begun the same empty database with others
   */
  readonly register: () => Promise<void>;
  /**
   * Whether they still are all that the database needs: another process may have begun to make with a new key.
   *
   * @throws {SecretsError} SECRETS_UNFIT
   */
  readonly check: () => Promise<void>;
  /** Records, at most once a minute, that this process uses its keys. */
  readonly noteUse: () => Promise<void>;
};

/**
 * Tries the secrets on what the database holds, and writes nothing.
 *
 * @throws {SecretsError} SECRETS_UNFIT
 * @throws {SealError} MASTER_KEYS_INVALID
 */
export async function openSecrets(
  secrets: ServiceSecrets,
  { store, clock, random, log }: { store: Store; clock: Clock; random: Random; log: Log },
): Promise<OpenSecrets> {
  const given = await readGivenSecrets(secrets);
  const inUse = await readKeysInUse(store);
  const fitting = await verifySecrets(given, inUse);
  let checkValues: CheckValues | undefined;
  let saidAtMs = Number.NEGATIVE_INFINITY;
  return {
    ...fitting,
    async register() {
      checkValues = await checkValuesOf(fitting, random);
      await writeCheckValues(store, checkValues, given, clock());
      saidAtMs = clock();
      // Nothing permanent shows which pepper a version without check values had.
      const [pepper] = fitting.codePeppers;
      if (inUse.kind === 'by rows' && inUse.sealed.length > 0 && pepper) log('code pepper taken', { keyId: pepper.id });
    },
    async check() {
      await verifySecrets(given, { kind: 'by name', checkValues: await readCheckValues(store) });
    },
    async noteUse() {
      const nowMs = clock();
      if (checkValues === undefined || nowMs < saidAtMs + everyMs) return;
      saidAtMs = nowMs;
      await recordUse(store, checkValues, nowMs);
    },
  };
}

const everyMs = 60_000;
