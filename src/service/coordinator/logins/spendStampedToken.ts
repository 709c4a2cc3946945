import { refused } from '../../../contract/refusals.js';
import type { Execution } from '../engine/handlers/handler.js';
import { checkCodesOn } from '../records/organizations.js';

/**
 * Ends the verification token that the caller stamps by, as a login does; who stamps otherwise has none. It is good once.
 *
 * @param loginPublicKey - the session's key, where it becomes a session.
 * @throws {RefusedError} VERIFICATION_TOKEN_SPENT, METHOD_NOT_ENABLED
 */
export async function spendStampedToken(
  { transaction, organization, caller: { credential }, activityId, nowMs }: Execution,
  loginPublicKey: string | null = null,
): Promise<void> {
  if (credential?.kind !== 'CONTACT') return;
  const [spent] = await transaction
    .updateTable('verification_tokens')
    .set({
      ended_at_ms: nowMs,
      login_public_key: loginPublicKey,
      login_organization_id: organization.organization_id,
      login_activity_id: activityId,
    })
    .where('organization_id', '=', organization.parent_id ?? organization.organization_id)
    .where('token_id', '=', credential.id)
    .where('ended_at_ms', 'is', null)
    .returning('otp_type')
    .execute();
  if (!spent) throw refused('VERIFICATION_TOKEN_SPENT');
  await checkCodesOn(
    transaction,
    organization,
    spent.otp_type === 'OTP_TYPE_EMAIL' ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS',
  );
}
