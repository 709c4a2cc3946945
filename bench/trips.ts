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

/** Where a client goes, from which address, and where its text messages come. */
export type Town = {
  readonly url: string;
  readonly address: string;
  readonly authProxyConfigId: string;
  readonly hook: SmsHook;
};

/** Someone with a telephone and a wallet. */
export type Citizen = Party & { readonly contact: string; readonly address: string; signatures: number };

export async function arrive(town: Town, contact: string): Promise<Citizen> {
  const { token, key } = await proved(town, contact);
  const lists = { apiKeys: [], authenticators: [], oauthProviders: [] };
  const tokenId = readVerificationToken(token).id;
  const made = await call<{ organizationId: string; userId: string; wallet: { addresses: [string] } }>(
    town,
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
  await enter(town, token, key);
  return { ...made, key, contact, address: made.wallet.addresses[0], signatures: 0 };
}

/** Four calls to the auth proxy: a code, the code's proof, whose it is, and the session. */
export async function logIn(town: Town, { contact }: Citizen): Promise<void> {
  const { token, key } = await proved(town, contact);
  await call(town, proxyAccount, { filterType: 'PHONE_NUMBER', filterValue: contact, verificationToken: token });
  await enter(town, token, key);
}

export async function sign({ url }: Town, citizen: Citizen): Promise<void> {
  citizen.signatures += 1;
  const sent = await activityOf(citizen, signRawPayload, {
    signWith: citizen.address,
    payload: `0x${citizen.signatures.toString(16).padStart(64, '0')}`,
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  });
  yes(sent, await post(url, sent));
}

async function proved(town: Town, contact: string): Promise<{ token: string; key: SigningKey }> {
  const key = await createSigningKey();
  const before = town.hook.codesOf(contact).length;
  const { otpId } = await call<{ otpId: string }>(town, proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact });
  while (town.hook.codesOf(contact).length === before) await pause(2);
  const otpCode = town.hook.codesOf(contact).at(-1);
  const proof = { otpId, otpCode, publicKey: key.publicKey };
  const { verificationToken } = await call<{ verificationToken: string }>(town, proxyOtpVerify, proof);
  return { token: verificationToken, key };
}

async function enter(town: Town, token: string, key: SigningKey): Promise<void> {
  const { publicKey } = key;
  const message = loginMessage({ tokenId: readVerificationToken(token).id, publicKey });
  const clientSignature = await signClientMessage(key, message);
  await call(town, proxyOtpLogin, { verificationToken: token, publicKey, clientSignature });
}

async function call<Answer>(town: Town, row: ProxyRow, request: object): Promise<Answer> {
  const { url, address, authProxyConfigId } = town;
  const sent = proxyCallOf(authProxyConfigId, row, request);
  const headers = { ...sent.headers, 'X-Forwarded-For': address };
  return yes<Answer>(sent, await post(url, { ...sent, headers }));
}
