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
import { signRawPayload, signTransaction } from '../../../src/contract/signing.js';
import { whoami } from '../../../src/contract/users.queries.js';
import { createWallet, createWalletAccounts } from '../../../src/contract/wallets.js';
import { type Bytes, utf8 } from '../../../src/crypto/bytes.js';
import { derFromRaw } from '../../../src/crypto/der.js';
import { toHex } from '../../../src/crypto/hex.js';
import { sign } from '../../../src/crypto/p256.js';
import { sessionHeader } from '../../../src/service/coordinator/caller/readOnlySession.js';
import { writeStamp } from '../../../src/stampers/stamp.js';
import { bytesOf, hashOf } from '../target.js';
import type { ServiceRequest, World } from './world.js';

const scheme = 'SIGNATURE_SCHEME_TK_API_P256';

/** Requests that a service answers with 200 at any time, and with its organization's id. */
export async function honest(world: World): Promise<ServiceRequest[]> {
  const body = utf8(JSON.stringify({ organizationId: world.service.organizationId }));
  return [await stamped(world, whoami, body), calling(world, proxyWalletKitConfig, {})];
}

/** Who am I, in a request under a stamp whose signature is the input. */
export const whoamiWith = (world: World, { signature }: { signature: string }): ServiceRequest =>
  whoamiUnder(world, writeStamp({ publicKey: world.key.publicKey, scheme, signature }));

/** The right stamp of that request. */
export const whoamiStamp = ({ key, whoamiSignature }: World): string =>
  writeStamp({ publicKey: key.publicKey, scheme, signature: toHex(whoamiSignature) });

/** Who am I, in a request under a stamp that is the input. */
export const whoamiUnder = ({ service: { organizationId } }: World, value: string): ServiceRequest => ({
  path: whoami.path,
  headers: { 'X-Stamp': value },
  body: utf8(JSON.stringify({ organizationId })),
});

/** Who am I, in a request with a read-only session that is the input. */
export const whoamiBy = ({ service: { organizationId } }: World, value: string): ServiceRequest => ({
  path: whoami.path,
  headers: { [sessionHeader]: value },
  body: utf8(JSON.stringify({ organizationId })),
});

/** The input as the body of the call that it is most likely meant for; what is stamped, is stamped over these bytes. */
export async function bodyTo(world: World, input: string): Promise<ServiceRequest> {
  // Those that are made of an example are of now, too.
  const text = input.replaceAll(world.examplesOfMs, String(world.service.clock()));
  const body = bytesOf(text);
  const type = /ACTIVITY_TYPE_\w+/.exec(text)?.[0];
  const row =
    world.examples.get(input) ??
    rows.find((each) => each.kind === 'activity' && newestOf(each).type === type) ??
    rows[hashOf(input) % rows.length];
  if (row === undefined) throw new Error('The contract has no rows.');
  return row.kind === 'proxy' ? unstamped(world, row, body) : stamped(world, row, body);
}

const rows: readonly Operation[] = [
  ...Object.values(activityRows),
  ...Object.values(queryRows),
  ...Object.values(proxyRows),
];

/** A payload to sign, where the input is one of its members. */
export const signing = (world: World, changes: { signWith?: string; payload?: string }): Promise<ServiceRequest> =>
  acting(world, signRawPayload, {
    signWith: world.address,
    payload: 'text',
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
    ...changes,
  });

/** An import of what is sealed in the input, to the target of an import that has just begun. */
export async function importing(world: World, encryptedBundle: string): Promise<ServiceRequest> {
  const { userId } = world;
  await world.service.asRoot(initImportWallet, { userId });
  return acting(world, importWallet, { userId, walletName: 'Imported', encryptedBundle, accounts: [] });
}

/** An app at a provider, whose client secret is the input; those that are taken are of one, so that there is one. */
export const connecting = (world: World, encryptedClientSecret: string): Promise<ServiceRequest> =>
  acting(world, createOauth2Credential, { provider: 'OAUTH2_PROVIDER_X', clientId: 'client', encryptedClientSecret });

/** A wallet of that name. */
export const naming = (world: World, walletName: string): Promise<ServiceRequest> =>
  acting(world, createWallet, { walletName, accounts: [], mnemonicLength: 12 + 3 * (hashOf(walletName) % 6) });

/** An account at that path, on each of the curves; one in four is kept. */
export function deriving(world: World, path: string): Promise<ServiceRequest> {
  const [curve, addressFormat] = [
    ['CURVE_SECP256K1', 'ADDRESS_FORMAT_ETHEREUM'],
    ['CURVE_ED25519', 'ADDRESS_FORMAT_SOLANA'],
    ['CURVE_P256', 'ADDRESS_FORMAT_COMPRESSED'],
  ][hashOf(path) % 3] as [string, string];
  const accounts = [{ curve, pathFormat: 'PATH_FORMAT_BIP32', path, addressFormat }];
  return acting(world, createWalletAccounts, { walletId: world.walletId, accounts, persist: hashOf(path) % 4 === 0 });
}

