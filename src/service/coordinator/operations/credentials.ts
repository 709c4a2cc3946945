import type { createApiKeys, deleteApiKeys } from '../../../contract/credentials.js';
import type { getApiKey, getApiKeys } from '../../../contract/credentials.queries.js';
import { refused } from '../../../contract/refusals.js';
import type { Row } from '../../store/schema.js';
import { credentialsOf } from '../callers/credentialsOf.js';
import type { ActivityHandler, AnswerQuery, Execution } from '../engine/handlers/handler.js';
import { done } from '../engine/handlers/outcome.js';
import { removeNamed } from '../logins/removeNamed.js';
import { loginOfMaker } from '../logins/sessionKey.js';
import {
  addApiKey,
  apiKeyTypeOf,
  credentialsOfAll,
  isKey,
  removeCredentials,
  writeApiKey,
} from '../records/credentials.js';
import { findMember, findUser } from '../records/users.js';

/** Adds the keys in the order given. {@link loginOfMaker} */
const createApiKeysHandler: ActivityHandler<typeof createApiKeys> = {
  async execute({ parameters: { userId, apiKeys } }, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    await findMember(transaction, organization.organization_id, userId);
    const made = { kind: 'API_KEY', loginId: loginOfMaker(execution), proof: 'unproved' } as const;
    const apiKeyIds: string[] = [];
    for (const key of apiKeys) {
      apiKeyIds.push(
        await addApiKey(
          tools,
          transaction,
          { organization, userId, nowMs },
          { ...key, ...made, credentialType: apiKeyTypeOf(key.curveType) },
        ),
      );
    }
    return done({ apiKeyIds });
  },
};

/** Deletes all the keys named, or none; with the last key of a login the secrets end that it made for reading. */
const deleteApiKeysHandler: ActivityHandler<typeof deleteApiKeys> = {
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

/** A foreign and an absent key are both not found. */
const answerGetApiKey: AnswerQuery<typeof getApiKey> = async ({ organizationId, apiKeyId }, { db }) => {
  const credential = await db
    .selectFrom('credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('credential_id', '=', apiKeyId)
    .executeTakeFirst();
  if (!credential || !isKey(credential)) throw refused('API_KEY_NOT_FOUND');
  return { apiKey: writeApiKey(credential) };
};

/** Of one user, or of all. */
const answerGetApiKeys: AnswerQuery<typeof getApiKeys> = async ({ organizationId, userId }, { db }) => {
  if (userId === undefined) {
    return { apiKeys: (await credentialsOfAll(db, organizationId)).filter(isKey).map(writeApiKey) };
  }
  const user = await findUser(db, organizationId, userId);
  if (!user) throw refused('USER_NOT_FOUND');
  return { apiKeys: (await credentialsOf(db, user)).filter(isKey).map(writeApiKey) };
};

export const credentialsHandlers = {
  createApiKeys: createApiKeysHandler,
  deleteApiKeys: deleteApiKeysHandler,
};

export const credentialsAnswers = {
  getApiKey: answerGetApiKey,
  getApiKeys: answerGetApiKeys,
};
