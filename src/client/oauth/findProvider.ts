import type { ProxyWalletKitConfigResponse } from '../../contract/proxyConfig.js';
import type { Client } from '../createClient.js';
import { configOf } from '../serviceConfig.js';
import { discover, isSecure } from './discovery.js';
import { OauthError } from './oauthError.js';
import { builtIn, type OauthProvider } from './provider.js';
import { redirectUrlOn } from './redirectUrl.js';

/** A provider as the configuration offers it to this page. */
export type FoundProvider = {
  readonly provider: OauthProvider;
  /** Its redirect URL: a page of this origin. */
  readonly redirectUrl: string;
};

/**
 * Looks up a provider in the configuration, and reads a configured issuer's discovery document.
 *
 * @param name - as `wallet_kit_config` names it.
 * @param pageOrigin - of the page that the person is on.
 * @throws {OauthError} METHOD_NOT_ENABLED, OAUTH_NOT_CONFIGURED, OAUTH_PROVIDER_UNREACHABLE, OAUTH_PROVIDER_ERROR
 */
export async function findProvider(client: Client, name: string, pageOrigin: string): Promise<FoundProvider> {
  const config = await configOf(client);
  if (!config.enabledProviders.includes(name)) throw notEnabled(name);
  return { provider: await providerIn(client, config, name), redirectUrl: redirectUrlIn(config, pageOrigin) };
}

async function providerIn(client: Client, config: ProxyWalletKitConfigResponse, name: string): Promise<OauthProvider> {
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
