import type { emailAuth, initUserEmailRecovery, recoverUser } from '../../../../contract/mailKeys.js';
import { refused } from '../../../../contract/refusals.js';
import type { Row } from '../../../store/schema.js';
import { isRecoveryKey, recoveryKeyType } from '../../callers/caller.js';
import { credentialsOf } from '../../callers/credentialsOf.js';
import type { ActivityHandler, Execution } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import { withdrawOfSessions } from '../../engine/withdrawn.js';
import { loginOfMaker, type SealedKey } from '../../logins/sessionKey.js';
import { isPasskey, registerPasskey } from '../../records/authenticators.js';
import { removeCredentials } from '../../records/credentials.js';
import { findMember } from '../../records/users.js';
import { sendLoginLinkHandler } from './loginLink.js';
import { type KindOfKey, mailKey, prepareKey, userToMail } from './mailedKey.js';
import { initOtpAuthHandler, otpAuthHandler } from './otpAuth.js';

const emailAuthKey: KindOfKey = {
  feature: 'FEATURE_NAME_EMAIL_AUTH',
  credentialType: 'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256',
  name: 'Email Auth',
  purpose: 'login',
  template: 'EMAIL_TEMPLATE_KIND_LOGIN_LINK',
};

/** Mails a key to log in by. */
const emailAuthHandler: ActivityHandler<typeof emailAuth, SealedKey> = {
  prepare: ({ parameters, ...by }, preparation) => prepareKey(emailAuthKey, parameters, by, preparation),

  async execute({ parameters, prepared }, execution) {
    const { transaction, organization } = execution;
    const user = await userToMail(emailAuthKey, parameters, execution);
    if (parameters.invalidateExisting) {
      checkMayInvalidate(execution, user);
      const { credentialType } = emailAuthKey;
      const mailed = (await credentialsOf(transaction, user)).filter((key) => key.credential_type === credentialType);
      await removeCredentials(transaction, organization, mailed);
      await withdrawOfSessions(execution, user);
    }
    const apiKeyId = await mailKey(emailAuthKey, { parameters, prepared, user }, execution);
    return done({ userId: user.user_id, apiKeyId });
  },
};

/**
 * A policy that allows a mail to a root user does not allow to end that user's keys.
 *
 * @throws {RefusedError} NOT_AUTHORIZED
 */
function checkMayInvalidate({ caller, isByRootQuorum }: Execution, user: Row<'users'>): void {
  const isOwn = caller.user.user_id === user.user_id;
  if (user.is_root === 1 && !caller.fromParent && !isOwn && !isByRootQuorum)
    throw refused('NOT_AUTHORIZED', { about: 'invalidateExisting, for a member of the root quorum' });
}

const recoveryKey: KindOfKey = {
  feature: 'FEATURE_NAME_EMAIL_RECOVERY',
  credentialType: recoveryKeyType,
  name: 'Recovery',
  purpose: 'recovery',
  template: 'EMAIL_TEMPLATE_KIND_RECOVERY_LINK',
};

/** Mails a key that registers a passkey. */
const initUserEmailRecoveryHandler: ActivityHandler<typeof initUserEmailRecovery, SealedKey> = {
  prepare: ({ parameters, ...by }, preparation) => prepareKey(recoveryKey, parameters, by, preparation),

  async execute({ parameters, prepared }, execution) {
    const user = await userToMail(recoveryKey, parameters, execution);
    await mailKey(recoveryKey, { parameters, prepared, user }, execution);
    return done({ userId: user.user_id });
  },
};

/**
 * Registers a passkey, once per recovery key, so that a later reader of the mail cannot register another. The key stays until it expires:
 * if the answer was lost, the same bytes are sent again.
 */
const recoverUserHandler: ActivityHandler<typeof recoverUser> = {
  async execute({ parameters: { userId, authenticator } }, execution) {
    const { tools, transaction, organization, caller, nowMs } = execution;
    const user = await findMember(transaction, organization.organization_id, userId);
    const loginId = loginOfMaker(execution);
    const passkeys = (await credentialsOf(transaction, user)).filter(isPasskey);
    if (isRecoveryKey(caller) && passkeys.some(({ login_id }) => login_id === loginId))
      throw refused('RECOVERY_KEY_SPENT');
    const holder = { organization, userId, loginId, nowMs };
    return done({ authenticatorId: [await registerPasskey(tools, transaction, holder, authenticator)] });
  },
};

export const mailKeysHandlers = {
  emailAuth: emailAuthHandler,
  initOtpAuth: initOtpAuthHandler,
  initUserEmailRecovery: initUserEmailRecoveryHandler,
  otpAuth: otpAuthHandler,
  recoverUser: recoverUserHandler,
  sendLoginLink: sendLoginLinkHandler,
};
