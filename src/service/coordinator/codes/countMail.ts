import type { AuthProxySettings } from '../../../contract/authProxy.records.js';
import { RefusedError, refused } from '../../../contract/refusals.js';
import { limitKeyOf } from '../../configuration/limitKey.js';
import type { Execution } from '../engine/handlers/handler.js';
import { noteMessage } from '../records/otp.js';
import { checkCaps, checkServed, countInCaps } from './codeCaps.js';
import { type CodeRequest, decideCode } from './codeLimits.js';
import { codeRequesterOf } from './codeRequester.js';

/** A message that is no one-time code's, as limits and caps count it. */
export type CountedMessage = CodeRequest & { readonly contact: string };

/** @param contact - canonical. */
export function messageTo(
  { organization, nowMs }: Pick<Execution, 'organization' | 'nowMs'>,
  { otpType, contact }: Pick<CountedMessage, 'otpType' | 'contact'>,
): CountedMessage {
  return {
    organizationId: organization.parent_id ?? organization.organization_id,
    otpType,
    contact,
    limitKey: limitKeyOf(otpType, contact),
    requester: codeRequesterOf({ byProxy: false }),
    nowMs,
  };
}

/**
 * Counts an e-mail to be sent, of any kind and by any requester: toward the hourly limit of its contact, and the caps.
 *
 * @throws {RefusedError} TOO_MANY_CODES, LOGIN_BUSY
 */
export const countMail = (execution: Execution, contact: string, settings: AuthProxySettings): Promise<void> =>
  countMessage(execution, { otpType: 'OTP_TYPE_EMAIL', contact }, settings);

/**
 * Counts an e-mail or a text message, as {@link countMail} does.
 *
 * @throws {RefusedError} CONTACT_NOT_SERVED, TOO_MANY_CODES, LOGIN_BUSY
 */
export async function countMessage(
  execution: Execution,
  to: Pick<CountedMessage, 'otpType' | 'contact'>,
  settings: AuthProxySettings,
): Promise<void> {
  const { tools, transaction } = execution;
  const message = messageTo(execution, to);
  checkServed(message, settings);
  const decision = await decideCode(transaction, message, settings);
  if ('waitMs' in decision) throw refused('TOO_MANY_CODES', { retryAfterMs: decision.waitMs });
  await countInCaps(tools, transaction, { ...message, ...decision }, settings);
  await noteMessage(tools, transaction, message);
}

/**
 * Counts a message in the caps that is owed to its contact, where they have room for it.
 *
 * @returns whether there was room: in the caps, and in what the contact may get within an hour.
 */
export async function countOwed(
  execution: Execution,
  message: CountedMessage,
  settings: AuthProxySettings,
): Promise<boolean> {
  const { tools, transaction } = execution;
  const decision = await decideCode(transaction, message, settings);
  try {
    checkServed(message, settings);
    await checkCaps(transaction, message, settings);
    await countInCaps(tools, transaction, { ...message, as: 'stranger' }, settings);
  } catch (error) {
    if (error instanceof RefusedError && beyondCaps.includes(error.code)) return false;
    throw error;
  }
  return !('waitMs' in decision);
}

const beyondCaps = ['CONTACT_NOT_SERVED', 'LOGIN_BUSY'];
