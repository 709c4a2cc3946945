import { call } from '../src/client/call.js';
import { createClient } from '../src/client/createClient.js';
import { updateAuthProxyConfig } from '../src/contract/authProxy.js';
import { getAuthProxyConfig } from '../src/contract/authProxy.queries.js';
import { apiKeyStamper } from '../src/stampers/apiKeyStamper.js';

/** What the provider knows the demo by. */
export const exampleClientId = 'latchkey-demo';

/** Where a development service runs, and what shows its root key. */
type Dev = {
  readonly issuer: string;
  readonly url: string;
  readonly token: string;
  readonly redirectUrls: readonly string[];
};

/** Names the provider at `issuer` in the development service's configuration, beside what is there already. */
export async function offerExampleId({ issuer, url, token, redirectUrls }: Dev): Promise<void> {
  const answer = await fetch(`${url}/dev/config?token=${token}`);
  const { authProxyUrl, authProxyConfigId, organizationId, rootApiKey } = await answer.json();
  const client = createClient({ authProxyUrl, authProxyConfigId });
  const asRoot = { stamper: apiKeyStamper(rootApiKey), organizationId };
  const { authProxyConfig: settings } = await call(client, getAuthProxyConfig, {}, asRoot);
  const oidcIssuers = [
    { id: 'example', issuer, clientIds: [exampleClientId], label: 'Example ID' },
    ...settings.oidcIssuers.filter(({ id }) => id !== 'example'),
  ];
  const others = settings.oauthRedirectUrls.filter((each) => !redirectUrls.includes(each));
  const oauthRedirectUrls = [...redirectUrls, ...others].slice(0, 20);
  await call(client, updateAuthProxyConfig, { oidcIssuers, oauthRedirectUrls }, asRoot);
}
