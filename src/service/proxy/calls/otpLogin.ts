import { otpLogin } from '../../../contract/otp.js';
import type { proxyOtpLogin } from '../../../contract/proxy.js';
import { RefusedError, refused } from '../../../contract/refusals.js';
import { writeDeviceToken } from '../deviceToken.js';
import { forwardActivity } from '../forward.js';
import { organizationsOf, provedContact } from '../provedContact.js';
import type { AnswerProxy } from '../proxyCall.js';

/**
 * Logs in where the proved contact is at home, or invited. An organization that is foreign, absent or without that contact gets
 * one and the same refusal; without one named, the contact must have exactly one. The device that logs in gets a token by which it is
 * told from strangers the next time.
 */
export const answerOtpLogin: AnswerProxy<typeof proxyOtpLogin> = async (request, call) => {
  const { organizationId, ...login } = request;
  const claims = await provedContact(call, request.verificationToken);
  const homes = await organizationsOf(call, claims);
  const home = organizationId === undefined && homes.length === 1 ? homes[0] : organizationId;
  if (home === undefined) throw refused('ACCOUNT_NOT_FOUND');
  const forwarded = forwardActivity(call, otpLogin, 'V1', {
    organizationId: home,
    parameters: { ...login, expirationSeconds: String(call.settings.sessionExpirationSeconds) },
  });
  const { session } = await (homes.includes(home) ? forwarded : forwarded.catch(asNotFound));
  return {
    session,
    deviceToken: await writeDeviceToken(call.primitives, call.deviceKeys, call.configuration.config_id, claims),
  };
};

/** Where the proxy's own key is unknown, or may log nobody in, the contact has no account. */
function asNotFound(error: unknown): never {
  const isElsewhere = error instanceof RefusedError && elsewhere.includes(error.code);
  throw isElsewhere ? refused('ACCOUNT_NOT_FOUND') : error;
}
const elsewhere = ['PUBLIC_KEY_NOT_FOUND', 'NOT_AUTHORIZED'];
