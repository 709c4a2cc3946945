import * as v from 'valibot';
import { refused } from '../../contract/refusals.js';
import type { Outbound } from '../outbound.js';
import { invalidAnswer, jsonOf, providerAnswer, providerDocument } from './askProvider.js';

/** Where an issuer logs people in, and where it exchanges codes. */
export type IssuerEndpoints = { readonly authorization: string; readonly token: string | undefined };

/** @throws {RefusedError} PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID */
export async function askForEndpoints(outbound: Outbound, issuer: string, nowMs: number): Promise<IssuerEndpoints> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { value } = await providerDocument(outbound, url, document, nowMs);
  const { authorization_endpoint: authorization, token_endpoint: token } = value;
  if (value.issuer !== issuer) throw invalidAnswer('its discovery document names another issuer');
  for (const endpoint of [authorization, token])
    if (endpoint !== undefined && !outbound.mayReach(endpoint))
      throw invalidAnswer('its endpoints stand where the service does not ask');
  return { authorization, token };
}

const endpoint = v.pipe(v.string(), v.maxLength(2048), v.url());
const document = v.object({
  issuer: v.string(),
  authorization_endpoint: endpoint,
  token_endpoint: v.optional(endpoint),
});

/**
 * Exchanges a code for an ID token as a page does: without a secret, by PKCE.
 *
 * @throws {RefusedError} OAUTH_CODE_REFUSED, OAUTH_CLIENT_REFUSED, PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID
 * @see RFC 6749, sections 4.1.3 and 5; RFC 7636, section 4.5
 */
export async function exchangeForIdToken(
  outbound: Outbound,
  url: string,
  form: Readonly<Record<'client_id' | 'code' | 'redirect_uri' | 'code_verifier', string>>,
): Promise<string> {
  const answer = await providerAnswer(outbound, {
    method: 'POST',
    url,
    headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'authorization_code', ...form }).toString(),
  });
  const { id_token: idToken, error } = jsonOf(answer);
  if (answer.status === 200 && typeof idToken === 'string') return idToken;
  if (answer.status === 200) throw invalidAnswer('it gives no ID token');
  if (answer.status === 401 || error === 'invalid_client' || error === 'unauthorized_client')
    throw refused('OAUTH_CLIENT_REFUSED');
  if (error === 'invalid_grant' || error === 'invalid_request') throw refused('OAUTH_CODE_REFUSED');
  throw invalidAnswer(`it answers ${answer.status}`);
}
