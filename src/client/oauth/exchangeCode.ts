import { proxyOauth2Authenticate } from '../../contract/proxyOauth.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import { askProvider } from './askProvider.js';
import type { OauthAnswer } from './oauthAnswer.js';
import { OauthError } from './oauthError.js';
import type { PendingLogin } from './pendingLogins.js';

/**
 * The ID token of an answer: the answer itself, or what its code is exchanged for, by this page or by the service. A code is spent by
 * its first exchange, so that none is repeated.
 *
 * @throws {OauthError} OAUTH_CODE_REFUSED, OAUTH_PROVIDER_UNREACHABLE, OAUTH_PROVIDER_ERROR
 * @see RFC 6749, section 4.1.3; RFC 7636, section 4.5
 */
export async function idTokenOf(client: Client, pending: PendingLogin, answer: OauthAnswer): Promise<string> {
  const { provider, redirectUrl, codeVerifier, nonce } = pending;
  if ('idToken' in answer) return answer.idToken;
  const { code: authCode } = answer;
  const { exchange, clientId } = provider;
  if (exchange.by === 'service') {
    const request = { provider: exchange.provider, authCode, redirectUri: redirectUrl, codeVerifier, nonce, clientId };
    return (await callProxy(client, proxyOauth2Authenticate, request)).oidcToken;
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

const failed = (label: string): OauthError =>
  new OauthError('OAUTH_PROVIDER_ERROR', `${label} answered without what a login needs.`);
