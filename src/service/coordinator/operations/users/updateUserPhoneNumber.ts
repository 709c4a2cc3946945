import type { updateUserPhoneNumber } from '../../../../contract/userContacts.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { updateContact } from './updateContact.js';

/** With a token, or by the root quorum's word. */
export const updateUserPhoneNumberHandler: ActivityHandler<typeof updateUserPhoneNumber> = {
  async execute({ parameters: { userId, userPhoneNumber: typed, verificationToken } }, execution) {
    await updateContact(execution, { userId, kind: 'PHONE_NUMBER', typed, verificationToken });
    return done({ userId });
  },
};
