import { proxyOauth2Authenticate } from '../../contract/proxyOauth.js';
import { RefusedError } from '../../contract/refusals.js';
import type { RequestOf } from '../../contract/row.js';
import { fromBase64Url } from '../../crypto/base64url.js';
import { fromUtf8 } from '../../crypto/bytes.js';
import { readJsonObject } from '../../crypto/json.js';
import { LatchkeyError } from '../../errors.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import { type OauthAnswer, type OauthReturn, readOauthAnswer } from './answer.js';
import { askProvider } from './askProvider.js';
import { OauthError, type OauthErrorCode } from './oauthLogin.js';
import type { PendingLogin } from './pendingLogins.js';
import type { LoginProvider } from './provider.js';

/** The identity that a provider has proved. */
type Identity = { readonly oidcToken: string; readonly claims: SignUpClaims };

/** The claims of an ID token that are read here. */
export type SignUpClaims = { readonly name: string | undefined; readonly email: string | undefined };

/**
 * Reads the identity from a provider's answer.
 *
 * @throws {OauthError}
 */
export async function readIdentity(client: Client, pending: PendingLogin, back: OauthReturn): Promise<Identity> {
  const { provider, nonce, state } = pending;
  const answer = readOauthAnswer(provider, state, back);
  const oidcToken = await idTokenOf(client, pending, answer);
  return { oidcToken, claims: checkIdToken(provider, nonce, oidcToken) };
}

/**
 * The ID token of an answer: in the answer itself, or exchanged for its code by this page or by the service. A code is used up by its first
 * exchange, so that none is repeated.
 *
 * @throws {OauthError} OAUTH_CODE_REFUSED, OAUTH_PROVIDER_UNREACHABLE, OAUTH_PROVIDER_ERROR, OAUTH_NOT_CONFIGURED
 * @see RFC 6749, section 4.1.3; RFC 7636, section 4.5
 */
async function idTokenOf(client: Client, pending: PendingLogin, answer: OauthAnswer): Promise<string> {
  const { provider, redirectUrl, codeVerifier, nonce } = pending;
  if ('idToken' in answer) return answer.idToken;
  const { code: authCode } = answer;
  const { exchange, clientId } = provider;
  if (exchange.by === 'service') {
    const request = { provider: exchange.provider, authCode, redirectUri: redirectUrl, codeVerifier, nonce, clientId };
    return exchangedByService(client, request);
  }
  if (exchange.by === 'none') throw failed(provider.label);
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: authCode,
    redirect_uri: redirectUrl,
    client_id: clientId,
    code_verifier: codeVerifier,
  });
  const { status, body } = await askProvider(client, exchange.tokenEndpoint, form);
  if (status === 200 && typeof body.id_token === 'string') return body.id_token;
  if (body.error === 'invalid_grant')
    throw new OauthError('OAUTH_CODE_REFUSED', `${provider.label} does not take its code any more: log in again.`);
  throw failed(provider.label);
}

async function exchangedByService(client: Client, request: RequestOf<typeof proxyOauth2Authenticate>): Promise<string> {
  try {
    return (await callProxy(client, proxyOauth2Authenticate, request)).oidcToken;
  } catch (error) {
    const code = error instanceof RefusedError ? ofProvider[error.code] : undefined;
    throw code ? new OauthError(code, (error as RefusedError).message, { cause: error }) : error;
  }
}

/** The service's refusals about a provider, as the errors that this page throws for a provider that it calls itself. */
const ofProvider: Readonly<Record<string, OauthErrorCode | undefined>> = {
  OAUTH_CODE_REFUSED: 'OAUTH_CODE_REFUSED',
  START_AGAIN: 'OAUTH_CODE_REFUSED',
  PROVIDER_UNREACHABLE: 'OAUTH_PROVIDER_UNREACHABLE',
  PROVIDER_ANSWER_INVALID: 'OAUTH_PROVIDER_ERROR',
  OAUTH_CLIENT_REFUSED: 'OAUTH_NOT_CONFIGURED',
  OAUTH_REDIRECT_REFUSED: 'OAUTH_NOT_CONFIGURED',
};

const failed = (label: string): OauthError =>
  new OauthError('OAUTH_PROVIDER_ERROR', `${label} answered without what a login needs.`);

/**
 * Checks whose token it is before it leaves this page. The service verifies the signature; a token that was made for another key, app or
 * provider is refused here.
 *
 * @throws {OauthError} OAUTH_ISSUER_MISMATCH, OAUTH_AUDIENCE_MISMATCH, OAUTH_NONCE_MISMATCH, OAUTH_PROVIDER_ERROR
 * @see OpenID Connect Core 1.0, section 3.1.3.7; docs/wire.md 5.3
 */
export function checkIdToken(provider: LoginProvider, nonce: string, token: string): SignUpClaims {
  const { iss, aud, nonce: given, tknonce, name, email } = claimsOf(provider, token);
  if (provider.issuer !== undefined && iss !== provider.issuer)
    throw new OauthError('OAUTH_ISSUER_MISMATCH', `The token does not come from ${provider.label}.`);
  if (!(Array.isArray(aud) ? aud : [aud]).includes(provider.clientId))
    throw new OauthError('OAUTH_AUDIENCE_MISMATCH', `The token of ${provider.label} was made for another app.`);
  if (given !== nonce && tknonce !== nonce)
    throw new OauthError('OAUTH_NONCE_MISMATCH', `The token of ${provider.label} was made for another key.`);
  return { name: textOf(name), email: textOf(email) };
}

/** The longest token that the service accepts, in characters. */
const longestToken = 16_384;

function claimsOf({ label }: LoginProvider, token: string): Record<string, unknown> {
  try {
    const parts = token.length <= longestToken ? token.split('.') : [];
    if (parts.length === 3) return readJsonObject(fromUtf8(fromBase64Url(parts[1] ?? '')));
  } catch (cause) {
    if (!(cause instanceof LatchkeyError)) throw cause;
  }
  throw new OauthError('OAUTH_PROVIDER_ERROR', `${label} answered with what is no ID token.`);
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
