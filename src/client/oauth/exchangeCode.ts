import { proxyOauth2Authenticate } from '../../contract/proxyOauth.js';
import { RefusedError } from '../../contract/refusals.js';
import type { RequestOf } from '../../contract/row.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import { askProvider } from './askProvider.js';
import type { OauthAnswer } from './oauthAnswer.js';
import { OauthError, type OauthErrorCode } from './oauthError.js';
import type { PendingLogin } from './pendingLogins.js';

/**
 * The ID token of an answer: in the answer itself, or exchanged for its code by this page or by the service. A code is used up by its first
 * exchange, so that none is repeated.
 *
 * @throws {OauthError} OAUTH_CODE_REFUSED, OAUTH_PROVIDER_UNREACHABLE, OAUTH_PROVIDER_ERROR, OAUTH_NOT_CONFIGURED
 * @see RFC 6749, section 4.1.3; RFC 7636, section 4.5
 */
export async function idTokenOf(client: Client, pending: PendingLogin, answer: OauthAnswer): Promise<string> {
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
