import type { deleteApiKeys } from '../../../contract/credentials.js';
import type { Row } from '../../store/schema.js';
import type { ActivityHandler, Execution } from '../pipeline/execution.js';
import { credentialsOf, isKey, removeCredentials } from './records.js';
import { removeNamed } from './removeNamed.js';

/** Deletes all the keys named, or none; with the last key of a login the secrets end that it made for reading. */
export const deleteApiKeysHandler: ActivityHandler<typeof deleteApiKeys> = {
  async execute({ parameters: { userId, apiKeyIds } }, execution) {
    const { transaction, organization } = execution;
    const user = { organization_id: organization.organization_id, user_id: userId };
    const before = await credentialsOf(transaction, user);
    await removeNamed(execution, { userId, ids: apiKeyIds, isOfKind: isKey, absent: 'API_KEY_NOT_FOUND' });
    if (before.some(({ kind }) => kind === 'READ_ONLY_SESSION')) await endReading(execution, before, apiKeyIds);
    return { apiKeyIds };
  },
};

async function endReading(
  { transaction, organization }: Execution,
  before: readonly Row<'credentials'>[],
  removed: readonly string[],
): Promise<void> {
  const keys = before.filter(({ kind }) => kind === 'SESSION_KEY');
  const isRemoved = ({ credential_id }: Row<'credentials'>) => removed.includes(credential_id);
  const living = new Set(keys.filter((key) => !isRemoved(key)).map(({ login_id }) => login_id));
  const ended = new Set(keys.filter(isRemoved).map(({ login_id }) => login_id));
  const reading = before.filter(
    ({ kind, login_id }) => kind === 'READ_ONLY_SESSION' && ended.has(login_id) && !living.has(login_id),
  );
  await removeCredentials(transaction, organization, reading);
}
