import { proxyAccount, proxySignup } from '../../contract/proxy.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { IdTokenClaims } from '../oauth/idToken.js';
import type { OauthProvider } from '../oauth/provider.js';

/**
 * The organization of the person that an ID token proves. A new person gets one, with this identity as their credential and the wallet of
 * the settings. Both requests are repeatable: the same token creates one organization.
 */
export async function oidcAccountOrSignup(
  client: Client,
  oidcToken: string,
  { label: providerName }: OauthProvider,
  { name, email }: IdTokenClaims,
): Promise<string> {
  const filter = { filterType: 'OIDC_TOKEN', filterValue: oidcToken };
  const { organizationId } = await callProxy(client, proxyAccount, filter);
  if (organizationId) return organizationId; // empty, or absent, without a match
  const { wallet } = client.settings;
  const userName = asLabel(name ?? email ?? '') || providerName;
  const person = { userName, organizationName: userName, apiKeys: [], authenticators: [] };
  const oauthProviders = [{ providerName, oidcToken }];
  const request = { ...person, oauthProviders, ...(wallet && { wallet }) };
  return (await callProxy(client, proxySignup, request)).organizationId;
}

/** A name that the service accepts: a provider's may contain anything. */
const asLabel = (name: string): string =>
  [...name.replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')].slice(0, 100).join('').trim();
