import type { Transaction } from 'kysely';
import { type RefusedError, refused } from '../../../../contract/refusals.js';
import type { Bytes } from '../../../../crypto/bytes.js';
import { fromHex, toHex } from '../../../../crypto/hex.js';
import { openImportBundle } from '../../../../crypto/importBundle.js';
import { importAgreementKey } from '../../../../crypto/p256.js';
import { LatchkeyError } from '../../../../errors.js';
import { ChangedMeanwhile } from '../../../store/changedMeanwhile.js';
import type { Row, Tables } from '../../../store/schema.js';
import type { Tools } from '../../../tools.js';
import { withSecret } from '../../../wipe.js';
import type { Execution, Holding, Preparation, RequestedBy } from '../../engine/handlers/handler.js';
import { type Done, type Failed, failed, outcomeOf } from '../../engine/handlers/outcome.js';
import { endTarget, findTarget, type ImportPurpose, targetContext } from '../../records/imports.js';
import { findUser } from '../../records/users.js';

/** What an import made of what it opened, or that this is refused: the target that it came by is spent either way. */
export type PreparedImport<Made> = {
  /** `undefined` where it was taken when the activity began to wait for votes. */
  readonly target: Target | undefined;
  readonly outcome: { readonly made: Made } | { readonly refusal: RefusedError };
};

/** The key that a bundle was sealed to. */
export type Target = Row<'import_targets'>;

/** The parameters of every import. */
type ImportRequest = RequestedBy & {
  readonly parameters: { readonly userId: string; readonly encryptedBundle: string };
};

/**
 * Opens a bundle and lends what it holds to `make`.
 *
 * @throws {RefusedError} USER_NOT_FOUND, NOT_AUTHORIZED, IMPORT_NOT_STARTED: then no target is spent
 */
export async function prepareImport<Made>(
  purpose: ImportPurpose,
  request: ImportRequest,
  preparation: Preparation,
  make: (secret: Bytes) => Promise<Made>,
): Promise<PreparedImport<Made>> {
  const { encryptedBundle } = request.parameters;
  if (preparation.evidence === 'checked') {
    const { targetKey, bundle } = readHeldBundle(encryptedBundle);
    return { target: undefined, outcome: await madeBy(() => withOpened(targetKey, bundle, make)) };
  }
  const target = await targetOf(purpose, request, preparation);
  const open = async () => withOpened(await openTarget(preparation.tools, target), encryptedBundle, make);
  return { target, outcome: await madeBy(open) };
}

/** Uses up the target, and stores what the import has made, unless that is refused. */
export async function executeImport<Made, Result extends object>(
  { target, outcome }: PreparedImport<Made>,
  { transaction }: Pick<Execution, 'transaction'>,
  write: (made: Made) => Promise<Done<Result>>,
): Promise<Done<Result> | Failed> {
  await spend(transaction, target);
  if ('refusal' in outcome) return failed(outcome.refusal);
  const written = await outcomeOf(() => write(outcome.made));
  return written.kind === 'failed' ? failed(written.refusal) : written;
}

/**
 * Looks whether a bundle that will wait for votes opens, and holds what `check` takes.
 *
 * @throws {RefusedError} USER_NOT_FOUND, NOT_AUTHORIZED, IMPORT_NOT_STARTED, IMPORT_BUNDLE_INVALID and those of `check`
 */
export async function checkImport(
  purpose: ImportPurpose,
  request: ImportRequest,
  preparation: Preparation,
  check: (secret: Bytes) => unknown,
): Promise<Target> {
  const target = await targetOf(purpose, request, preparation);
  await withOpened(await openTarget(preparation.tools, target), request.parameters.encryptedBundle, check);
  return target;
}

/** Takes the target for what waits. @returns the bundle with the key that opens it. */
export async function holdImport(
  { parameters, evidence }: { readonly parameters: { readonly encryptedBundle: string }; readonly evidence: Target },
  { tools, transaction }: Holding,
): Promise<{ readonly encryptedBundle: string }> {
  await spend(transaction, evidence);
  const held = await withSecret(await openTarget(tools, evidence), (key) =>
    writeHeldBundle(key, parameters.encryptedBundle),
  );
  return { encryptedBundle: held };
}

async function targetOf(
  purpose: ImportPurpose,
  { parameters: { userId }, caller, organization }: ImportRequest,
  { read, nowMs }: Preparation,
): Promise<Target> {
  await checkOwn(userId, { caller }, { read });
  const place = { organizationId: organization.organization_id, userId, purpose };
  const target = await read((db) => findTarget(db, place, nowMs));
  if (!target) throw refused('IMPORT_NOT_STARTED');
  return target;
}

/** The private half. */
const openTarget = ({ sealer }: Tools, target: Target): Promise<Bytes> =>
  sealer.open(targetContext(target), target.sealed_key);

/** Opens a bundle by a target's private half, which is wiped. @throws {RefusedError} IMPORT_BUNDLE_INVALID */
async function withOpened<Result>(
  targetKey: Bytes,
  bundle: string,
  use: (secret: Bytes) => Result | Promise<Result>,
): Promise<Result> {
  const recipient = await withSecret(targetKey, importAgreementKey);
  const secret = await openImportBundle(bundle, recipient).catch((cause: unknown) => {
    throw cause instanceof LatchkeyError ? refused('IMPORT_BUNDLE_INVALID') : cause;
  });
  return withSecret(secret, use);
}

/** @throws {ChangedMeanwhile} where another import, or a new beginning, has ended it meanwhile */
async function spend(transaction: Transaction<Tables>, target: Target | undefined): Promise<void> {
  if (target && !(await endTarget(transaction, target)))
    throw new ChangedMeanwhile('Another import has ended the target.');
}

/** What limits refuse spends no target: the same bundle may come again. */
async function madeBy<Made>(make: () => Promise<Made>): Promise<PreparedImport<Made>['outcome']> {
  const made = await outcomeOf(async () => ({ kind: 'made' as const, made: await make() }));
  if (made.kind === 'made') return made;
  if (made.refusal.code === 'TOO_MANY_DERIVATIONS') throw made.refusal;
  return { refusal: made.refusal };
}

/** Users import for themselves only. @throws {RefusedError} USER_NOT_FOUND, NOT_AUTHORIZED */
export async function checkOwn(
  userId: string,
  { caller }: Pick<RequestedBy, 'caller'>,
  { read }: Pick<Preparation, 'read'>,
): Promise<void> {
  const { organization_id, user_id } = caller.user;
  if (userId === user_id) return;
  if (!(await read((db) => findUser(db, organization_id, userId)))) throw refused('USER_NOT_FOUND');
  throw refused('NOT_AUTHORIZED', { about: 'userId is another user' });
}

/**
 * A bundle of an import that waits for votes, with the key that opens it, as the activity keeps them: sealed with its parameters, and
 * gone with them. The key's 32 bytes stand before the bundle.
 */
const writeHeldBundle = (targetKey: Bytes, bundle: string): string => `${toHex(targetKey)}${bundle}`;

/** What {@link writeHeldBundle} wrote. The key is the caller's to wipe. */
const readHeldBundle = (held: string): { readonly targetKey: Bytes; readonly bundle: string } => ({
  targetKey: fromHex(held.slice(0, 64)),
  bundle: held.slice(64),
});
