import { canonicalEmail } from '../../../../contract/contact.js';
import { refused } from '../../../../contract/refusals.js';
import type { createReadWriteSession } from '../../../../contract/sessions.js';
import type { Row } from '../../../store/schema.js';
import type { ActivityHandler, Execution, RequestedActivity } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { withdrawOfSessions } from '../../engine/withdrawn.js';
import { type SealedKey, sealFreshKey } from '../../logins/sealedKey.js';
import { addSessionKey, loginOfCaller } from '../../logins/sessionKey.js';
import { credentialsOf, isSession, removeCredentials } from '../../records/credentials.js';
import { findMember } from '../../records/users.js';

/** A session key for the holder of the target key; for the caller, or by the root quorum for another user. */
export const createReadWriteSessionHandler: ActivityHandler<typeof createReadWriteSession, SealedKey> = {
  prepare: ({ parameters }, { tools }) => sealFreshKey(tools, parameters.targetPublicKey),

  async execute({ prepared, ...request }, execution) {
    const { transaction, organization, nowMs } = execution;
    const user = await userNamed(request, execution);
    if ('invalidateExisting' in request.parameters && request.parameters.invalidateExisting) {
      await removeCredentials(transaction, organization, (await credentialsOf(transaction, user)).filter(isSession));
      await withdrawOfSessions(execution, user);
    }
    const { expirationSeconds, apiKeyName = `Read Write Session - ${new Date(nowMs).toISOString()}` } =
      request.parameters;
    const { publicKey, bundle } = prepared;
    const key = { publicKey, expirationSeconds, apiKeyName, credentialType };
    const { apiKeyId } = await addSessionKey(execution, user, key, loginOfCaller(execution, 'proved'));
    return done({
      organizationId: organization.organization_id,
      organizationName: organization.name,
      userId: user.user_id,
      username: user.user_name,
      apiKeyId,
      credentialBundle: bundle,
    });
  },
};

const credentialType = 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256';

/** The caller, unless another user is named: by an id. An address names the caller alone. @throws {RefusedError} USER_NOT_FOUND */
async function userNamed(
  { parameters }: RequestedActivity<typeof createReadWriteSession>,
  { transaction, organization, caller }: Execution,
): Promise<Row<'users'>> {
  if ('email' in parameters) {
    if (canonicalEmail(parameters.email) !== caller.user.email) throw refused('USER_NOT_FOUND');
    return caller.user;
  }
  const { userId = caller.user.user_id } = parameters;
  return findMember(transaction, organization.organization_id, userId);
}
