import type { updateAuthenticator } from '../../../../contract/authenticators.js';
import { refused } from '../../../../contract/refusals.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { findMember } from '../../records/users.js';

/** A passkey's name. */
export const updateAuthenticatorHandler: ActivityHandler<typeof updateAuthenticator> = {
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
