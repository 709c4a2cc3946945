import { proxyOtpLogin } from '../../contract/proxy.js';
import { RefusedError } from '../../contract/refusals.js';
import type { SigningKey } from '../../crypto/p256.js';
import { readVerificationToken } from '../../crypto/tokens.js';
import type { Session } from '../../sessions/session.js';
import { loginMessage, signClientMessage } from '../../stampers/clientSignature.js';
import { callProxy } from '../callProxy.js';
import type { Client, UnfinishedLogin } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { sessionFromToken } from '../session/sessionFromToken.js';
import { accountOrSignup } from './accountOrSignup.js';
import { verifyCode } from './verifyCode.js';

/** A typed code, and the ids of the codes that it may be. */
export type TypedCode = {
  /** The ids of the requested codes that are still valid, newest first, at most three. */
  readonly otpIds: readonly string[];
  readonly otpCode: string;
};

/**
 * Logs in with a typed code: the new session is the active one, and a new person is signed up, with a wallet. The verification token names
 * the new key, so that it is useless without it. A refused code leaves no key behind.
 *
 * If the newest id refuses the code, the earlier ones are tried; if none accepts it, the newest one's refusal is thrown.
 *
 * @throws {RefusedError} OTP_WRONG, OTP_EXPIRED, OTP_SPENT, TOO_MANY_ATTEMPTS, and those of sign-up and login
 * @throws {UnreachableError} the same call may be made again: it goes on where it stopped, with the same key
 * @throws {AnswerError} {@link TokenError} the service is not, or is not trusted as, the expected one
 */
export async function loginWithOtp(
  client: Client,
  { otpIds, otpCode, ...requestOptions }: TypedCode & RequestOptions,
): Promise<Session> {
  const typed = JSON.stringify([otpIds, otpCode]);
  const login = client.unfinishedLogins.get(typed) ?? begin(client, typed);
  const key = await login.key;
  try {
    login.verificationToken ??= await verifyCode(client, { otpIds, otpCode, publicKey: key.publicKey }, requestOptions);
    const session = await openSession(client, key, login.verificationToken, requestOptions);
    client.unfinishedLogins.delete(typed);
    return session;
  } catch (error) {
    if (isFinal(error)) {
      client.unfinishedLogins.delete(typed);
      await client.keys.remove(key.publicKey);
    }
    throw error;
  }
}

function begin(client: Client, typed: string): UnfinishedLogin {
  const login = { key: client.keys.create() };
  client.unfinishedLogins.set(typed, login);
  login.key.catch(() => client.unfinishedLogins.delete(typed));
  return login;
}

/** Whether the same code and key can never become a session. Rate limits, outages and captchas are not final. */
const isFinal = (error: unknown): boolean =>
  error instanceof RefusedError && error.status < 500 && error.status !== 429 && !error.code.startsWith('CAPTCHA_');

async function openSession(
  client: Client,
  key: SigningKey,
  verificationToken: string,
  requestOptions: RequestOptions,
): Promise<Session> {
  const { publicKey } = key;
  const organizationId = await accountOrSignup(client, key, verificationToken, requestOptions);
  const { id: tokenId, contact } = readVerificationToken(verificationToken);
  const clientSignature = await signClientMessage(key, loginMessage({ tokenId, publicKey }));
  const request = { verificationToken, publicKey, organizationId, clientSignature };
  const { session: token, deviceToken } = await callProxy(client, proxyOtpLogin, request, requestOptions);
  if (deviceToken) await client.deviceTokens.keep(contact, deviceToken);
  const { name } = proxyOtpLogin;
  return client.sessions.open(await sessionFromToken(client, token, { name, publicKey, organizationId }));
}
