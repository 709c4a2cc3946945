import { canonicalContact, type OtpType } from '../../contract/contact.js';
import type { Language } from '../../contract/language.js';
import { proxyOtpInit } from '../../contract/proxy.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { loadPart } from '../loadPart.js';
import { serviceConfig } from '../serviceConfig.js';

/** A code that is on its way. */
export type SentOtp = {
  readonly otpId: string;
  readonly otpType: OtpType;
  /** The contact in its canonical form, as the service sends to it. */
  readonly contact: string;
  /** Characters of this very code, which need not be the configuration's; `undefined` where the service does not tell. */
  readonly otpLength: number | undefined;
  /** Crockford base32, or else digits. */
  readonly otpAlphanumeric: boolean | undefined;
};

/**
 * Sends a one-time code. The answer is the same whether or not the contact is known. It is never repeated unasked: each
 * request is another code. A device that has logged in with the contact before says so, and does not wait for what strangers do. Where
 * the service takes codes sealed, the typed one will travel so.
 *
 * @param options - `language` of the message, where the service writes it: what `languages` of wallet_kit_config names.
 * @throws {RefusedError} CONTACT_INVALID (without asking the service), TOO_MANY_CODES, LOGIN_BUSY, CONTACT_NOT_SERVED,
 * METHOD_NOT_ENABLED
 * @throws {UnreachableError}
 * @throws {BundleError} what the code is to be sealed to is not the service's
 */
export async function requestOtp(
  client: Client,
  {
    otpType,
    contact: typed,
    language,
    ...requestOptions
  }: { otpType: OtpType; contact: string; language?: Language | undefined } & RequestOptions,
): Promise<SentOtp> {
  const contact = canonicalContact(otpType, typed);
  const config = await serviceConfig(client, requestOptions);
  const deviceToken = config?.deviceTokens && (await client.deviceTokens.get(contact));
  const request = { otpType, contact, ...(deviceToken && { deviceToken }), ...(language && { language }) };
  const { otpId, otpLength, otpAlphanumeric } = config?.otpEncryption
    ? await (await sealedCodes()).askForSealed(client, config.organizationId, request, requestOptions)
    : await callProxy(client, proxyOtpInit, request, requestOptions);
  return { otpId, otpType, contact, otpLength, otpAlphanumeric };
}

const sealedCodes = () => loadPart(import('./sealedCodes.js')); // a page that only offers the login does not wait for it
