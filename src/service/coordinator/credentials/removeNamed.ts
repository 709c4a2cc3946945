import { type RefusalCode, refused } from '../../../contract/refusals.js';
import type { Row } from '../../store/schema.js';
import { checkMayLoseCredentials } from '../organizations/records.js';
import type { Execution } from '../pipeline/execution.js';
import { findUser } from '../users/records.js';
import { credentialsOf, removeCredentials } from './records.js';

/** Of whom, which ones, and what is answered where one of them is not there. */
export type Named = {
  readonly userId: string;
  readonly ids: readonly string[];
  readonly isOfKind: (credential: Row<'credentials'>) => boolean;
  readonly absent: RefusalCode;
};

/**
 * Takes credentials of one kind away from a user: all that are named, or none.
 *
 * @throws {RefusedError} USER_NOT_FOUND, `absent`, LAST_CREDENTIAL
 */
export async function removeNamed(
  { transaction, organization }: Execution,
  { userId, ids, isOfKind, absent }: Named,
): Promise<void> {
  const user = await findUser(transaction, organization.organization_id, userId);
  if (!user) throw refused('USER_NOT_FOUND');
  const held = (await credentialsOf(transaction, user)).filter(isOfKind);
  const named = held.filter(({ credential_id }) => ids.includes(credential_id));
  if (named.length !== new Set(ids).size) throw refused(absent);
  await removeCredentials(transaction, organization, named);
  await checkMayLoseCredentials(transaction, organization, user);
}
