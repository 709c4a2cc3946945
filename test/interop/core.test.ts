import './page.js';
import * as newest from '@turnkey/core';
import * as otpV1 from '@turnkey/core-1';
import { encryptOtpCodeToBundle, verifyOtpVerificationToken, verifySessionJwtSignature } from '@turnkey/crypto';
import nacl from 'tweetnacl';
import { recoverMessageAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proxyRows } from '../../src/contract/rows.js';
import { fromBase58 } from '../../src/crypto/base58.js';
import { fromHex } from '../../src/crypto/hex.js';
import { startIssuer, type TestIssuer } from '../support/issuer.js';
import { type Loopback, openLoopback } from './loopback.js';

let loopback: Loopback;
let issuer: TestIssuer;
beforeAll(async () => {
  loopback = await openLoopback();
  issuer = await startIssuer(Date.now);
  await loopback.configure(issuer.config);
});
afterAll(async () => {
  await loopback.close();
  await issuer.close();
});

let contact: string;
beforeEach(() => {
  contact = `${crypto.randomUUID()}@example.com`;
});

const customWallet = {
  walletName: 'First',
  walletAccounts: [
    {
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    },
    {
      curve: 'CURVE_ED25519',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/501'/0'/0'",
      addressFormat: 'ADDRESS_FORMAT_SOLANA',
    },
  ] satisfies newest.v1WalletAccountParams[],
};

const config = () => ({
  apiBaseUrl: loopback.url,
  authProxyUrl: loopback.url,
  authProxyConfigId: loopback.authProxyConfigId,
  organizationId: loopback.organizationId,
});

/** The last version that sends the plain code. */
async function withOtpV1() {
  const client = new otpV1.TurnkeyClient(config());
  await client.init();
  const otpType = otpV1.OtpType.Email;
  const ask = () => client.initOtp({ otpType, contact });
  return {
    client: client as unknown as newest.TurnkeyClient,
    ask,
    complete: async (otpId: string, otpCode: string) => {
      const completed = await client.completeOtp({
        otpId,
        otpCode,
        contact,
        otpType,
        createSubOrgParams: { customWallet },
      });
      return completed as { action: string; sessionToken: string; verificationToken: string };
    },
  };
}

