import type {
  createAuthenticators,
  deleteAuthenticators,
  updateAuthenticator,
} from '../../../contract/authenticators.js';
import type { getAuthenticator, getAuthenticators } from '../../../contract/authenticators.queries.js';
import { refused } from '../../../contract/refusals.js';
import { recoveryKeyType } from '../callers/caller.js';
import { credentialsOf } from '../callers/credentialsOf.js';
import type { ActivityHandler, AnswerQuery } from '../engine/handlers/handler.js';
import { done } from '../engine/handlers/outcome.js';
import { removeNamed } from '../logins/removeNamed.js';
import { loginOfMaker } from '../logins/sessionKey.js';
import { isPasskey, registerPasskey, writeAuthenticator } from '../records/authenticators.js';
import { removeCredentials } from '../records/credentials.js';
import { findMember, findUser } from '../records/users.js';

/** Registers the passkeys in the order given. {@link loginOfMaker} */
const createAuthenticatorsHandler: ActivityHandler<typeof createAuthenticators> = {
  async execute({ parameters: { userId, authenticators } }, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    await findMember(transaction, organization.organization_id, userId);
    const holder = { organization, userId, loginId: loginOfMaker(execution), nowMs };
    const authenticatorIds: string[] = [];
    for (const each of authenticators) {
      authenticatorIds.push(await registerPasskey(tools, transaction, holder, each));
    }
    return done({ authenticatorIds });
  },
};

/** A passkey's name. */
const updateAuthenticatorHandler: ActivityHandler<typeof updateAuthenticator> = {
  async execute({ parameters }, { transaction, nowMs, organization: { organization_id } }) {
    const { userId, authenticatorId, authenticatorName } = parameters;
    await findMember(transaction, organization_id, userId);
    const renamed = await transaction
      .updateTable('credentials')
      .set({ credential_name: authenticatorName, updated_at_ms: nowMs })
      .where('organization_id', '=', organization_id)
      .where('credential_id', '=', authenticatorId)
      .where('user_id', '=', userId)
      .where('kind', '=', 'PASSKEY')
      .returning('credential_id')
      .executeTakeFirst();
    if (!renamed) throw refused('AUTHENTICATOR_NOT_FOUND');
    return done({ authenticatorId });
  },
};

/**
 * Deletes all the passkeys named, or none. With a passkey ends the recovery key that registered it, which could register another else.
 */
const deleteAuthenticatorsHandler: ActivityHandler<typeof deleteAuthenticators> = {
  async execute({ parameters: { userId, authenticatorIds } }, execution) {
    const { transaction, organization } = execution;
    const { removed, left } = await removeNamed(execution, {
      userId,
      ids: authenticatorIds,
      isOfKind: isPasskey,
      absent: 'AUTHENTICATOR_NOT_FOUND',
    });
    const logins = new Set<string | null>(removed.map(({ login_id }) => login_id).filter((id) => id !== null));
    const ended = left.filter(
      ({ credential_type, login_id }) => credential_type === recoveryKeyType && logins.has(login_id),
    );
    await removeCredentials(transaction, organization, ended);
    return done({ authenticatorIds });
  },
};

/** One passkey of the organization. */
const answerGetAuthenticator: AnswerQuery<typeof getAuthenticator> = async (
  { organizationId, authenticatorId },
  { db },
) => {
  const credential = await db
    .selectFrom('credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('credential_id', '=', authenticatorId)
    .executeTakeFirst();
  if (!credential || !isPasskey(credential)) throw refused('AUTHENTICATOR_NOT_FOUND');
  return { authenticator: writeAuthenticator(credential) };
};

/** A user's passkeys, oldest first. */
const answerGetAuthenticators: AnswerQuery<typeof getAuthenticators> = async ({ organizationId, userId }, { db }) => {
  const user = await findUser(db, organizationId, userId);
  if (!user) throw refused('USER_NOT_FOUND');
  return { authenticators: (await credentialsOf(db, user)).filter(isPasskey).map(writeAuthenticator) };
};

export const authenticatorsHandlers = {
  createAuthenticators: createAuthenticatorsHandler,
  deleteAuthenticators: deleteAuthenticatorsHandler,
  updateAuthenticator: updateAuthenticatorHandler,
};

export const authenticatorsAnswers = {
  getAuthenticator: answerGetAuthenticator,
  getAuthenticators: answerGetAuthenticators,
};
