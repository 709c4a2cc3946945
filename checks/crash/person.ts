import { createApiKeys, deleteApiKeys } from '../../src/contract/credentials.js';
import { proxyOtpInit, proxyOtpLogin, proxyOtpVerify, proxySignup } from '../../src/contract/proxy.js';
import type { ProxyRow } from '../../src/contract/row.js';
import type { WalletAccountParams } from '../../src/contract/shapes.js';
import { signRawPayload } from '../../src/contract/signing.js';
import { createWallet, createWalletAccounts } from '../../src/contract/wallets.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import { readVerificationToken } from '../../src/crypto/tokens.js';
import { loginMessage, signClientMessage, signupMessage } from '../../src/stampers/clientSignature.js';
import { pick } from '../../test/support/chance.js';
import { pause } from '../../test/support/live/serve.js';
import { activityOf, type Party, proxyCallOf, resultOf, yes } from '../../test/support/live/wire.js';
import type { Fixtures } from './fixtures.js';

/** People, one after the other: each logs in for the first time, uses wallets and keys for a while, and never returns. */
export async function people(fixtures: Fixtures): Promise<never> {
  for (;;) {
    const person = await firstLogin(fixtures);
    const steps = Math.floor(fixtures.chance() * 12);
    for (let step = 0; step < steps; step += 1) await pick(fixtures.chance, actions)(fixtures, person);
  }
}

type Wallet = { readonly walletId: string; readonly name: string; address: string; accounts: number };
type Person = Party & { readonly wallets: Wallet[]; readonly apiKeyIds: string[] };

/** Logs in with a telephone number, through the auth proxy. @returns the session */
async function firstLogin(fixtures: Fixtures): Promise<Person> {
  const { client, parent, chance, next } = fixtures;
  const call = (row: ProxyRow, request: object) => proxyCallOf(parent.authProxyConfigId, row, request);
  const key = await createSigningKey();
  const { publicKey } = key;

  const { contact, otpId, otpCode } = await codeFor(fixtures);
  if (chance() < 0.2) await client.send(call(proxyOtpVerify, { otpId, otpCode: wrongFor(otpCode), publicKey }));
  const verifying = { ...call(proxyOtpVerify, { otpId, otpCode, publicKey }), publicKey };
  const token = yes<{ verificationToken: string }>(verifying, await client.send(verifying)).verificationToken;
  const tokenId = readVerificationToken(token).id;

  const lists = { apiKeys: [], authenticators: [], oauthProviders: [] };
  const signing = signupMessage({ tokenId, ...lists, phoneNumber: contact });
  const name = `Wallet ${next()}`;
  const signup = call(proxySignup, {
    ...lists,
    userPhoneNumber: contact,
    userName: contact,
    verificationToken: token,
    wallet: { walletName: name, accounts: [ethereum(0), solana(0)] },
    clientSignature: await signClientMessage(key, signing),
  });
  type Made = { organizationId: string; userId: string; wallet: { walletId: string; addresses: [string, string] } };
  const made = yes<Made>(signup, await client.send(signup));
  const { organizationId, userId } = made;

  const clientSignature = await signClientMessage(key, loginMessage({ tokenId, publicKey }));
  const request = { verificationToken: token, publicKey, clientSignature, organizationId };
  const login = { ...call(proxyOtpLogin, request), publicKey };
  yes(login, await client.send(login));
  const wallet = { walletId: made.wallet.walletId, name, address: made.wallet.addresses[0], accounts: 1 };
  return { key, organizationId, userId, wallets: [wallet], apiKeyIds: [] };
}

/**
 * A code and the number it was sent to. If the answer or the message does not firstLogin, another number requests one: a request for a code
 * is never repeated, and a message that a killed service was just sending waits for a minute.
 */
async function codeFor({ client, parent, external: { hook }, next }: Fixtures) {
  for (;;) {
    const contact = `+4915${String(next()).padStart(9, '0')}`;
    const sent = proxyCallOf(parent.authProxyConfigId, proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact });
    const answer = await client.sendOnce(sent);
    if (answer === undefined) continue;
    const { otpId } = yes<{ otpId: string }>(sent, answer);
    for (const deadline = performance.now() + 1500; performance.now() < deadline; await pause(5)) {
      const [otpCode] = hook.codesOf(contact);
      if (otpCode !== undefined) return { contact, otpId, otpCode };
    }
  }
}

type Action = (fixtures: Fixtures, person: Person) => Promise<unknown>;

const sign: Action = async ({ client, chance, next }, person) => {
  const { address: signWith } = pick(chance, person.wallets);
  const payload = `0x${next().toString(16).padStart(64, '0')}`;
  const parameters = {
    signWith,
    payload,
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  };
  const sent = await activityOf(person, signRawPayload, parameters);
  resultOf(signRawPayload, sent, await client.send(sent));
};

const makeWallet: Action = async ({ client, next }, person) => {
  const name = `Wallet ${next()}`;
  const wallet = { walletName: name, accounts: [ethereum(0), solana(0)] };
  const sent = await activityOf(person, createWallet, wallet, { generateAppProofs: true });
  const answer = await client.send(sent);
  const { walletId, addresses } = resultOf<{ walletId: string; addresses: [string, string] }>(
    createWallet,
    sent,
    answer,
  );
  person.wallets.push({ walletId, name, address: addresses[0], accounts: 1 });
};

/** A request that fails and is recorded as failed: the name is taken. */
const makeWalletAgain: Action = async ({ client, chance }, person) => {
  const { name } = pick(chance, person.wallets);
  await client.send(await activityOf(person, createWallet, { walletName: name, accounts: [] }));
};

const addAccounts: Action = async ({ client, chance }, person) => {
  const wallet = pick(chance, person.wallets);
  const { walletId, accounts } = wallet;
  wallet.accounts += 1;
  const parameters = { walletId, accounts: [ethereum(accounts), solana(accounts)] };
  const sent = await activityOf(person, createWalletAccounts, parameters);
  resultOf(createWalletAccounts, sent, await client.send(sent));
};

const addKey: Action = async ({ client, next }, person) => {
  if (person.apiKeyIds.length > 6) return;
  const { publicKey } = await createSigningKey();
  const apiKey = { apiKeyName: `Key ${next()}`, publicKey, curveType: 'API_KEY_CURVE_P256' };
  const sent = await activityOf(person, createApiKeys, { userId: person.userId, apiKeys: [apiKey] });
  person.apiKeyIds.push(...resultOf<{ apiKeyIds: string[] }>(createApiKeys, sent, await client.send(sent)).apiKeyIds);
};

const dropKey: Action = async ({ client }, person) => {
  const apiKeyId = person.apiKeyIds.shift();
  if (apiKeyId === undefined) return;
  const sent = await activityOf(person, deleteApiKeys, { userId: person.userId, apiKeyIds: [apiKeyId] });
  resultOf(deleteApiKeys, sent, await client.send(sent));
};

const actions: readonly Action[] = [
  sign,
  sign,
  sign,
  makeWallet,
  makeWallet,
  makeWalletAgain,
  addAccounts,
  addKey,
  dropKey,
];

/** The accounts of the kit's wallets, at an index. */
export const ethereum = (index: number): WalletAccountParams => ({
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: `m/44'/60'/0'/0/${index}`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
});
const solana = (index: number) => ({
  curve: 'CURVE_ED25519',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: `m/44'/501'/${index}'/0'`,
  addressFormat: 'ADDRESS_FORMAT_SOLANA',
});

const wrongFor = (code: string): string => (code[0] === '0' ? '1' : '0') + code.slice(1);
