import { type RefusalCode, refused } from '../../../contract/refusals.js';
import type { Row } from '../../store/schema.js';
import { credentialsOf } from '../callers/credentialsOf.js';
import type { Execution } from '../engine/handlers/handler.js';
import { withdrawOfDeleted } from '../engine/withdrawn.js';
import { removeCredentials } from '../records/credentials.js';
import { checkMayLoseCredentials } from '../records/organizations.js';
import { findMember } from '../records/users.js';

type Credential = Row<'credentials'>;

/** Of whom, which ones, and what is answered where one of them is not there. */
export type NamedCredentials = {
  readonly userId: string;
  readonly ids: readonly string[];
  readonly isOfKind: (credential: Credential) => boolean;
  readonly absent: RefusalCode;
};

/**
 * Takes credentials of one kind away from a user, and what waits of them: all that are named, or none.
 *
 * @returns those, and the ones of every kind that the user has left
 * @throws {RefusedError} USER_NOT_FOUND, NOT_AUTHORIZED (the auth proxy's own user), `absent`, LAST_CREDENTIAL
 */
export async function removeNamed(
  execution: Execution,
  { userId, ids, isOfKind, absent }: NamedCredentials,
): Promise<{ readonly removed: readonly Credential[]; readonly left: readonly Credential[] }> {
  const { transaction, organization } = execution;
  const user = await findMember(transaction, organization.organization_id, userId);
  const held = await credentialsOf(transaction, user);
  const removed = held.filter((each) => isOfKind(each) && ids.includes(each.credential_id));
  if (removed.length !== new Set(ids).size) throw refused(absent);
  await removeCredentials(transaction, organization, removed);
  await withdrawOfDeleted(execution, user, removed, held);
  await checkMayLoseCredentials(transaction, organization, user);
  return { removed, left: held.filter((each) => !removed.includes(each)) };
}