/** A policy with that condition; taken ones have one name, so that there is one. */
export const conditioned = (world: World, condition: string): Promise<ServiceRequest> =>
  acting(world, createPolicy, { policyName: 'Policy', effect: 'EFFECT_ALLOW', condition });

/** An interface of a contract; taken ones are of one, so that there is one of each chain. */
export const uploading = (world: World, smartContractInterface: string): Promise<ServiceRequest> =>
  acting(world, createSmartContractInterface, {
    smartContractAddress: `0x${'ab'.repeat(20)}`,
    smartContractInterface,
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
    label: 'Contract',
  });

/** A template of an e-mail whose HTML is the input; taken ones are of one name, so that there is one. */
export const templating = (world: World, html: string): Promise<ServiceRequest> =>
  acting(world, createEmailTemplate, {
    name: 'Template',
    kind: 'EMAIL_TEMPLATE_KIND_CODE',
    variables: ['team'],
    texts: [{ subject: 'Code', text: '{{code}}', html }],
  });

/** A call with those data in a transaction to sign. */
export const transacting = (world: World, data: string): Promise<ServiceRequest> => {
  const fees = {
    maxFeePerGas: 30n,
    maxPriorityFeePerGas: 2n,
    gasLimit: 30_000_000n,
    nonce: 4n,
    value: 0n,
    chainId: 1n,
  };
  const call = { ...fees, type: 'eip1559', to: `0x${'ab'.repeat(20)}`, data: toHex(bytesOf(data)) } as const;
  return acting(world, signTransaction, {
    signWith: world.address,
    unsignedTransaction: Transaction.prepare(call, false).toHex(),
    type: 'TRANSACTION_TYPE_ETHEREUM',
  });
};

/** Operations that take verification tokens get the input for one. */
export function tokenUser(world: World, verificationToken: string): ServiceRequest | Promise<ServiceRequest> {
  const { publicKey } = world.key;
  const account = { filterType: 'EMAIL', filterValue: 'ada@example.com', verificationToken };
  return pickBy<ServiceRequest | Promise<ServiceRequest>>(verificationToken, [
    () => calling(world, proxyOtpLogin, { verificationToken, publicKey }),
    () => calling(world, proxyAccount, account),
    () => calling(world, proxySignup, { ...noCredentials, userEmail: 'ada@example.com', verificationToken }),
    () => acting(world, { ...otpLogin, newest: 'V1' as const }, { verificationToken, publicKey }),
  ]);
}

/** Operations that take e-mail addresses get the input for one. */
export const emailUser = (world: World, contact: string): ServiceRequest =>
  pickBy(contact, [
    () => calling(world, proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact }),
    () => calling(world, proxyAccount, { ...proved(world), filterType: 'EMAIL', filterValue: contact }),
    () => calling(world, proxySignup, { ...noCredentials, ...proved(world), userEmail: contact }),
  ]);

/** Operations that take phone numbers get the input for one. */
export const phoneUser = (world: World, contact: string): ServiceRequest =>
  pickBy(contact, [
    () => calling(world, proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact }),
    () => calling(world, proxyAccount, { ...proved(world), filterType: 'PHONE_NUMBER', filterValue: contact }),
    () => calling(world, proxySignup, { ...noCredentials, ...proved(world), userPhoneNumber: contact }),
  ]);

const noCredentials = { apiKeys: [], authenticators: [], oauthProviders: [] };

const proved = ({ verificationToken }: World) => ({ verificationToken });

function pickBy<Made>(input: string, makers: readonly (() => Made)[]): Made {
  const make = makers[hashOf(input) % makers.length];
  if (make === undefined) throw new Error('Nothing to choose from.');
  return make();
}

const calling = (world: World, row: Operation, request: object): ServiceRequest =>
  unstamped(world, row, utf8(JSON.stringify(request)));

function acting(world: World, row: ActivityRow, parameters: object): Promise<ServiceRequest> {
  const { path } = row;
  const { type } = newestOf(row);
  const { organizationId, clock } = world.service;
  const body = utf8(JSON.stringify({ type, timestampMs: String(clock()), organizationId, parameters }));
  return stamped(world, { path }, body);
}

const unstamped = ({ service }: World, { path }: { path: string }, body: Bytes): ServiceRequest => ({
  path,
  headers: { 'X-Auth-Proxy-Config-ID': service.authProxyConfigId },
  body,
});

async function stamped({ key }: World, { path }: { path: string }, body: Bytes): Promise<ServiceRequest> {
  const signature = toHex(derFromRaw(await sign(key, body)));
  return { path, headers: { 'X-Stamp': writeStamp({ publicKey: key.publicKey, scheme, signature }) }, body };
}
