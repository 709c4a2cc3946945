import type { ProxyWalletKitConfigResponse } from '../../contract/proxyConfig.js';
import { readUrl } from '../../contract/readUrl.js';
import { oauthNonce } from '../../crypto/oauthNonce.js';
import { pkceChallenge, randomText } from '../../crypto/pkce.js';
import type { Client } from '../createClient.js';
import { configOf } from '../serviceConfig.js';
import { askProvider } from './askProvider.js';
import { OauthError } from './oauthLogin.js';
import type { PreparedLogin } from './pendingLogins.js';
import { builtIn, type FoundProvider, type LoginProvider } from './provider.js';
import { redirectUrlOn } from './redirectUrl.js';

/**
 * Prepares all that one login at a provider needs.
 *
 * @param sessionKey - the public key of the session that an identity is to be connected to; otherwise the login gets a key of its own.
 */
export async function prepareAuthorization(client: Client, name: string, sessionKey?: string): Promise<PreparedLogin> {
  const found = await findProvider(client, name, location.origin);
  const publicKey = sessionKey ?? (await client.keys.create()).publicKey;
  const [state, codeVerifier, nonce] = [randomText(), randomText(), await oauthNonce(publicKey)];
  const codeChallenge = found.provider.exchange.by === 'none' ? undefined : await pkceChallenge(codeVerifier);
  const url = authorizationUrl(found.provider, { redirectUrl: found.redirectUrl, state, nonce, codeChallenge });
  return { ...found, state, nonce, publicKey, codeVerifier, url, preparedAtMs: client.clock.onDevice() };
}

/**
 * Looks up a provider in the configuration, and reads a configured issuer's discovery document.
 *
 * @param name - as `wallet_kit_config` names it.
 * @param pageOrigin - of the page that the person is on.
 * @throws {OauthError} METHOD_NOT_ENABLED, OAUTH_NOT_CONFIGURED, OAUTH_PROVIDER_UNREACHABLE, OAUTH_PROVIDER_ERROR
 */
async function findProvider(client: Client, name: string, pageOrigin: string): Promise<FoundProvider> {
  const config = await configOf(client);
  if (!config.enabledProviders.includes(name)) throw notEnabled(name);
  return { provider: await providerIn(client, config, name), redirectUrl: redirectUrlIn(config, pageOrigin) };
}

async function providerIn(client: Client, config: ProxyWalletKitConfigResponse, name: string): Promise<LoginProvider> {
  const clientId = config.oauthClientIds?.[name];
  const known = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
  if (known && clientId) {
    const replaced = config.oauth2AuthorizationEndpoints?.[name];
    const { authorizationEndpoint } = isSecure(replaced) ? { authorizationEndpoint: replaced } : known;
    return { ...known, authorizationEndpoint, name, clientId };
  }
  const configured = config.oidcIssuers?.find(({ id }) => id === name);
  if (known || !configured) throw notEnabled(name);
  const { authorizationEndpoint, tokenEndpoint, mustNameItself } = await discover(client, configured.issuer);
  return {
    name,
    label: configured.label,
    clientId: configured.clientId,
    issuer: configured.issuer,
    mustNameItself,
    authorizationEndpoint,
    parameters: { response_type: 'code', scope: 'openid email profile' },
    answersIn: 'query',
    exchange: { by: 'browser', tokenEndpoint },
  };
}

function redirectUrlIn(config: ProxyWalletKitConfigResponse, pageOrigin: string): string {
  const own = redirectUrlOn(pageOrigin, config);
  if (own !== undefined) return own;
  const why = `None of the configuration's oauthRedirectUrls is a page of ${pageOrigin}, to which the answer could come.`;
  throw new OauthError('OAUTH_NOT_CONFIGURED', why);
}

const notEnabled = (name: string): OauthError =>
  new OauthError('METHOD_NOT_ENABLED', `The configuration offers no login by ${name}.`);

/** The values of one login, never used for another. */
type AuthorizationFacts = {
  readonly redirectUrl: string;
  readonly state: string;
  /** The hash of the session's public key. */
  readonly nonce: string;
  /** The PKCE challenge; absent if no code is exchanged. */
  readonly codeChallenge: string | undefined;
};

/** The URL where a person logs in: the provider's authorization endpoint with its parameters. */
export function authorizationUrl(
  { authorizationEndpoint, clientId, parameters }: LoginProvider,
  { redirectUrl, state, nonce, codeChallenge }: AuthorizationFacts,
): string {
  const url = new URL(authorizationEndpoint);
  const query = {
    ...parameters,
    client_id: clientId,
    redirect_uri: redirectUrl,
    state,
    nonce,
    ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** The endpoints of an issuer, from its discovery document. */
type IssuerEndpoints = {
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
function isSecure(url: unknown): url is string {
  const { protocol, hostname, username } = (typeof url === 'string' && readUrl(url)) || noUrl;
  const isHere = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  return username === '' && (protocol === 'https:' || (isHere && protocol === 'http:'));
}

const noUrl = { protocol: '', hostname: '', username: '' };

/** An issuer that lists no methods may support it. @see RFC 8414, section 2 */
const takesS256 = (listed: unknown): boolean =>
  listed === undefined || (Array.isArray(listed) && listed.includes('S256'));
