import { call } from '../src/client/call.js';
import { createClient } from '../src/client/createClient.js';
import { updateAuthProxyConfig } from '../src/contract/authProxy.js';
import { apiKeyStamper } from '../src/stampers/apiKeyStamper.js';

/** Where a development service runs, and what shows its root key. */
type Dev = { readonly url: string; readonly token: string };

/** Gives the development service the name of the demo's shop, for its card and its messages. */
export async function dressDemo({ url, token }: Dev): Promise<void> {
  const answer = await fetch(`${url}/dev/config?token=${token}`);
  const { authProxyUrl, authProxyConfigId, organizationId, rootApiKey } = await answer.json();
  const client = createClient({ authProxyUrl, authProxyConfigId });
  const emailCustomizationParams = { appName: 'Acme' };
  const asRoot = { stamper: apiKeyStamper(rootApiKey), organizationId };
  await call(client, updateAuthProxyConfig, { emailCustomizationParams }, asRoot);
}
