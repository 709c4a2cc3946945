import { readUrl } from '../../contract/readUrl.js';
import type { Client } from '../createClient.js';
import { askProvider } from './askProvider.js';
import { OauthError } from './oauthError.js';

/** The endpoints of an issuer, from its discovery document. */
export type IssuerEndpoints = {
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** Whether its answers contain `iss`. @see RFC 9207, section 3 */
  readonly mustNameItself: boolean;
};

/**
 * Reads an issuer's discovery document. Only a document that names the same issuer counts, and only secure endpoints.
 *
 * @throws {OauthError} OAUTH_PROVIDER_UNREACHABLE, OAUTH_PROVIDER_ERROR, OAUTH_NOT_CONFIGURED
 * @see OpenID Connect Discovery 1.0, section 4
 */
export async function discover(client: Client, issuer: string): Promise<IssuerEndpoints> {
  const { status, body } = await askProvider(client, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const { authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint, ...document } = body;
  if (
    status === 200 &&
    document.issuer === issuer &&
    isSecure(authorizationEndpoint) &&
    isSecure(tokenEndpoint) &&
    takesS256(document.code_challenge_methods_supported)
  )
    return {
      authorizationEndpoint,
      tokenEndpoint,
      mustNameItself: document.authorization_response_iss_parameter_supported === true,
    };
  if (status >= 500) throw new OauthError('OAUTH_PROVIDER_ERROR', `${new URL(issuer).origin} is in trouble.`);
  throw new OauthError('OAUTH_NOT_CONFIGURED', `The discovery document of ${issuer} is not one of that issuer.`);
}

/** https, or http on the local machine. */
export function isSecure(url: unknown): url is string {
  const { protocol, hostname, username } = (typeof url === 'string' && readUrl(url)) || noUrl;
  const isHere = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  return username === '' && (protocol === 'https:' || (isHere && protocol === 'http:'));
}

const noUrl = { protocol: '', hostname: '', username: '' };

/** An issuer that lists no methods may support it. @see RFC 8414, section 2 */
const takesS256 = (listed: unknown): boolean =>
  listed === undefined || (Array.isArray(listed) && listed.includes('S256'));
