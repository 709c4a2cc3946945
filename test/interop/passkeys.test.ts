import './page.js';
import * as newest from '@turnkey/core';
import * as before from '@turnkey/core-1';
import { TurnkeyClient } from '@turnkey/http';
import { WebauthnStamper } from '@turnkey/webauthn-stamper';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from '../../src/crypto/base64url.js';
import { readSessionToken } from '../../src/crypto/tokens.js';
import { createPasskey, type TestPasskey } from '../support/passkey.js';
import { type Loopback, openLoopback } from './loopback.js';
import { ethereum, now } from './visit.js';

let loopback: Loopback;
beforeAll(async () => {
  loopback = await openLoopback();
  await loopback.configure({ allowedAuthMethods: ['email', 'passkey'] });
});
afterAll(() => loopback.close());

/** The options that the client passed to the browser. */
let options: PublicKeyCredentialRequestOptions[];
let made: PublicKeyCredentialCreationOptions[];
let passkey: TestPasskey;
const origin = 'http://localhost';

/** A browser with one software passkey. */
beforeEach(async () => {
  options = [];
  made = [];
  passkey = await createPasskey({ origin });
  const base64Url = (bytes: BufferSource) => toBase64Url(new Uint8Array(bytes as ArrayBuffer));
  const buffer = (text: string) => fromBase64Url(text).buffer;
  const shown = (response: object) => ({
    id: passkey.credentialId,
    rawId: buffer(passkey.credentialId),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response,
  });
  const credentials = {
    async create({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) {
      made.push(publicKey);
      const { attestation } = await passkey.register({ challenge: base64Url(publicKey.challenge) });
      return shown({
        clientDataJSON: buffer(attestation.clientDataJson),
        attestationObject: buffer(attestation.attestationObject),
        getTransports: () => ['internal'],
      });
    },
    async get({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) {
      options.push(publicKey);
      const [header = ''] = Object.values(await passkey.stamp('', { challenge: base64Url(publicKey.challenge) }));
      const { authenticatorData, clientDataJson, signature } = JSON.parse(header) as Record<string, string>;
      return shown({
        authenticatorData: buffer(authenticatorData ?? ''),
        clientDataJSON: buffer(clientDataJson ?? ''),
        signature: buffer(signature ?? ''),
        userHandle: null,
      });
    },
  };
  Object.defineProperty(globalThis, 'navigator', { value: { credentials }, configurable: true });
  Object.assign(globalThis, { PublicKeyCredential: class {} });
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));

const config = () => ({
  apiBaseUrl: loopback.url,
  authProxyUrl: loopback.url,
  authProxyConfigId: loopback.authProxyConfigId,
  organizationId: loopback.organizationId,
  passkeyConfig: { rpId: 'localhost' },
});

/** A page of the app with empty storage: by the last version that calls `signup`, and by the newest. */
async function openPage() {
  const client = new before.TurnkeyClient(config());
  await client.init();
  return client as unknown as newest.TurnkeyClient;
}

async function openNewestPage() {
  const client = new newest.TurnkeyClient(config());
  await client.init();
  return client;
}

test.each([
  { version: '1.14.1', open: openPage },
  { version: '2.8.1', open: openNewestPage },
])(
  '@turnkey/core $version signs up by a passkey; both log in by it when they have forgotten everything',
  async ({ open }) => {
    const client = await open();
    const createSubOrgParams = { customWallet: { walletName: 'First', walletAccounts: [ethereum] } };
    const first = await client.signUpWithPasskey({ createSubOrgParams });
    const { organization_id: organizationId, user_id: userId } = readSessionToken(first.sessionToken);
    expect(await client.fetchWallets()).toMatchObject([{ walletName: 'First' }]);
    await client.logout();

    for (const openAgain of [openPage, openNewestPage]) {
      const later = await openAgain();
      const { sessionToken } = await later.loginWithPasskey();
      expect(readSessionToken(sessionToken)).toMatchObject({ organization_id: organizationId, user_id: userId });
      expect(await later.fetchUser()).toMatchObject({ authenticators: [{ credentialId: passkey.credentialId }] });
      await later.logout();
    }
  },
);

test('@turnkey/webauthn-stamper 0.6.0 stamps queries and activities, by the organization’s name and its parent’s', async () => {
  const client = await openPage();
  const { sessionToken } = await client.signUpWithPasskey({});
  const { organization_id: organizationId } = readSessionToken(sessionToken);
  const stamped = new TurnkeyClient({ baseUrl: loopback.url }, new WebauthnStamper({ rpId: 'localhost' }));
  for (const named of [organizationId, loopback.organizationId]) {
    expect(await stamped.getWhoami({ organizationId: named })).toMatchObject({ organizationId });
  }
  const { activity } = await stamped.createWallet({
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    timestampMs: now(),
    organizationId,
    parameters: { walletName: 'By passkey', accounts: [ethereum] },
  });
  expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
});

test('what they pin: the algorithms, the wish for user verification, five minutes', async () => {
  const client = await openPage();
  await client.signUpWithPasskey({});
  await client.loginWithPasskey();
  expect(made[0]?.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -257]);
  expect(options[0]).toMatchObject({ userVerification: 'preferred', timeout: 300_000 });
});
