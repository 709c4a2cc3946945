import { proxyOtpInit, proxyOtpLogin, proxyOtpVerify, proxySignup } from '../../src/contract/proxy.js';
import { RefusedError } from '../../src/contract/refusals.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import type { Store } from '../../src/service/store/store.js';
import { callProxy, loginRequest, signupRequest, type Wired } from './wire.js';

/** Wrong codes, all different from each other and from the right one. */
export const wrongCodes = (count: number, right: string): string[] =>
  Array.from({ length: count + 1 }, (_, index) => String(index).padStart(right.length, '0'))
    .filter((code) => code !== right)
    .slice(0, count);

type Typed = { otpId: string; otpCode: string; publicKey?: string };

/** The verification token, or the code of the refusal. Repeats the request after `UNAVAILABLE`, as the kit does. */
export async function verify(test: Wired, typed: Typed, clientAddress?: string): Promise<string> {
  try {
    const { otpId, otpCode, publicKey } = typed;
    const request = { otpId, otpCode, ...(publicKey && { publicKey }) };
    return (await callProxy<{ verificationToken: string }>(test, proxyOtpVerify, request, {}, clientAddress))
      .verificationToken;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return error.code === 'UNAVAILABLE' ? verify(test, typed, clientAddress) : error.code;
  }
}

/** Who requests a code: from which address, and with which device token. */
export type Asking = { contact?: string; address?: string; deviceToken?: string };

export type Code = { otpId: string; otpCode: string; otpLength: number; otpAlphanumeric: boolean };

/** Requests a code. @returns the code that arrived, or the seconds to wait for one. */
export async function ask(test: Wired, asking: Asking = {}): Promise<Code | number> {
  const { contact = 'ada@example.com', address = '192.0.2.1', deviceToken } = asking;
  const otpType = contact.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL';
  const request = { otpType, contact, ...(deviceToken && { deviceToken }) };
  test.clock.advanceMs(1);
  try {
    const sent = await callProxy<Omit<Code, 'otpCode'>>(test, proxyOtpInit, request, {}, address);
    await test.service.deliver();
    return { ...sent, otpCode: test.inbox.lastCode(contact) ?? '' };
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code !== 'TOO_MANY_CODES') throw error;
    return (error.retryAfterMs ?? Number.NaN) / 1000;
  }
}

/** Requests a code, which must arrive at once. */
export async function codeOf(test: Wired, asking: Asking = {}): Promise<Code> {
  const code = await ask(test, asking);
  if (typeof code === 'number') throw new Error(`A code has to wait ${code} s.`);
  return code;
}

/** Requests a code and sends that many wrong ones. @returns the outcome of each. */
export async function guess(test: Wired, times: number, asking: Asking = {}): Promise<string[]> {
  const { otpId, otpCode } = await codeOf(test, asking);
  const outcomes: string[] = [];
  for (const wrong of wrongCodes(times, otpCode)) outcomes.push(await verify(test, { otpId, otpCode: wrong }));
  return outcomes;
}

/** Signs up and logs in with a code, by default from an address of its own. @returns the device token. */
export async function logInWith(test: Wired, code: Code, address = '198.51.100.1'): Promise<string> {
  const key = await createSigningKey();
  const token = await verify(test, { ...code, publicKey: key.publicKey }, address);
  if (!token.includes('.')) throw new Error(`The code was refused: ${token}`);
  await callProxy(test, proxySignup, await signupRequest(token, key), {}, address);
  const login = await loginRequest(token, key);
  return (await callProxy<{ deviceToken: string }>(test, proxyOtpLogin, login, {}, address)).deviceToken;
}

/** How many wrong tries of strangers (or of a device) are counted for a contact. */
export async function wrongTries(store: Store, limitKey: string, counted = 'strangers'): Promise<number> {
  const rows = await store.db
    .selectFrom('wrong_tries')
    .select('times')
    .where('limit_key', '=', limitKey)
    .where('counted', '=', counted)
    .execute();
  return (JSON.parse(rows[0]?.times ?? '[]') as number[]).length;
}
