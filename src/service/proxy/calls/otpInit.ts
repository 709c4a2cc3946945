import { writeBrowserNames } from '../../../contract/browserNames.js';
import { canonicalContact } from '../../../contract/contact.js';
import { initOtp } from '../../../contract/otp.js';
import type { proxyOtpInit } from '../../../contract/proxy.js';
import type { proxyOtpInitV2 } from '../../../contract/proxyV2.js';
import type { RowRequest } from '../../../contract/row.js';
import { utf8 } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import { sendingDisabled } from '../../configuration/sendingDisabled.js';
import { readDeviceToken } from '../deviceToken.js';
import { forwardActivity } from '../forward.js';
import type { AnswerProxy, ProxyCall } from '../proxyCall.js';

/** Everything about the message comes from the configuration; the request may name another template of the organization's. */
export const answerOtpInit: AnswerProxy<typeof proxyOtpInit> = async (request, call) =>
  forwardActivity(call, initOtp, 'V2', await parametersOf(request, call));

/** {@link answerOtpInit}, of a code that comes back sealed. */
export const answerOtpInitV2: AnswerProxy<typeof proxyOtpInitV2> = async (request, call) =>
  forwardActivity(call, initOtp, 'V3', await parametersOf(request, call));

/** @throws {RefusedError} METHOD_NOT_ENABLED */
async function parametersOf(request: RowRequest<typeof proxyOtpInit>, call: ProxyCall) {
  const { otpType, contact, emailCustomization, language } = request;
  const { settings, configuration } = call;
  if (!settings.allowedAuthMethods.includes(otpType === 'OTP_TYPE_EMAIL' ? 'email' : 'sms')) {
    throw sendingDisabled(otpType);
  }
  return {
    organizationId: configuration.organization_id,
    parameters: {
      otpType,
      contact,
      appName: settings.emailCustomizationParams.appName,
      otpLength: settings.otpLength,
      alphanumeric: settings.otpAlphanumeric,
      expirationSeconds: String(settings.otpExpirationSeconds),
      emailCustomization: {
        logoUrl: settings.emailCustomizationParams.logoUrl,
        templateId: emailCustomization?.templateId,
      },
      smsCustomization: settings.smsCustomizationParams,
      sendFromEmailAddress: settings.sendFromEmailAddress,
      sendFromEmailSenderName: settings.sendFromEmailSenderName,
      replyToEmailAddress: settings.replyToEmailAddress,
      ...(language && { language }),
      userIdentifier: await userIdentifier(request, call),
    },
  };
}

/**
 * Who asks: a keyed hash of the address and, with a good device token for this contact, `~` and the hash of its id; then 128
 * random bits, so that no two requests are ever the same activity; then, by its own word, the browser, for the mail to say. It is a
 * member of the published request, and signed with it.
 */
async function userIdentifier(
  { otpType, contact, deviceToken }: RowRequest<typeof proxyOtpInit>,
  { primitives, addressPepper, deviceKeys, clientAddress, browser, configuration, random, clock }: ProxyCall,
): Promise<string> {
  const who = utf8(`${configuration.organization_id}/${clientAddress}`);
  const address = clientAddress === '' ? '' : toHex((await primitives.hmacSha256(addressPepper, who)).subarray(0, 16));
  const place = () => ({ configId: configuration.config_id, otpType, contact: canonicalContact(otpType, contact) });
  const id = deviceToken && (await readDeviceToken(primitives, deviceKeys, deviceToken, place(), clock()));
  const device = id ? `~${toHex((await primitives.sha256(utf8(id))).subarray(0, 16))}` : '';
  const claimed = browser ? `.${writeBrowserNames(browser)}` : '';
  return `${address}${device}.${toHex(random(16))}${claimed}`;
}
