import type { deleteApiKeys } from '../../../../contract/credentials.js';
import type { Row } from '../../../store/schema.js';
import type { ActivityHandler, Execution } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { removeNamed } from '../../logins/removeNamed.js';
import { isKey, removeCredentials } from '../../records/credentials.js';

/** Deletes all the keys named, or none; with the last key of a login the secrets end that it made for reading. */
export const deleteApiKeysHandler: ActivityHandler<typeof deleteApiKeys> = {
  async execute({ parameters: { userId, apiKeyIds } }, execution) {
    const named = { userId, ids: apiKeyIds, isOfKind: isKey, absent: 'API_KEY_NOT_FOUND' } as const;
    await endReading(execution, await removeNamed(execution, named));
    return done({ apiKeyIds });
  },
};

async function endReading(
  { transaction, organization }: Execution,
  { removed, left }: Awaited<ReturnType<typeof removeNamed>>,
): Promise<void> {
  const living = loginsOf(left);
  const ended = loginsOf(removed);
  const reading = left.filter(
    ({ kind, login_id }) => kind === 'READ_ONLY_SESSION' && ended.has(login_id) && !living.has(login_id),
  );
  await removeCredentials(transaction, organization, reading);
}

/** Of session keys. */
const loginsOf = (credentials: readonly Row<'credentials'>[]): ReadonlySet<string | null> =>
  new Set(credentials.filter(({ kind }) => kind === 'SESSION_KEY').map(({ login_id }) => login_id));
