import { KeyObject, sign } from 'node:crypto';
import type { Activity } from '../../src/contract/activities.records.js';
import { proxyOtpInit, proxyOtpLogin, proxyOtpVerify, proxySignup } from '../../src/contract/proxy.js';
import { readRefusal } from '../../src/contract/readRefusal.js';
import { type ActivityRow, newestOf, type ProxyRow, type QueryRow } from '../../src/contract/row.js';
import { utf8 } from '../../src/crypto/bytes.js';
import { createSigningKey, type Signer, type SigningKey } from '../../src/crypto/p256.js';
import { readVerificationToken } from '../../src/crypto/tokens.js';
import { loginMessage, signClientMessage, signupMessage } from '../../src/stampers/clientSignature.js';
import { keyStamper } from '../../src/stampers/keyStamper.js';
import type { TestService } from '../../src/testing/createTestService.js';
import { listed } from '../../src/testing/listedRefusals.js';

/** The parts of a running service that these helpers need. */
export type Wired = Pick<TestService, 'service' | 'clock' | 'inbox' | 'authProxyConfigId'>;

/** Sends a body unchanged, for tests of the wire format. */
export async function post(
  { service }: Pick<Wired, 'service'>,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  clientAddress = '127.0.0.1',
): Promise<Response> {
  const response = await service.fetch(
    new Request(`https://latchkey.test${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    }),
    { clientAddress },
  );
  return listed(path, response);
}

/** The body of an answer. @throws {RefusedError} if it is a refusal */
async function answered<Answer>(response: Response): Promise<Answer> {
  const answer = await response.json();
  if (!response.ok) throw readRefusal(response.status, answer, response.headers.get('Retry-After'));
  return answer as Answer;
}

/** Calls the auth proxy. */
export async function callProxy<Answer = Record<string, unknown>>(
  test: Wired,
  row: ProxyRow,
  request: object,
  headers: Record<string, string> = {},
  clientAddress?: string,
): Promise<Answer> {
  const sent = { 'X-Auth-Proxy-Config-Id': test.authProxyConfigId, ...headers };
  return answered(await post(test, row.path, JSON.stringify(request), sent, clientAddress));
}

/** The envelope of an activity, as text. */
export function envelope(
  test: Pick<Wired, 'clock'>,
  row: ActivityRow,
  organizationId: string,
  parameters: object,
): string {
  return JSON.stringify({ type: newestOf(row).type, timestampMs: String(test.clock()), organizationId, parameters });
}

/** The X-Stamp header of a body. Signed without WebCrypto, which would use a thread and take three times as long. */
export async function stampOf({ publicKey, privateKey }: SigningKey, body: string): Promise<Record<string, string>> {
  const key = KeyObject.from(privateKey);
  const signer: Signer = {
    publicKey,
    sign: (message) => new Uint8Array(sign('sha256', message, { key, dsaEncoding: 'ieee-p1363' })),
  };
  const { name, value } = await keyStamper(signer).stamp(utf8(body));
  return { [name]: value };
}

/** Submits a stamped activity. */
export async function submit(
  test: Wired,
  key: SigningKey,
  row: ActivityRow,
  organizationId: string,
  parameters: object,
): Promise<Activity> {
  const body = envelope(test, row, organizationId, parameters);
  const { activity } = await answered<{ activity: Activity }>(
    await post(test, row.path, body, await stampOf(key, body)),
  );
  return activity;
}

/** Sends a stamped query. */
export async function ask<Answer = Record<string, unknown>>(
  test: Wired,
  key: SigningKey,
  row: QueryRow,
  request: object,
): Promise<Answer> {
  const body = JSON.stringify(request);
  return answered(await post(test, row.path, body, await stampOf(key, body)));
}

/** Requests a code and reads it in the inbox. */
export async function codeFor(
  test: Wired,
  contact: string,
  otpType: 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS' = 'OTP_TYPE_EMAIL',
): Promise<{ otpId: string; otpCode: string }> {
  const { otpId } = await callProxy<{ otpId: string }>(test, proxyOtpInit, { otpType, contact });
  await test.service.deliver();
  return { otpId, otpCode: test.inbox.lastCode(contact) ?? '' };
}

/** Verifies a contact. @returns a verification token, and the new key that it is bound to */
export async function verifiedToken(
  test: Wired,
  contact: string,
  otpType?: 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS',
): Promise<{ token: string; key: SigningKey }> {
  const key = await createSigningKey();
  const code = await codeFor(test, contact, otpType);
  const answer = await callProxy<{ verificationToken: string }>(test, proxyOtpVerify, {
    ...code,
    publicKey: key.publicKey,
  });
  return { token: answer.verificationToken, key };
}

export type Person = { key: SigningKey; organizationId: string; userId: string; addresses: string[] };

/** The wallet that the kit requests at a signup. */
export const wallet = {
  walletName: 'Wallet',
  accounts: [
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
  ],
};

/** The body of a signup with that token. */
export async function signupRequest(
  token: string,
  key: SigningKey,
  more: Partial<Pick<Parameters<typeof signupMessage>[0], 'apiKeys' | 'oauthProviders'>> = {},
): Promise<object> {
  const { id, contact, verification_type } = readVerificationToken(token);
  const isEmail = verification_type === 'OTP_TYPE_EMAIL';
  const lists = { apiKeys: [], authenticators: [], oauthProviders: [], ...more };
  const message = signupMessage({
    tokenId: id,
    ...lists,
    ...(isEmail ? { email: contact } : { phoneNumber: contact }),
  });
  const clientSignature = await signClientMessage(key, message);
  const named = isEmail ? { userEmail: contact } : { userPhoneNumber: contact };
  return { ...named, userName: contact, verificationToken: token, ...lists, wallet, clientSignature };
}

/** The body of a login with that token. */
export async function loginRequest(token: string, key: SigningKey, organizationId?: string): Promise<object> {
  const { publicKey } = key;
  const message = loginMessage({ tokenId: readVerificationToken(token).id, publicKey });
  const clientSignature = await signClientMessage(key, message);
  return { verificationToken: token, publicKey, clientSignature, ...(organizationId && { organizationId }) };
}

/** Signs a new person up, and logs them in. */
export async function signUp(test: Wired, contact: string): Promise<Person> {
  const { token, key } = await verifiedToken(test, contact);
  const made = await callProxy<{ organizationId: string; userId: string; wallet: { addresses: string[] } }>(
    test,
    proxySignup,
    await signupRequest(token, key),
  );
  await callProxy(test, proxyOtpLogin, await loginRequest(token, key, made.organizationId));
  return { key, organizationId: made.organizationId, userId: made.userId, addresses: made.wallet.addresses };
}
