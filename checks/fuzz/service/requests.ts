import { Transaction } from 'micro-eth-signer';
import { createSmartContractInterface } from '../../../src/contract/contracts.js';
import { createEmailTemplate } from '../../../src/contract/emailTemplates.js';
import { importWallet, initImportWallet } from '../../../src/contract/imports.js';
import { createOauth2Credential } from '../../../src/contract/oauth2.js';
import { otpLogin } from '../../../src/contract/otp.js';
import { createPolicy } from '../../../src/contract/policies.js';
import { proxyAccount, proxyOtpInit, proxyOtpLogin, proxySignup } from '../../../src/contract/proxy.js';
import { proxyWalletKitConfig } from '../../../src/contract/proxyConfig.js';
import { type ActivityRow, newestOf, type Operation } from '../../../src/contract/row.js';
import { activityRows, proxyRows, queryRows } from '../../../src/contract/rows.js';
import {
  type SignRawPayloadParameters,
  signRawPayload,
  signTransaction,
  type TransactionType,
} from '../../../src/contract/signing.js';
import { whoami } from '../../../src/contract/users.queries.js';
import { createWallet, createWalletAccounts } from '../../../src/contract/wallets.js';
import { type Bytes, utf8 } from '../../../src/crypto/bytes.js';
import { derFromRaw } from '../../../src/crypto/der.js';
import { toHex } from '../../../src/crypto/hex.js';
import { sign } from '../../../src/crypto/p256.js';
import { sessionHeader } from '../../../src/service/coordinator/callers/readOnlySession.js';
import { writeStamp } from '../../../src/stampers/stamp.js';
import { bytesOf, hashOf } from '../target.js';
import type { Fixtures, ServiceRequest } from './fixtures.js';

const scheme = 'SIGNATURE_SCHEME_TK_API_P256';

/** Requests that the service must always answer with 200 and its organization's id. */
export async function honestRequests(fixtures: Fixtures): Promise<ServiceRequest[]> {
  const body = utf8(JSON.stringify({ organizationId: fixtures.service.organizationId }));
  return [await stamped(fixtures, whoami, body), proxyRequest(fixtures, proxyWalletKitConfig, {})];
}

/** `whoami` with a stamp whose signature is the input. */
export const whoamiWithSignature = (fixtures: Fixtures, { signature }: { signature: string }): ServiceRequest =>
  whoamiWithStamp(fixtures, writeStamp({ publicKey: fixtures.key.publicKey, scheme, signature }));

/** The valid stamp of that request. */
export const whoamiStamp = ({ key, whoamiSignature }: Fixtures): string =>
  writeStamp({ publicKey: key.publicKey, scheme, signature: toHex(whoamiSignature) });

/** `whoami` with the input as its stamp. */
export const whoamiWithStamp = ({ service: { organizationId } }: Fixtures, value: string): ServiceRequest => ({
  path: whoami.path,
  headers: { 'X-Stamp': value },
  body: utf8(JSON.stringify({ organizationId })),
});

/** `whoami` with the input as its read-only session. */
export const whoamiWithSession = ({ service: { organizationId } }: Fixtures, value: string): ServiceRequest => ({
  path: whoami.path,
  headers: { [sessionHeader]: value },
  body: utf8(JSON.stringify({ organizationId })),
});

/** The input as the body of the call that it is an example of, or whose activity it names, else of any call. It is stamped as it is. */
export async function bodyRequest(fixtures: Fixtures, input: string): Promise<ServiceRequest> {
  // Inputs that are made from an example get the current time.
  const text = input.replaceAll(fixtures.examplesOfMs, String(fixtures.service.clock()));
  const body = bytesOf(text);
  const type = /ACTIVITY_TYPE_\w+/.exec(text)?.[0];
  const row =
    fixtures.examples.get(input) ??
    rows.find((each) => each.kind === 'activity' && newestOf(each).type === type) ??
    rows[hashOf(input) % rows.length];
  if (row === undefined) throw new Error('The contract has no rows.');
  return row.kind === 'proxy' ? unstamped(fixtures, row, body) : stamped(fixtures, row, body);
}

