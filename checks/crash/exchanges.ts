import { createOauth2Credential, deleteOauth2Credential, oauth2Authenticate } from '../../src/contract/oauth2.js';
import { sealClientSecret } from '../../src/crypto/clientSecret.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import { hasFailed } from '../../test/support/live/client.js';
import { activityOf, resultOf } from '../../test/support/live/wire.js';
import type { Fixtures } from './fixtures.js';

/** An app's backend that exchanges codes of X and Discord, sometimes by two requests at once. A provider accepts each code once. */
export async function exchanges(fixtures: Fixtures): Promise<never> {
  const { client, chance, next, external } = fixtures;
  const root = { key: fixtures.rootKey, organizationId: fixtures.parent.organizationId };
  const apps = [
    { name: 'x', id: await appAt(fixtures, 'OAUTH2_PROVIDER_X') },
    { name: 'discord', id: await appAt(fixtures, 'OAUTH2_PROVIDER_DISCORD') },
  ] as const;
  for (;;) {
    if (chance() < 0.1) await shortLivedApp(fixtures);
    const { name, id: oauth2CredentialId } = apps[chance() < 0.5 ? 0 : 1];
    const { publicKey } = await createSigningKey();
    const exchange = await external.provider.exchangeFor(name, `Person ${next()}`, publicKey);
    const sent = await activityOf(root, oauth2Authenticate, { oauth2CredentialId, ...exchange });
    const answers = await Promise.all(Array.from({ length: chance() < 0.3 ? 2 : 1 }, () => client.send(sent)));
    // Done, running, or failed: its process was killed, or the provider was too slow.
    const [wrong] = answers.filter((answer) => answer.status !== 200 && !hasFailed(answer));
    if (wrong) throw new Error(`a code was answered ${wrong.status}: ${wrong.text}`);
  }
}

/** An app that nobody uses to log in. */
async function shortLivedApp(fixtures: Fixtures): Promise<void> {
  const { client, parent, rootKey, next } = fixtures;
  const oauth2CredentialId = await appAt(fixtures, 'OAUTH2_PROVIDER_X', { clientId: `client-${next()}` });
  const root = { key: rootKey, organizationId: parent.organizationId };
  const sent = await activityOf(root, deleteOauth2Credential, { oauth2CredentialId });
  resultOf(deleteOauth2Credential, sent, await client.send(sent));
}

async function appAt(
  { client, parent, rootKey, external }: Fixtures,
  provider: 'OAUTH2_PROVIDER_X' | 'OAUTH2_PROVIDER_DISCORD',
  { clientId }: { readonly clientId: string } = external.provider,
): Promise<string> {
  const root = { key: rootKey, organizationId: parent.organizationId };
  const { clientSecret } = external.provider;
  const encryptedClientSecret = await sealClientSecret(clientSecret, parent.trust.tlsFetcherEncryptPublicKey);
  const sent = await activityOf(root, createOauth2Credential, { provider, clientId, encryptedClientSecret });
  const made = resultOf<{ oauth2CredentialId: string }>(createOauth2Credential, sent, await client.send(sent));
  return made.oauth2CredentialId;
}
