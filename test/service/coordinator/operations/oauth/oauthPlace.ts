import { getOauthProviders } from '../../../../../src/contract/oauth.queries.js';
import { proxySignup } from '../../../../../src/contract/proxy.js';
import { proxyOauthLogin } from '../../../../../src/contract/proxyOauth.js';
import type { AnswerOf } from '../../../../../src/contract/row.js';
import type { OauthProvider } from '../../../../../src/contract/shapes.js';
import { createSigningKey, type SigningKey } from '../../../../../src/crypto/p256.js';
import { guardedOutbound } from '../../../../../src/service/node/guardedOutbound.js';
import type { Store } from '../../../../../src/service/store/store.js';
import { createTestClock } from '../../../../../src/testing/clock.js';
import { createTestService } from '../../../../../src/testing/createTestService.js';
import { startIssuer } from '../../../../support/issuer.js';
import { type Party, rootOf } from '../../../../support/parties.js';
import { ask, callProxy, wallet } from '../../../../support/wire.js';

/** A provider of identities, and a service whose people log in by it. */
export async function openOauthPlace(store: Store) {
  const clock = createTestClock();
  const issuer = await startIssuer(clock);
  const service = await createTestService({
    clock,
    store,
    outbound: guardedOutbound('public and loopback'),
    config: {
      refusalsPerAddress: { most: 10_000, windowSeconds: 60 },
      signupsPerAddress: { most: 10_000, windowSeconds: 60 },
    },
  });
  const root = await rootOf(service);
  let people = 0;
  let subject = '';
  /** Names somebody else at the provider, which the configuration names. */
  const nextPerson = async () => {
    people += 1;
    // So that no change of the configuration is the same bytes as an earlier one.
    clock.advanceMs(1);
    subject = `person-${people}`;
    const clientIds = [issuer.clientId, 'second'];
    await service.configure({ oidcIssuers: [{ id: 'example', issuer: issuer.url, clientIds, label: 'Example ID' }] });
  };
  const tokenFor = (key: SigningKey, more?: object) => issuer.token(key.publicKey, { sub: subject, ...more });
  const providers = (...tokens: string[]) => tokens.map((oidcToken) => ({ providerName: 'Example ID', oidcToken }));
  const claims = (aud: string, sub = subject) => ({ iss: issuer.url, sub, aud });
  const signup = (more: object) =>
    callProxy<AnswerOf<typeof proxySignup>>(service, proxySignup, {
      apiKeys: [],
      authenticators: [],
      oauthProviders: [],
      ...more,
    });
  const login = (key: SigningKey, oidcToken: string, more: object = {}) =>
    callProxy<{ session: string }>(service, proxyOauthLogin, { oidcToken, publicKey: key.publicKey, ...more });
  /** A person who signed up by the token alone, and has logged in. */
  const person = async () => {
    const key = await createSigningKey();
    const token = await tokenFor(key);
    const { organizationId, userId } = await signup({ oauthProviders: providers(token), wallet });
    const { session } = await login(key, token);
    return { key, token, session, organizationId, userId };
  };
  const providersOf = async ({ key, organizationId }: Pick<Party, 'key' | 'organizationId'>, userId?: string) =>
    (
      await ask<{ oauthProviders: OauthProvider[] }>(service, key, getOauthProviders, {
        organizationId,
        ...(userId && { userId }),
      })
    ).oauthProviders;
  const close = async () => {
    await service.close();
    await issuer.close();
  };
  return {
    ...{
      clock,
      service,
      issuer,
      root,
      nextPerson,
      tokenFor,
      providers,
      claims,
      signup,
      login,
      person,
      providersOf,
      close,
    },
    /** Who the provider’s tokens are about. */
    get subject() {
      return subject;
    },
  };
}

export type OauthPlace = Awaited<ReturnType<typeof openOauthPlace>>;