const rows: readonly Operation[] = [
  ...Object.values(activityRows),
  ...Object.values(queryRows),
  ...Object.values(proxyRows),
];

/** A payload to sign, with the input as one of its parameters. */
export const signRequest = (fixtures: Fixtures, changes: Partial<SignRawPayloadParameters>): Promise<ServiceRequest> =>
  activityRequest(fixtures, signRawPayload, {
    signWith: fixtures.address,
    payload: 'text',
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
    ...changes,
  });

/** An import with the input as its bundle. The import is started just before. */
export async function importRequest(fixtures: Fixtures, encryptedBundle: string): Promise<ServiceRequest> {
  const { userId } = fixtures;
  await fixtures.service.asRoot(initImportWallet, { userId });
  return activityRequest(fixtures, importWallet, { userId, walletName: 'Imported', encryptedBundle, accounts: [] });
}

/** An OAuth 2.0 credential with the input as its client secret. All have one client id, so that at most one exists. */
export const credentialRequest = (fixtures: Fixtures, encryptedClientSecret: string): Promise<ServiceRequest> =>
  activityRequest(fixtures, createOauth2Credential, {
    provider: 'OAUTH2_PROVIDER_X',
    clientId: 'client',
    encryptedClientSecret,
  });

/** A wallet with the input as its name. */
export const walletRequest = (fixtures: Fixtures, walletName: string): Promise<ServiceRequest> =>
  activityRequest(fixtures, createWallet, {
    walletName,
    accounts: [],
    mnemonicLength: 12 + 3 * (hashOf(walletName) % 6),
  });

/** An account with the input as its path, on one of the curves; one in four is stored. */
export function accountRequest(fixtures: Fixtures, path: string): Promise<ServiceRequest> {
  const [curve, addressFormat] = [
    ['CURVE_SECP256K1', 'ADDRESS_FORMAT_ETHEREUM'],
    ['CURVE_ED25519', 'ADDRESS_FORMAT_SOLANA'],
    ['CURVE_P256', 'ADDRESS_FORMAT_COMPRESSED'],
  ][hashOf(path) % 3] as [string, string];
  const accounts = [{ curve, pathFormat: 'PATH_FORMAT_BIP32', path, addressFormat }];
  return activityRequest(fixtures, createWalletAccounts, {
    walletId: fixtures.walletId,
    accounts,
    persist: hashOf(path) % 4 === 0,
  });
}

/** A policy with the input as its condition. All have one name, so that at most one exists. */
export const policyRequest = (fixtures: Fixtures, condition: string): Promise<ServiceRequest> =>
  activityRequest(fixtures, createPolicy, { policyName: 'Policy', effect: 'EFFECT_ALLOW', condition });

/** A contract interface. All are for one address, so that at most one exists. */
export const interfaceRequest = (fixtures: Fixtures, smartContractInterface: string): Promise<ServiceRequest> =>
  activityRequest(fixtures, createSmartContractInterface, {
    smartContractAddress: `0x${'ab'.repeat(20)}`,
    smartContractInterface,
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
    label: 'Contract',
  });

/** An e-mail template with the input as its HTML. All have one name, so that at most one exists. */
export const templateRequest = (fixtures: Fixtures, html: string): Promise<ServiceRequest> =>
  activityRequest(fixtures, createEmailTemplate, {
    name: 'Template',
    kind: 'EMAIL_TEMPLATE_KIND_CODE',
    variables: ['team'],
    texts: [{ subject: 'Code', text: '{{code}}', html }],
  });

/** A transaction to sign, with the input as the data of its contract call. */
export const transactionRequest = (fixtures: Fixtures, data: string): Promise<ServiceRequest> => {
  const fees = {
    maxFeePerGas: 30n,
    maxPriorityFeePerGas: 2n,
    gasLimit: 30_000_000n,
    nonce: 4n,
    value: 0n,
    chainId: 1n,
  };
  const call = { ...fees, type: 'eip1559', to: `0x${'ab'.repeat(20)}`, data: toHex(bytesOf(data)) } as const;
  return activityRequest(fixtures, signTransaction, {
    signWith: fixtures.address,
    unsignedTransaction: Transaction.prepare(call, false).toHex(),
    type: 'TRANSACTION_TYPE_ETHEREUM',
  });
};

