import type { emailAuth } from '../../../contract/mailKeys.js';
import { credentialsOf, removeCredentials } from '../credentials/records.js';
import type { ActivityHandler } from '../pipeline/execution.js';
import type { SealedKey } from '../sessions/sealedKey.js';
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
      const { credentialType } = emailAuthKey;
      const mailed = (await credentialsOf(transaction, user)).filter((key) => key.credential_type === credentialType);
      await removeCredentials(transaction, organization, mailed);
    }
    const apiKeyId = await mailKey(emailAuthKey, { parameters, prepared, user }, execution);
    return { userId: user.user_id, apiKeyId };
  },
};
