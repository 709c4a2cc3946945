import type { Kysely } from 'kysely';
import type { Random } from '../primitives.js';
import type { NewRow, Tables } from '../store/schema.js';
import type { Store } from '../store/store.js';
import { createSealer } from '../vault/seal.js';
import type { GivenSecrets, NamedSecret } from './givenSecrets.js';
import { checkContext, type VerifiedSecrets, verifySecrets } from './verifySecrets.js';

/** The values that identify the keys in use. */
export type CheckValues = {
  /** Of the first key of each secret, with which this process makes. */
  readonly making: readonly NewRow<'check_values'>[];
  /** Of those behind them that the database was known to hold. */
  readonly older: readonly NewRow<'check_values'>[];
};

/** The check values of secrets that fit their database. */
export async function checkValuesOf(
  { masterKeys, codePeppers, proxyKeys, known }: VerifiedSecrets,
  random: Random,
): Promise<CheckValues> {
  const ofMasterKeys = await Promise.all(
    masterKeys.map(async (masterKey) => {
      const { seal } = await createSealer({ masterKeys: [masterKey], random });
      return { key_id: masterKey.id, value: await seal(checkContext(masterKey.id), new Uint8Array()) };
    }),
  );
  const lists = [
    ofMasterKeys.map((row) => ({ secret: 'master key' as const, ...row })),
    codePeppers.map((pepper) => ({ secret: 'code pepper' as const, ...rowOf(pepper) })),
    proxyKeys.map((proxyKey) => ({ secret: 'proxy key' as const, ...rowOf(proxyKey) })),
  ];
  const isKnown = ({ secret, key_id }: NewRow<'check_values'>) =>
    known.some((key) => key.secret === secret && key.keyId === key_id);
  return {
    making: lists.flatMap((rows) => rows.slice(0, 1).map((row) => ({ ...row, used_at_ms: 0 }))),
    older: lists.flatMap((rows) => rows.slice(1).map((row) => ({ ...row, used_at_ms: 0 }))).filter(isKnown),
  };
}

const rowOf = ({ id, checkValue }: NamedSecret) => ({ key_id: id, value: checkValue });

/**
 * Writes the check values of matching secrets. If two processes start at once on an empty database with different secrets, the later one is
 * refused here.
 *
 * @throws {SecretsError} SECRETS_UNFIT
 */
export async function writeCheckValues(
  store: Pick<Store, 'transaction'>,
  { making, older }: CheckValues,
  given: GivenSecrets,
  nowMs: number,
): Promise<void> {
  await store.transaction(async (transaction) => {
    const checkValues = await transaction.selectFrom('check_values').selectAll().execute();
    await verifySecrets(given, { kind: 'by name', checkValues });
    await transaction
      .insertInto('check_values')
      .values([...making, ...older].map((row) => ({ ...row, used_at_ms: nowMs })))
      .onConflict((conflict) => conflict.columns(['secret', 'key_id']).doNothing())
      .execute();
    await insertInUse(transaction, making, nowMs);
  });
}

/**
 * Records that this process uses its keys now: `latchkey reseal` removes no id that was recorded in the last minutes. An id that was
 * removed nevertheless is added again, before its key can be deleted.
 */
export async function recordUse(
  { change }: Pick<Store, 'change'>,
  { making }: CheckValues,
  nowMs: number,
): Promise<void> {
  await change((db) => insertInUse(db, making, nowMs));
}

/** A new process uses its keys at once: it records that before it creates anything, also on an existing row. */
async function insertInUse(db: Kysely<Tables>, making: CheckValues['making'], nowMs: number): Promise<void> {
  await db
    .insertInto('check_values')
    .values(making.map((row) => ({ ...row, used_at_ms: nowMs })))
    .onConflict((conflict) => conflict.columns(['secret', 'key_id']).doUpdateSet({ used_at_ms: nowMs }))
    .execute();
}
