import { getActivity, listActivities } from '../../../src/contract/activities.queries.js';
import { initOtp, verifyOtp } from '../../../src/contract/otp.js';
import { proxyAccount, proxyOtpInit, proxyOtpLogin, proxyOtpVerify, proxySignup } from '../../../src/contract/proxy.js';
import type { ActivityRow, ProxyRow, QueryRow } from '../../../src/contract/row.js';
import { activityRows, proxyRows, queryRows } from '../../../src/contract/rows.js';
import { stampLogin } from '../../../src/contract/sessions.js';
import { signRawPayload } from '../../../src/contract/signing.js';
import { getUser, whoami } from '../../../src/contract/users.queries.js';
import { createWallet } from '../../../src/contract/wallets.js';
import { listWalletAccounts, listWallets } from '../../../src/contract/wallets.queries.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { post } from '../../../test/support/live/client.js';
import type { Sent } from '../../../test/support/live/ledger.js';
import { pause } from '../../../test/support/live/serve.js';
import { activityOf, proxyCallOf } from '../../../test/support/live/wire.js';
import { verifyPlainOtp } from '../../../test/support/plainCodes.js';
import { loginRequest, signupRequest } from '../../../test/support/wire.js';
import { queryOf } from '../queryOf.js';
import type { Site } from '../site.js';
import { type Secret, textSecret } from './secrets.js';

/** An answer of the service, and the call that it answers. */
export type Answered = { readonly kind: string; readonly status: number; readonly text: string };

/** The secrets in requests and answers, and all answers. */
export type Journeys = { readonly secrets: Secret[]; readonly answers: Answered[] };

/** The origin that the configuration lists. */
export const pageOrigin = 'https://app.example.com';

/** The host of an origin that is not listed, so that the log names it: the search must find it there. */
export const plantedHost = 'planted-in-the-log.example';

/** Sends every call of one person, correct and wrong. Records every answer, and every secret in requests and answers. */
export async function journey(
  site: Site,
  { secrets, answers }: Journeys,
  index: number,
  planted: string,
): Promise<void> {
  const { parent, root, serving } = site;
  const send = async <Answer = unknown>(sent: Sent): Promise<Answer> => {
    const answer = await post(serving.url, sent);
    answers.push({ kind: sent.kind, ...answer });
    return JSON.parse(answer.text) as Answer;
  };
  const proxy = <Answer = unknown>(row: ProxyRow, request: object) =>
    send<Answer>(withOrigin(proxyCallOf(parent.authProxyConfigId, row, request), pageOrigin));
  const keep = (kind: Secret['kind'], text: string) => {
    if (text !== '') secrets.push(textSecret(kind, text));
    return text;
  };

  const contact = `+4915${String(31_415_926 + index).padStart(9, '0')}`;
  keep('contact', contact.slice(1));
  const key = await createSigningKey();
  const { publicKey } = key;
  const { otpId } = await proxy<{ otpId: string }>(proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact });
  const otpCode = keep('one-time code', await hookCode(site, contact, 0));
  const typed = { otpId, otpCode, publicKey };

  await proxy(proxyOtpVerify, { ...typed, otpId: crypto.randomUUID() });
  await proxy(proxyOtpVerify, { ...typed, publicKey: `02${'ff'.repeat(32)}` });
  await sendMalformed(site, proxyCallOf(parent.authProxyConfigId, proxyOtpVerify, typed), answers);
  await send(await activityOf({ ...root, organizationId: otpId }, verifyPlainOtp, typed));
  const twoHoursAgo = String(Date.now() - 7_200_000);
  const stale = {
    type: verifyOtp.versions.V1.type,
    timestampMs: twoHoursAgo,
    organizationId: root.organizationId,
    parameters: typed,
  };
  await send(await queryOf(root.key, verifyPlainOtp, stale));
  const { verificationToken } = await proxy<{ verificationToken: string }>(proxyOtpVerify, typed);
  const token = keep('verification token', verificationToken);
  await proxy(proxyOtpVerify, typed);
  await proxy(proxyOtpVerify, { ...typed, publicKey: (await createSigningKey()).publicKey });
  await proxy(proxyAccount, { filterType: 'PHONE_NUMBER', filterValue: contact, verificationToken: token });
  await proxy(proxyAccount, { filterType: 'PHONE_NUMBER', filterValue: `${contact}0`, verificationToken: token });
  await proxy(proxyAccount, { filterType: 'PHONE_NUMBER', filterValue: contact, verificationToken: `${token}x` });

  const signup = { ...(await signupRequest(token, key)), userName: `${planted}-${index}` };
  await sendMalformed(site, proxyCallOf(parent.authProxyConfigId, proxySignup, signup), answers);
  await proxy(proxySignup, { ...signup, userPhoneNumber: `${contact}1` });
  const made = await proxy<Made>(proxySignup, signup);
  await proxy(proxySignup, signup);
  const login = await loginRequest(token, key, made.organizationId);
  await proxy(proxyOtpLogin, { ...login, organizationId: parent.organizationId });
  await sendMalformed(site, proxyCallOf(parent.authProxyConfigId, proxyOtpLogin, login), answers);
  const loggedIn = await proxy<{ session: string; deviceToken: string }>(proxyOtpLogin, login);
  keep('session', loggedIn.session);
  const deviceToken = keep('device token', loggedIn.deviceToken);
  await proxy(proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact, deviceToken });
  keep('one-time code', await hookCode(site, contact, 1));
  await proxy(proxyOtpLogin, await loginRequest(token, await createSigningKey(), made.organizationId));

  const own = { key, organizationId: made.organizationId };
  const session = await createSigningKey();
  const sent = await activityOf(own, stampLogin, { publicKey: session.publicKey });
  const { activity } = await send<LoggedIn>(sent);
  keep('session', activity.result.stampLoginResult.session);
  await send(sent);
  const [signWith] = made.wallet.addresses;
  const payload = { payload: 'text', encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' };
  for (const parameters of [
    { signWith, ...payload },
    { signWith: '0x00', ...payload },
  ]) {
    await send(await activityOf(own, signRawPayload, parameters));
  }
  for (let again = 0; again < 2; again += 1) {
    await send(await activityOf(own, createWallet, { walletName: 'Second', accounts: [] }));
  }
  const { organizationId, userId } = made;
  for (const [row, request] of [
    [whoami, { organizationId }],
    [getUser, { organizationId, userId }],
    [getUser, { organizationId, userId: organizationId }],
    [listActivities, { organizationId }],
    [getActivity, { organizationId, activityId: activity.id }],
    [listWallets, { organizationId }],
    [listWalletAccounts, { organizationId }],
  ] as const) {
    await send(await queryOf(key, row, request));
    await send(await queryOf(root.key, row, request));
  }
  const requestBody = { otpType: 'OTP_TYPE_SMS', contact, appName: 'App' };
  await send(await activityOf(root, initOtp, requestBody));
  keep('one-time code', await hookCode(site, contact, 2));
}

