import type { AuthProxySettings } from '../../../contract/authProxy.records.js';
import { refused } from '../../../contract/refusals.js';
import { limitKeyOf } from '../../configuration/limitKey.js';
import type { Execution } from '../pipeline/execution.js';
import { countInCaps } from './codeCaps.js';
import { decideCode } from './codeLimits.js';
import { codeRequesterOf } from './codeRequester.js';
import { noteMessage } from './records.js';

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
  await noteMessage(tools, transaction, mail);
}