/** A transaction to sign, which is the input. */
export const signingRequest = (fixtures: Fixtures, type: TransactionType, input: string): Promise<ServiceRequest> =>
  activityRequest(fixtures, signTransaction, {
    signWith: fixtures.address,
    unsignedTransaction: toHex(bytesOf(input)),
    type,
  });

/** A call that takes a verification token, with the input as the token. */
export function tokenRequest(fixtures: Fixtures, verificationToken: string): ServiceRequest | Promise<ServiceRequest> {
  const { publicKey } = fixtures.key;
  const account = { filterType: 'EMAIL', filterValue: 'ada@example.com', verificationToken };
  return pickBy<ServiceRequest | Promise<ServiceRequest>>(verificationToken, [
    () => proxyRequest(fixtures, proxyOtpLogin, { verificationToken, publicKey }),
    () => proxyRequest(fixtures, proxyAccount, account),
    () => proxyRequest(fixtures, proxySignup, { ...noCredentials, userEmail: 'ada@example.com', verificationToken }),
    () => activityRequest(fixtures, { ...otpLogin, newest: 'V1' as const }, { verificationToken, publicKey }),
  ]);
}

/** A call that takes an e-mail address, with the input as the address. */
export const emailRequest = (fixtures: Fixtures, contact: string): ServiceRequest =>
  pickBy(contact, [
    () => proxyRequest(fixtures, proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact }),
    () => proxyRequest(fixtures, proxyAccount, { ...proved(fixtures), filterType: 'EMAIL', filterValue: contact }),
    () => proxyRequest(fixtures, proxySignup, { ...noCredentials, ...proved(fixtures), userEmail: contact }),
  ]);

/** A call that takes a phone number, with the input as the number. */
export const phoneRequest = (fixtures: Fixtures, contact: string): ServiceRequest =>
  pickBy(contact, [
    () => proxyRequest(fixtures, proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact }),
    () =>
      proxyRequest(fixtures, proxyAccount, { ...proved(fixtures), filterType: 'PHONE_NUMBER', filterValue: contact }),
    () => proxyRequest(fixtures, proxySignup, { ...noCredentials, ...proved(fixtures), userPhoneNumber: contact }),
  ]);

const noCredentials = { apiKeys: [], authenticators: [], oauthProviders: [] };

const proved = ({ verificationToken }: Fixtures) => ({ verificationToken });

function pickBy<Made>(input: string, makers: readonly (() => Made)[]): Made {
  const make = makers[hashOf(input) % makers.length];
  if (make === undefined) throw new Error('Nothing to choose from.');
  return make();
}

const proxyRequest = (fixtures: Fixtures, row: Operation, request: object): ServiceRequest =>
  unstamped(fixtures, row, utf8(JSON.stringify(request)));

function activityRequest(fixtures: Fixtures, row: ActivityRow, parameters: object): Promise<ServiceRequest> {
  const { path } = row;
  const { type } = newestOf(row);
  const { organizationId, clock } = fixtures.service;
  const body = utf8(JSON.stringify({ type, timestampMs: String(clock()), organizationId, parameters }));
  return stamped(fixtures, { path }, body);
}

const unstamped = ({ service }: Fixtures, { path }: { path: string }, body: Bytes): ServiceRequest => ({
  path,
  headers: { 'X-Auth-Proxy-Config-ID': service.authProxyConfigId },
  body,
});

async function stamped({ key }: Fixtures, { path }: { path: string }, body: Bytes): Promise<ServiceRequest> {
  const signature = toHex(derFromRaw(await sign(key, body)));
  return { path, headers: { 'X-Stamp': writeStamp({ publicKey: key.publicKey, scheme, signature }) }, body };
}
