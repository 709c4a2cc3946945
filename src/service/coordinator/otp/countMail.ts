import type { AuthProxySettings } from '../../../contract/authProxy.records.js';
import type { OtpType } from '../../../contract/contact.js';
import { refused } from '../../../contract/refusals.js';
import { newId } from '../../tools.js';
import type { Execution } from '../pipeline/execution.js';
import { countInCaps } from './codeCaps.js';
import { decideCode } from './codeLimits.js';
import { codeRequesterOf } from './codeRequester.js';
import { limitKeyOf } from './limitKey.js';

/** An e-mail that is no one-time code's, as limits and caps count it. @param contact - canonical. */
export function mailTo(
  { organization, nowMs }: Pick<Execution, 'organization' | 'nowMs'>,
  contact: string,
): Parameters<typeof decideCode>[1] & { readonly contact: string } {
  return {
    organizationId: organization.parent_id ?? organization.organization_id,
    otpType: 'OTP_TYPE_EMAIL',
    contact,
    limitKey: limitKeyOf('OTP_TYPE_EMAIL', contact),
    requester: codeRequesterOf({ byProxy: false }),
    nowMs,
  };
}

/**
 * Counts an e-mail that is about to be sent, of whatever kind and whoever starts it: in what its contact may get within an hour, and in
 * the caps.
 *
 * @throws {RefusedError} TOO_MANY_CODES
 * @throws {NotRecorded} LOGIN_BUSY
 */
export async function countMail(execution: Execution, contact: string, settings: AuthProxySettings): Promise<void> {
  const { tools, transaction } = execution;
  const mail = mailTo(execution, contact);
  const decision = await decideCode(transaction, mail, settings);
  if ('waitMs' in decision) throw refused('TOO_MANY_CODES', { retryAfterMs: decision.waitMs });
  await countInCaps(tools, transaction, { ...mail, ...decision }, settings);
  await noteMessage(execution, mail);
}

/** Notes a message that no one-time code's is, where limits look for what a contact has got. @param contact - canonical. */
export async function noteMessage(
  { tools, transaction, organization, nowMs }: Execution,
  { otpType, contact }: { readonly otpType: OtpType; readonly contact: string },
): Promise<void> {
  await transaction
    .insertInto('otp_codes')
    .values({
      organization_id: organization.parent_id ?? organization.organization_id,
      otp_id: newId(tools.random),
      purpose: 'message',
      otp_type: otpType,
      contact,
      limit_key: limitKeyOf(otpType, contact),
      salt: '',
      code_hash: '',
      length: 0,
      alphanumeric: 0,
      requester: codeRequesterOf({ byProxy: false }).address,
      device: null,
      tries: 0,
      expires_at_ms: nowMs,
      retired: 1,
      created_at_ms: nowMs,
    })
    .execute();
}
