import { proxyOtpInit, proxyOtpLogin, proxyOtpVerify } from '../../src/contract/proxy.js';
import type { ProxyRow } from '../../src/contract/row.js';
import { signRawPayload } from '../../src/contract/signing.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import { readVerificationToken } from '../../src/crypto/tokens.js';
import { loginMessage, signClientMessage } from '../../src/stampers/clientSignature.js';
import { post } from '../../test/support/live/client.js';
import type { Sent } from '../../test/support/live/ledger.js';
import { pause } from '../../test/support/live/serve.js';
import { activityOf, type Party, proxyCallOf } from '../../test/support/live/wire.js';
import type { Site } from '../security/site.js';

/** A person's way to the service. `signWith`: of their wallet. */
export type Honest = Party & { readonly signWith: string; readonly contact: string };

/** What the honest requests took, in milliseconds, and what was answered instead of 200. */
export type Times = { readonly ms: readonly number[]; readonly refused: readonly string[] };

const betweenMs = 100;

/**
 * One signs and others log in until the time is over: ten requests a second each, begun whether or not the last was answered. A person's
 * next login waits for that person's last one, since each code takes the place of the one before.
 */
export async function honestRequests(
  site: Site,
  { signs, logIn }: { signs: Honest; logIn: readonly Honest[] },
  seconds: number,
): Promise<Times> {
  const ms: number[] = [];
  const refused: string[] = [];
  const send = async (sent: Sent, address: string): Promise<string> => {
    const headers = { ...sent.headers, 'X-Forwarded-For': address };
    const startMs = performance.now();
    const { status, text } = await post(site.serving.url, { ...sent, headers });
    ms.push(performance.now() - startMs);
    if (status !== 200) refused.push(`${sent.kind} ${status} ${text.slice(0, 200)}`);
    return status === 200 ? text : '{}';
  };
  const untilMs = performance.now() + seconds * 1000;
  const underWay: Promise<unknown>[] = [];
  let count = 0;
  const signing = async () => {
    for (; performance.now() < untilMs; await pause(betweenMs)) {
      count += 1;
      const sent = await activityOf(signs, signRawPayload, {
        signWith: signs.signWith,
        payload: count.toString(16).padStart(64, '0'),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      });
      underWay.push(send(sent, '198.51.100.1').catch((error: unknown) => refused.push(String(error))));
    }
  };
  const call = (row: ProxyRow, request: object) =>
    send(proxyCallOf(site.parent.authProxyConfigId, row, request), '198.51.100.2').then(
      (text) => JSON.parse(text) as { otpId?: string; verificationToken?: string },
    );
  const oneLogin = async ({ contact, organizationId }: Honest) => {
    const key = await createSigningKey();
    const before = site.hook.codesOf(contact).length;
    const { otpId } = await call(proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact });
    for (let waited = 0; waited < 2000 && site.hook.codesOf(contact).length === before; waited += 5) await pause(5);
    const otpCode = site.hook.codesOf(contact).at(-1);
    const { publicKey } = key;
    const { verificationToken } = await call(proxyOtpVerify, { otpId, otpCode, publicKey });
    if (verificationToken === undefined) return;
    const { id } = readVerificationToken(verificationToken);
    const clientSignature = await signClientMessage(key, loginMessage({ tokenId: id, publicKey }));
    await call(proxyOtpLogin, { verificationToken, publicKey, clientSignature, organizationId });
  };
  const loggingIn = async () => {
    const logins = new Map<Honest, Promise<unknown>>();
    for (let begun = 0; performance.now() < untilMs; await pause(3 * betweenMs)) {
      const person = logIn[begun % logIn.length];
      begun += 1;
      if (person === undefined) return;
      const login = Promise.resolve(logins.get(person))
        .then(() => oneLogin(person))
        .catch((error: unknown) => refused.push(String(error)));
      logins.set(person, login);
      underWay.push(login);
    }
  };
  await Promise.all([signing(), loggingIn()]);
  await Promise.all(underWay);
  return { ms, refused };
}