/** The newest version. Its own flow encrypts the code to a target that a pinned key must sign: here its steps are called with a plain code. */
async function withNewest() {
  const client = new newest.TurnkeyClient(config());
  await client.init();
  const { httpClient } = client;
  const signed = async ({ message, publicKey }: { message: string; publicKey: string }) => {
    const signature = await client.signWithApiKey({ message, publicKey });
    return { message, publicKey, scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256' as const, signature };
  };
  const complete = async (otpId: string, otpCode: string) => {
    const publicKey = await client.createApiKeyPair();
    const { verificationToken } = await httpClient.proxyVerifyOtp({ otpId, otpCode, publicKey });
    const account = { filterType: 'EMAIL', filterValue: contact, verificationToken };
    const { organizationId } = await httpClient.proxyGetAccount(account);
    const lists = { apiKeys: [], authenticators: [], oauthProviders: [] };
    if (!organizationId) {
      const message = newest.getClientSignatureMessageForSignup({ verificationToken, email: contact, ...lists });
      const { walletName, walletAccounts: accounts } = customWallet;
      const request = {
        userEmail: contact,
        userName: contact,
        verificationToken,
        ...lists,
        wallet: { walletName, accounts },
      };
      await httpClient.proxySignupV2({ ...request, clientSignature: await signed(message) });
    }
    const message = newest.getClientSignatureMessageForLogin({ verificationToken });
    const login = { verificationToken, publicKey, clientSignature: await signed(message) };
    const { session: sessionToken } = await httpClient.proxyOtpLoginV2(login);
    await client.storeSession({ sessionToken });
    return { action: organizationId ? 'LOGIN' : 'SIGNUP', sessionToken, verificationToken };
  };
  const ask = async () => (await httpClient.proxyInitOtp({ otpType: 'OTP_TYPE_EMAIL', contact })).otpId;
  return { client, ask, complete };
}

describe.each([
  { version: '1.14.1', open: withOtpV1 },
  { version: '2.8.1', open: withNewest },
])('@turnkey/core $version', ({ open }) => {
  const code = () => loopback.inbox.lastCode(contact) ?? '';

  async function loggedIn() {
    const { client, ask, complete } = await open();
    return { client, ...(await complete(await ask(), code())) };
  }

  test('reads the configuration', async () => {
    const { client } = await open();
    expect(await client.getProxyAuthConfig()).toMatchObject({
      organizationId: loopback.organizationId,
      otpLength: '6',
    });
  });

  test('signs a person up by a code, and then logs her in', async () => {
    const { client, ask, complete } = await open();
    const first = await complete(await ask(), code());
    expect(first.action).toMatch(/SIGNUP/i);
    const session = await client.getSession();
    const second = await complete(await ask(), code());
    expect(second.action).toMatch(/LOGIN/i);
    expect(await client.getSession()).toMatchObject({
      userId: session?.userId,
      organizationId: session?.organizationId,
    });
    expect(await verifySessionJwtSignature(second.sessionToken, loopback.trust.notarizerPublicKey)).toBe(true);
    const claims = await verifyOtpVerificationToken(first.verificationToken, loopback.trust.tlsFetcherSignPublicKey);
    expect(claims).toMatchObject({ contact, organization_id: loopback.organizationId });
  });

  test('signs a person up by an OIDC token, and logs her in by another', async () => {
    const { client } = await open();
    const identity = { sub: contact };
    const completed = async () => {
      const publicKey = await client.createApiKeyPair();
      const oidcToken = await issuer.token(publicKey, identity);
      const createSubOrgParams = { customWallet };
      return client.completeOauth({ oidcToken, publicKey, providerName: 'Example ID', createSubOrgParams });
    };
    expect((await completed()).action).toMatch(/SIGNUP/i);
    const session = await client.getSession();
    const { action, sessionToken } = await completed();
    expect(action).toMatch(/LOGIN/i);
    expect(await verifySessionJwtSignature(sessionToken, loopback.trust.notarizerPublicKey)).toBe(true);
    expect(await client.getSession()).toMatchObject({
      userId: session?.userId,
      organizationId: session?.organizationId,
    });
    const { oauthProviders } = await client.fetchUser();
    expect(oauthProviders).toMatchObject([{ providerName: 'Example ID', issuer: issuer.url, subject: contact }]);
    const oidcToken = await issuer.token(await client.createApiKeyPair(), { sub: `second ${contact}` });
    expect(await client.addOauthProvider({ providerName: 'Second', oidcToken })).toHaveLength(1);
  });

  test('reads the user and the wallets, and makes more', async () => {
    const { client } = await loggedIn();
    expect(await client.fetchUser()).toMatchObject({ userEmail: contact });
    const walletId = await client.createWallet({ walletName: 'Second', accounts: ['ADDRESS_FORMAT_ETHEREUM'] });
    const made = await client.createWalletAccounts({ walletId, accounts: ['ADDRESS_FORMAT_SOLANA'] });
    const wallets = await client.fetchWallets();
    expect(wallets.map(({ walletName, accounts }) => [walletName, accounts.length])).toEqual([
      ['First', 2],
      ['Second', 2],
    ]);
    expect(wallets[1]?.accounts.map(({ address }) => address)).toContain(made[0]);
  });

  test('signs messages that others verify', async () => {
    const { client } = await loggedIn();
    const [wallet] = await client.fetchWallets();
    const [ethereum, solana] = wallet?.accounts ?? [];
    if (!ethereum || !solana) throw new Error('The wallet of the signup has no accounts.');
    const message = 'Hällo 👋';
    const { r, s, v } = await client.signMessage({ walletAccount: ethereum, message, addEthereumPrefix: true });
    const signature = `0x${r}${s}${v === '00' ? '1b' : '1c'}` as const;
    expect(await recoverMessageAddress({ message, signature })).toBe(ethereum.address);
    const onSolana = await client.signMessage({ walletAccount: solana, message });
    const signed = fromHex(onSolana.r + onSolana.s);
    expect(nacl.sign.detached.verify(new TextEncoder().encode(message), signed, fromBase58(solana.address))).toBe(true);
  });

  test('renews the session with a new key, and logs out', async () => {
    const { client } = await loggedIn();
    const before = await client.getSession();
    await client.refreshSession({ expirationSeconds: '1200' });
    const after = await client.getSession();
    expect(after?.publicKey).not.toBe(before?.publicKey);
    expect(await client.fetchUser()).toMatchObject({ userEmail: contact });
    await client.logout();
    expect(await client.getSession()).toBeUndefined();
  });

  test('recognises a wrong code, and too many codes, by the service’s answers', async () => {
    const { ask, complete } = await open();
    const otpId = await ask();
    const wrong = code() === '000000' ? '000001' : '000000';
    await expect(complete(otpId, wrong)).rejects.toThrow(/invalid/i);
    await ask();
    await ask();
    await expect(ask()).rejects.toThrow(/max/i);
  });
});

test('the newest asks for further parameters before it starts, and there are none', async () => {
  const { client } = await withNewest();
  expect(await client.httpClient.proxyGetWalletKitClientParams({})).toEqual({});
});

test('the newest has codes travel sealed to a key of the service', async () => {
  const { client } = await withNewest();
  const requestBody = { otpType: 'OTP_TYPE_EMAIL', contact: 'sealed@example.com' };
  const { otpId, otpEncryptionTargetBundle } = await client.httpClient.proxyInitOtpV2(requestBody);
  const { tlsFetcherSignPublicKey } = loopback.trust;
  const encryptedOtpBundle = await encryptOtpCodeToBundle(
    loopback.inbox.lastCode(requestBody.contact) ?? '',
    otpEncryptionTargetBundle,
    await client.createApiKeyPair(),
    tlsFetcherSignPublicKey,
  );
  const { verificationToken } = await client.httpClient.proxyVerifyOtpV2({ otpId, encryptedOtpBundle });
  const claims = await verifyOtpVerificationToken(verificationToken, tlsFetcherSignPublicKey);
  expect(claims).toMatchObject({ contact: requestBody.contact });
});

test('they have called all that the auth proxy answers', () => {
  const notYet = ['oauth2_authenticate'];
  const answered = Object.values(proxyRows).filter(({ name }) => !notYet.includes(name));
  expect(answered.map(({ path }) => path).filter((path) => !loopback.requested.has(path))).toEqual([]);
});
