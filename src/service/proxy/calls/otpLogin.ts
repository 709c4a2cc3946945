import { otpLogin } from '../../../contract/otp.js';
import type { ProxyOtpLoginResponse, proxyOtpLogin } from '../../../contract/proxy.js';
import type { proxyOtpLoginV2 } from '../../../contract/proxyV2.js';
import { RefusedError, refused } from '../../../contract/refusals.js';
import type { VerificationClaims } from '../../../crypto/tokens.js';
import { writeDeviceToken } from '../deviceToken.js';
import { forwardActivity } from '../forward.js';
import { organizationsOf, provedContact } from '../provedContact.js';
import type { AnswerProxy, ProxyCall } from '../proxyCall.js';

/**
 * Logs in where the proved contact is at home, or invited. An organization that is foreign, absent or without that contact gets
 * one and the same refusal; without one named, the contact must have exactly one. The device that logs in gets a token by which it is
 * told from strangers the next time.
 */
export const answerOtpLogin: AnswerProxy<typeof proxyOtpLogin> = async ({ organizationId, ...login }, call) => {
  const place = await placeOf(call, login.verificationToken, organizationId);
  return answered(call, place, forwardActivity(call, otpLogin, 'V1', asked(call, place, login)));
};

/** {@link answerOtpLogin}, in the version that asks for a client signature always. */
export const answerOtpLoginV2: AnswerProxy<typeof proxyOtpLoginV2> = async ({ organizationId, ...login }, call) => {
  const place = await placeOf(call, login.verificationToken, organizationId);
  return answered(call, place, forwardActivity(call, otpLogin, 'V2', asked(call, place, login)));
};

/** Where somebody logs in, and what they have proved; `isHome`: where they are known. */
type Place = { readonly claims: VerificationClaims; readonly organizationId: string; readonly isHome: boolean };

async function placeOf(call: ProxyCall, token: string, named: string | undefined): Promise<Place> {
  const claims = await provedContact(call, token);
  const homes = await organizationsOf(call, claims);
  const organizationId = named === undefined && homes.length === 1 ? homes[0] : named;
  if (organizationId === undefined) throw refused('ACCOUNT_NOT_FOUND');
  return { claims, organizationId, isHome: homes.includes(organizationId) };
}

const asked = <Login extends object>({ settings }: ProxyCall, { organizationId }: Place, login: Login) => ({
  organizationId,
  parameters: { ...login, expirationSeconds: String(settings.sessionExpirationSeconds) },
});

async function answered(
  { primitives, deviceKeys, configuration }: ProxyCall,
  { claims, isHome }: Place,
  forwarded: Promise<{ session: string }>,
): Promise<ProxyOtpLoginResponse> {
  const { session } = await (isHome ? forwarded : forwarded.catch(asNotFound));
  return { session, deviceToken: await writeDeviceToken(primitives, deviceKeys, configuration.config_id, claims) };
}

/** Where the proxy's own key is unknown, or may log nobody in, the contact has no account. */
function asNotFound(error: unknown): never {
  const isElsewhere = error instanceof RefusedError && elsewhere.includes(error.code);
  throw isElsewhere ? refused('ACCOUNT_NOT_FOUND') : error;
}
const elsewhere = ['PUBLIC_KEY_NOT_FOUND', 'NOT_AUTHORIZED'];