type Made = { organizationId: string; userId: string; wallet: { addresses: string[] } };
type LoggedIn = { activity: { id: string; result: { stampLoginResult: { session: string } } } };

/** Sends one secret of each kind to every call of the service, in every malformed form. */
export async function secretsToEveryCall(site: Site, { secrets, answers }: Journeys): Promise<void> {
  const rows = [proxyRows, activityRows, queryRows].flatMap((each) =>
    Object.values<ActivityRow | QueryRow | ProxyRow>(each),
  );
  const some = [...new Map(secrets.map((secret) => [secret.kind, secret])).values()];
  for (const row of rows) {
    for (const { bytes } of some) {
      const text = bytes.toString('utf8');
      const headers = { 'X-Auth-Proxy-Config-Id': site.parent.authProxyConfigId, Origin: pageOrigin };
      const sent = {
        kind: row.name,
        path: row.path,
        headers,
        body: JSON.stringify({ unknown: text, organizationId: text }),
      };
      await sendMalformed(site, sent, answers);
      await sendMalformed(site, { ...sent, headers: { ...headers, 'X-Stamp': text } }, answers);
    }
  }
}

/** Sends a request in every malformed form: each is refused before its members are read. */
export async function sendMalformed({ serving, parent }: Site, sent: Sent, answers: Answered[]): Promise<void> {
  const listed = withOrigin(sent, pageOrigin);
  const forms: Sent[] = [
    withOrigin(sent, `https://${plantedHost}`),
    { ...listed, headers: { ...listed.headers, 'X-Auth-Proxy-Config-Id': parent.organizationId } },
    { ...listed, headers: { ...listed.headers, 'X-Captcha-Token': 'captcha' } },
    { ...listed, headers: { ...listed.headers, 'Content-Type': 'text/plain' } },
    { ...listed, headers: { ...listed.headers, 'Content-Encoding': 'gzip' } },
    { ...listed, headers: { ...listed.headers, 'X-Stamp-Webauthn': sent.body.slice(0, 2000) } },
    { ...listed, body: sent.body.slice(0, -1) },
    { ...listed, body: `${sent.body.slice(0, -1)},"more":1}` },
    { ...listed, body: sent.body.replace('{', `{"a":${sent.body},"a":1,`) },
    { ...listed, body: `[${sent.body}]` },
    { ...listed, path: `${sent.path}/${encodeURIComponent(sent.body.slice(0, 2000))}` },
    { ...listed, path: `${sent.path}?${encodeURIComponent(sent.body.slice(0, 2000))}` },
  ];
  for (const form of forms) {
    const answer = await post(serving.url, form);
    answers.push({ kind: `${sent.kind}, malformed`, ...answer });
  }
}

async function hookCode({ hook }: Site, contact: string, index: number): Promise<string> {
  for (const end = performance.now() + 20_000; performance.now() < end; await pause(2)) {
    const code = hook.codesOf(contact)[index];
    if (code !== undefined) return code;
  }
  throw new Error(`The code number ${index + 1} did not come.`);
}

const withOrigin = (sent: Sent, Origin: string): Sent => ({ ...sent, headers: { ...sent.headers, Origin } });
