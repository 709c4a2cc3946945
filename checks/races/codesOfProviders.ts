import { createOauth2Credential, oauth2Authenticate } from '../../src/contract/oauth2.js';
import { sealClientSecret } from '../../src/crypto/clientSecret.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import type { Answer } from '../../test/support/live/ledger.js';
import { pause } from '../../test/support/live/serve.js';
import { activityOf, resultOf } from '../../test/support/live/wire.js';
import { type Fixtures, noAnswer } from './fixtures.js';
import { unexpectedRefusals } from './refusals.js';

/** Sends the same exchange many times at once: the code is exchanged once, and all get the same token. @returns the deviations. */
export async function oneExchange(fixtures: Fixtures, atOnce: number): Promise<string[]> {
  const { root, race, external } = fixtures;
  const exchange = await exchangeOf(fixtures);
  const sent = await activityOf(root, oauth2Authenticate, exchange);
  const answers = await race(Array.from({ length: atOnce }, () => sent));
  let [late = noAnswer] = await race([sent]);
  for (const end = performance.now() + 60_000; isUnderWay(late) && performance.now() < end; await pause(50))
    [late = noAnswer] = await race([sent]);
  const texts = new Set(answers.filter((answer) => !isUnderWay(answer)).map(({ text }) => text));
  const ids = new Set([...answers, late].map(({ text }) => /"activity":\{"id":"([\w-]+)"/.exec(text)?.[1]));
  const times = external.provider.exchanges.get(exchange.authCode) ?? 0;
  return [
    ...(times === 1 ? [] : [`a code was exchanged ${times} times`]),
    ...(ids.size === 1 ? [] : [`one request got ${ids.size} activities`]),
    ...(texts.size <= 1 && (texts.size === 0 || texts.has(late.text)) ? [] : [`one code got ${texts.size} answers`]),
    ...(isUnderWay(late) ? ['an exchange has not ended'] : []),
    ...unexpectedRefusals([...answers, late], []),
  ];
}

/** Sends different requests with one code at once: the provider accepts it once. @returns the deviations. */
export async function oneCode(fixtures: Fixtures, atOnce: number): Promise<string[]> {
  const { root, race } = fixtures;
  const exchange = await exchangeOf(fixtures);
  const requests = await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const { publicKey } = await createSigningKey();
      return activityOf(root, oauth2Authenticate, { ...exchange, nonce: publicKey.slice(2) });
    }),
  );
  const answers = await race(requests);
  const accepted = answers.filter(({ status }) => status === 200).length;
  return [
    ...(accepted === 1 ? [] : [`of ${atOnce} requests with one code ${accepted} got a token`]),
    ...unexpectedRefusals(answers, ['OAUTH_CODE_REFUSED']),
  ];
}

const isUnderWay = ({ text }: Answer): boolean => text.includes('"ACTIVITY_STATUS_PENDING"');

const apps = new WeakMap<Fixtures, Promise<string>>();

async function exchangeOf(fixtures: Fixtures) {
  const { publicKey } = await createSigningKey();
  const made = apps.get(fixtures) ?? appOf(fixtures);
  apps.set(fixtures, made);
  const exchange = await fixtures.external.provider.exchangeFor('x', 'Ada', publicKey);
  return { oauth2CredentialId: await made, ...exchange };
}

async function appOf({ root, parent, race, external }: Fixtures): Promise<string> {
  const { clientId, clientSecret } = external.provider;
  const encryptedClientSecret = await sealClientSecret(clientSecret, parent.trust.tlsFetcherEncryptPublicKey);
  const app = { provider: 'OAUTH2_PROVIDER_X', clientId, encryptedClientSecret };
  const sent = await activityOf(root, createOauth2Credential, app);
  const [answer = noAnswer] = await race([sent]);
  return resultOf<{ oauth2CredentialId: string }>(createOauth2Credential, sent, answer).oauth2CredentialId;
}
