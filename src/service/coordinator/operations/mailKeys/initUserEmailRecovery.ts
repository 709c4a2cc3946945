import type { initUserEmailRecovery } from '../../../../contract/mailKeys.js';
import { recoveryKeyType } from '../../callers/recoveryKey.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import type { SealedKey } from '../../logins/sealedKey.js';
import { type KindOfKey, mailKey, prepareKey, userToMail } from './mailedKey.js';

const recoveryKey: KindOfKey = {
  feature: 'FEATURE_NAME_EMAIL_RECOVERY',
  credentialType: recoveryKeyType,
  name: 'Recovery',
  purpose: 'recovery',
  template: 'EMAIL_TEMPLATE_KIND_RECOVERY_LINK',
};

/** Mails a key that registers a passkey. */
export const initUserEmailRecoveryHandler: ActivityHandler<typeof initUserEmailRecovery, SealedKey> = {
  prepare: ({ parameters, ...by }, preparation) => prepareKey(recoveryKey, parameters, by, preparation),

  async execute({ parameters, prepared }, execution) {
    const user = await userToMail(recoveryKey, parameters, execution);
    await mailKey(recoveryKey, { parameters, prepared, user }, execution);
    return done({ userId: user.user_id });
  },
};
