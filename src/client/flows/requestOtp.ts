import { canonicalContact, type OtpType } from '../../contract/contact.js';
import type { Language } from '../../contract/language.js';
import { proxyOtpInit } from '../../contract/proxy.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { loadPart } from '../loadPart.js';
import { serviceConfig } from '../serviceConfig.js';

/** A sent code. */
export type SentOtp = {
  readonly otpId: string;
  readonly otpType: OtpType;
  /** The contact in its canonical form, as the service sends to it. */
  readonly contact: string;
  /** Number of characters of this code, which may differ from the configuration's; `undefined` if the service does not say. */
  readonly otpLength: number | undefined;
  /** Crockford base32, else digits. */
  readonly otpAlphanumeric: boolean | undefined;
};

/**
 * Sends a one-time code. The answer is the same whether or not the contact is known. The request is never repeated automatically, since
 * each sends another code. A device that has logged in with the contact before sends its device token, and is not slowed by other people's
 * requests. If the service accepts sealed codes, the typed one will be sent sealed.
 *
 * @param options - `language` of the message, if the service supports it: one of `languages` of wallet_kit_config.
 * @throws {RefusedError} CONTACT_INVALID (without asking the service), TOO_MANY_CODES, LOGIN_BUSY, CONTACT_NOT_SERVED, METHOD_NOT_ENABLED
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

const sealedCodes = () => loadPart(import('./sealedCodes.js')); // loaded when needed: pages that only offer the login do without it
