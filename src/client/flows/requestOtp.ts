import { canonicalContact, type OtpType } from '../../contract/contact.js';
import { proxyOtpInit } from '../../contract/proxy.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { Patience } from '../exchange.js';

/** A code that is on its way. */
export type SentOtp = {
  readonly otpId: string;
  readonly otpType: OtpType;
  /** The contact in its canonical form, as the service sends to it. */
  readonly contact: string;
};

/**
 * Sends a one-time code. The answer is the same whether or not the contact is known. It is never repeated unasked: each
 * request is another code.
 *
 * @throws {RefusedError} CONTACT_INVALID (without asking the service), TOO_MANY_CODES, METHOD_NOT_ENABLED
 * @throws {UnreachableError}
 */
export async function requestOtp(
  client: Client,
  { otpType, contact: typed, ...patience }: { otpType: OtpType; contact: string } & Patience,
): Promise<SentOtp> {
  const contact = canonicalContact(otpType, typed);
  const { otpId } = await callProxy(client, proxyOtpInit, { otpType, contact }, patience);
  return { otpId, otpType, contact };
}
