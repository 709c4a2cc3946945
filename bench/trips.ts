import { ethereum } from '../checks/crash/person.js';
import { proxyAccount, proxyOtpInit, proxyOtpLogin, proxyOtpVerify, proxySignup } from '../src/contract/proxy.js';
import type { ProxyRow } from '../src/contract/row.js';
import { signRawPayload } from '../src/contract/signing.js';
import { createSigningKey, type SigningKey } from '../src/crypto/p256.js';
import { readVerificationToken } from '../src/crypto/tokens.js';
import { loginMessage, signClientMessage, signupMessage } from '../src/stampers/clientSignature.js';
import { post } from '../test/support/live/client.js';
import { pause } from '../test/support/live/serve.js';
import type { SmsHook } from '../test/support/live/smsHook.js';
import { activityOf, type Party, proxyCallOf, yes } from '../test/support/live/wire.js';

/** The service that a client calls, its address, and where its text messages arrive. */
export type Target = {
  readonly url: string;
  readonly address: string;
  readonly authProxyConfigId: string;
  readonly hook: SmsHook;
};

/** A person with a telephone number and a wallet. */
export type Account = Party & { readonly contact: string; readonly address: string; signatures: number };

export async function arrive(target: Target, contact: string): Promise<Account> {
  const { token, key } = await proved(target, contact);
  const lists = { apiKeys: [], authenticators: [], oauthProviders: [] };
  const tokenId = readVerificationToken(token).id;
  const made = await call<{ organizationId: string; userId: string; wallet: { addresses: [string] } }>(
    target,
    proxySignup,
    {
      ...lists,
      userPhoneNumber: contact,
      userName: contact,
      verificationToken: token,
      wallet: { walletName: 'Wallet', accounts: [ethereum(0)] },
      clientSignature: await signClientMessage(key, signupMessage({ tokenId, ...lists, phoneNumber: contact })),
    },
  );
  await enter(target, token, key);
  return { ...made, key, contact, address: made.wallet.addresses[0], signatures: 0 };
}

/** Four calls to the auth proxy: request a code, verify it, look up the account, and log in. */
export async function logIn(target: Target, { contact }: Account): Promise<void> {
  const { token, key } = await proved(target, contact);
  await call(target, proxyAccount, { filterType: 'PHONE_NUMBER', filterValue: contact, verificationToken: token });
  await enter(target, token, key);
}

export async function sign({ url }: Target, account: Account): Promise<void> {
  account.signatures += 1;
  const sent = await activityOf(account, signRawPayload, {
    signWith: account.address,
    payload: `0x${account.signatures.toString(16).padStart(64, '0')}`,
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  });
  yes(sent, await post(url, sent));
}

async function proved(target: Target, contact: string): Promise<{ token: string; key: SigningKey }> {
  const key = await createSigningKey();
  const before = target.hook.codesOf(contact).length;
  const { otpId } = await call<{ otpId: string }>(target, proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact });
  while (target.hook.codesOf(contact).length === before) await pause(2);
  const otpCode = target.hook.codesOf(contact).at(-1);
  const proof = { otpId, otpCode, publicKey: key.publicKey };
  const { verificationToken } = await call<{ verificationToken: string }>(target, proxyOtpVerify, proof);
  return { token: verificationToken, key };
}

async function enter(target: Target, token: string, key: SigningKey): Promise<void> {
  const { publicKey } = key;
  const message = loginMessage({ tokenId: readVerificationToken(token).id, publicKey });
  const clientSignature = await signClientMessage(key, message);
  await call(target, proxyOtpLogin, { verificationToken: token, publicKey, clientSignature });
}

async function call<Answer>(target: Target, row: ProxyRow, request: object): Promise<Answer> {
  const { url, address, authProxyConfigId } = target;
  const sent = proxyCallOf(authProxyConfigId, row, request);
  const headers = { ...sent.headers, 'X-Forwarded-For': address };
  return yes<Answer>(sent, await post(url, { ...sent, headers }));
}
