import { otpLogin } from '../../../contract/otp.js';
import type { ProxyOtpLoginResponse, proxyOtpLogin } from '../../../contract/proxy.js';
import type { proxyOtpLoginV2 } from '../../../contract/proxyV2.js';
import { refused } from '../../../contract/refusals.js';
import type { VerificationClaims } from '../../../crypto/tokens.js';
import { asNotFound, gone } from '../accountNotFound.js';
import { writeDeviceToken } from '../deviceToken.js';
import { forwardActivity } from '../forward.js';
import { organizationsOf, provedContact } from '../provedContact.js';
import type { AnswerProxy, ProxyCall } from '../proxyCall.js';

/**
 * Logs in at the organization of the proved contact, or one that has invited it. A foreign, an absent and a non-matching organization have
 * one and the same refusal; without a named one, the contact must have exactly one. The device gets a token by which it is recognised next
 * time.
 */
export const answerOtpLogin: AnswerProxy<typeof proxyOtpLogin> = async ({ organizationId, ...login }, call) => {
  const place = await placeOf(call, login.verificationToken, organizationId);
  return answered(call, place, forwardActivity(call, otpLogin, 'V1', parametersOf(call, place, login)));
};

/** {@link answerOtpLogin}, in the version that asks for a client signature always. */
export const answerOtpLoginV2: AnswerProxy<typeof proxyOtpLoginV2> = async ({ organizationId, ...login }, call) => {
  const place = await placeOf(call, login.verificationToken, organizationId);
  return answered(call, place, forwardActivity(call, otpLogin, 'V2', parametersOf(call, place, login)));
};

/** Where a person logs in, and their proof; `isHome`: whether they are a user there. */
type Place = { readonly claims: VerificationClaims; readonly organizationId: string; readonly isHome: boolean };

async function placeOf(call: ProxyCall, token: string, named: string | undefined): Promise<Place> {
  const claims = await provedContact(call, token);
  const homes = await organizationsOf(call, claims);
  const organizationId = named === undefined && homes.length === 1 ? homes[0] : named;
  if (organizationId === undefined) throw refused('ACCOUNT_NOT_FOUND');
  return { claims, organizationId, isHome: homes.includes(organizationId) };
}

const parametersOf = <Login extends object>({ settings }: ProxyCall, { organizationId }: Place, login: Login) => ({
  organizationId,
  parameters: { ...login, expirationSeconds: String(settings.sessionExpirationSeconds) },
});

async function answered(
  { primitives, deviceKeys, configuration }: ProxyCall,
  { claims, isHome }: Place,
  forwarded: Promise<{ session: string }>,
): Promise<ProxyOtpLoginResponse> {
  const { session } = await forwarded.catch(asNotFound(isHome ? gone : elsewhere));
  return { session, deviceToken: await writeDeviceToken(primitives, deviceKeys, configuration.config_id, claims) };
}

/** If the proxy's key is unknown, or may log nobody in, the contact has no account. */
const elsewhere = [...gone, 'PUBLIC_KEY_NOT_FOUND', 'NOT_AUTHORIZED'];
