import type { emailAuth } from '../../../../contract/mailKeys.js';
import { refused } from '../../../../contract/refusals.js';
import type { Row } from '../../../store/schema.js';
import type { ActivityHandler, Execution } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { withdrawOfSessions } from '../../engine/withdrawn.js';
import type { SealedKey } from '../../logins/sealedKey.js';
import { credentialsOf, removeCredentials } from '../../records/credentials.js';
import { type KindOfKey, mailKey, prepareKey, userToMail } from './mailedKey.js';

const emailAuthKey: KindOfKey = {
  feature: 'FEATURE_NAME_EMAIL_AUTH',
  credentialType: 'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256',
  name: 'Email Auth',
  purpose: 'login',
  template: 'EMAIL_TEMPLATE_KIND_LOGIN_LINK',
};

/** Mails a key to log in by. */
export const emailAuthHandler: ActivityHandler<typeof emailAuth, SealedKey> = {
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
