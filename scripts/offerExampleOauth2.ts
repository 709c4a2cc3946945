import { call } from '../src/client/call.js';
import { createClient } from '../src/client/createClient.js';
import { createOauth2Credential } from '../src/contract/oauth2.js';
import { listOauth2Credentials } from '../src/contract/oauth2.queries.js';
import { sealClientSecret } from '../src/crypto/clientSecret.js';
import { apiKeyStamper } from '../src/stampers/apiKeyStamper.js';

/** The app that the example providers know. It is on this machine alone, and so is its secret. */
export const exampleApp = { clientId: 'latchkey-demo', clientSecret: 'of the example providers' };

/** Where a development service runs, what shows its root key, and what it opens secrets by. */
type Dev = { readonly url: string; readonly token: string; readonly tlsFetcherEncryptPublicKey: string };

/** Gives the development service credentials of that app, where it has none yet. */
export async function offerExampleOauth2({ url, token, tlsFetcherEncryptPublicKey }: Dev): Promise<void> {
  const answer = await fetch(`${url}/dev/config?token=${token}`);
  const { authProxyUrl, authProxyConfigId, organizationId, rootApiKey } = await answer.json();
  const client = createClient({ authProxyUrl, authProxyConfigId });
  const asRoot = { stamper: apiKeyStamper(rootApiKey), organizationId };
  const { oauth2Credentials } = await call(client, listOauth2Credentials, {}, asRoot);
  const { clientId, clientSecret } = exampleApp;
  for (const provider of ['OAUTH2_PROVIDER_X', 'OAUTH2_PROVIDER_DISCORD'] as const) {
    if (oauth2Credentials.some((each) => each.provider === provider && each.clientId === clientId)) continue;
    const encryptedClientSecret = await sealClientSecret(clientSecret, tlsFetcherEncryptPublicKey);
    await call(client, createOauth2Credential, { provider, clientId, encryptedClientSecret }, asRoot);
  }
}
