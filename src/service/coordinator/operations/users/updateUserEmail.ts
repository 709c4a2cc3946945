import type { updateUserEmail } from '../../../../contract/userContacts.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { updateContact } from './updateContact.js';

/** With a token, or by the root quorum's word. */
export const updateUserEmailHandler: ActivityHandler<typeof updateUserEmail> = {
  async execute({ parameters: { userId, userEmail: typed, verificationToken } }, execution) {
    await updateContact(execution, { userId, kind: 'EMAIL', typed, verificationToken });
    return done({ userId });
  },
};
