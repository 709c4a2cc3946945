import { getActivity } from '../../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../../src/contract/activities.records.js';
import { createOauth2Credential } from '../../../../../src/contract/oauth2.js';
import { proxyOauth2Authenticate } from '../../../../../src/contract/proxyOauth.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { guardedOutbound } from '../../../../../src/service/node/guardedOutbound.js';
import type { Store } from '../../../../../src/service/store/store.js';
import type { Oauth2Name } from '../../../../../src/service/tools.js';
import { createTestService } from '../../../../../src/testing/createTestService.js';
import { sealedFor } from '../../../../support/examples/oauth2.js';
import { startOauth2Provider } from '../../../../support/oauth2Provider.js';
import { done, rootOf } from '../../../../support/parties.js';
import { ask, callProxy } from '../../../../support/wire.js';

export const publicUrl = 'https://latchkey.test';
export const providers = { x: 'OAUTH2_PROVIDER_X', discord: 'OAUTH2_PROVIDER_DISCORD' } as const;

/** A service whose people log in at X and Discord, and both of these. */
export async function openOauth2Place(store: Store) {
  const provider = await startOauth2Provider();
  const service = await createTestService({
    store,
    outbound: guardedOutbound('public and loopback'),
    publicUrl,
    oauth2Endpoints: provider.endpoints,
    config: { oauthRedirectUrls: [provider.redirectUri], refusalsPerAddress: { most: 10_000, windowSeconds: 60 } },
  });
  const root = await rootOf(service);
  const encryptedClientSecret = await sealedFor(service, root.organizationId);
  let oauth2CredentialId = '';
  for (const name of ['discord', 'x'] as const) {
    const app = { provider: providers[name], clientId: provider.clientId, encryptedClientSecret };
    ({ oauth2CredentialId } = await done(service, root, createOauth2Credential, app));
  }
  const throughProxy = async (name: Oauth2Name, person: string, publicKey: string, more: object = {}) =>
    callProxy<{ oidcToken: string }>(service, proxyOauth2Authenticate, {
      provider: providers[name],
      clientId: provider.clientId,
      ...(await provider.exchangeFor(name, person, publicKey)),
      ...more,
    });
  const asRoot = async (more: object = {}) => {
    const { publicKey } = await createSigningKey();
    return { oauth2CredentialId, ...(await provider.exchangeFor('x', 'Ada', publicKey)), ...more };
  };
  const activityBy = async (activityId: string) => {
    const { organizationId } = root;
    return (await ask<{ activity: Activity }>(service, root.key, getActivity, { organizationId, activityId })).activity;
  };
  const close = async () => {
    await service.close();
    await provider.close();
  };
  return { service, provider, root, oauth2CredentialId, throughProxy, asRoot, activityBy, close };
}

export type Oauth2Place = Awaited<ReturnType<typeof openOauth2Place>>;
