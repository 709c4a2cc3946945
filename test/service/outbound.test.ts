import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { initOtp } from '../../src/contract/otp.js';
import { proxyAccount, proxyOtpInit, proxySignup } from '../../src/contract/proxy.js';
import { proxyOauth2Authenticate, proxyOauthLogin } from '../../src/contract/proxyOauth.js';
import { toBase64Url } from '../../src/crypto/base64url.js';
import { utf8 } from '../../src/crypto/bytes.js';
import { smtpSend } from '../../src/service/delivery/smtp.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { deliver } from '../support/deliver.js';
import { type MailServer, openMailServer } from '../support/mailServer.js';
import { rootOf } from '../support/parties.js';
import { tickingClock } from '../support/tickingClock.js';
import { callProxy, submit } from '../support/wire.js';

// A port that nothing should call: a fetch of a URL from a request would connect to it.

let trap: Server;
let knocks = 0;
let place: string;
let service: TestService;
let mail: MailServer;
beforeAll(async () => {
  trap = createServer((socket) => {
    knocks += 1;
    // Not before it is asked: Node's fetch waits for ever where a connection ends while it begins.
    socket.on('error', () => {}).once('data', () => socket.destroy());
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  place = `127.0.0.1:${(trap.address() as AddressInfo).port}`;
  service = await createTestService({ clock: tickingClock() });
  mail = await openMailServer();
});
afterAll(async () => {
  await service.close();
  await mail.close();
  await new Promise((resolve) => trap.close(resolve));
});

test('T-66: the trap notices every fetch', async () => {
  await expect(fetch(`http://${place}/`)).rejects.toThrow();
  expect(knocks).toBe(1);
});

test('T-66: no URL that a request or a configuration names is ever fetched, until its mail has arrived', async () => {
  knocks = 0;
  const url = `https://${place}/x`;
  const jws = (header: object) =>
    [header, { iss: url, jku: url, exp: 1e10 }, {}].map((part) => toBase64Url(utf8(JSON.stringify(part)))).join('.');
  const tokens = [jws({ alg: 'RS256', jku: url }), jws({ alg: 'ES256', typ: 'JWT', x5u: url, kid: url }), url];
  await service.configure({
    allowedOrigins: [`http://${place}`, `https://${place}`],
    allowNativeClients: true,
    emailCustomizationParams: { logoUrl: url },
  });
  const root = await rootOf(service);
  const login = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' } as const;
  const publicKey = `02${'11'.repeat(32)}`;
  const asked: (() => Promise<unknown>)[] = [
    () =>
      callProxy(service, proxyOtpInit, login, { Origin: `https://${place}`, Referer: url, 'X-Forwarded-Host': place }),
    () => callProxy(service, proxyOtpInit, { ...login, contact: `ada@[127.0.0.1]` }),
    () =>
      submit(service, root.key, initOtp, root.organizationId, {
        ...login,
        appName: url,
        emailCustomization: { logoUrl: url },
      }),
    () => submit(service, root.key, initOtp, root.organizationId, { ...login, appName: 'x', containerUrl: url }),
    () =>
      callProxy(service, proxyOauth2Authenticate, {
        ...{ provider: 'OAUTH2_PROVIDER_X', authCode: url, redirectUri: url },
        ...{ codeVerifier: url, nonce: url, clientId: url },
      }),
    ...tokens.flatMap((token) => [
      () => callProxy(service, proxyOauthLogin, { oidcToken: token, publicKey }),
      () => callProxy(service, proxyAccount, { filterType: 'OIDC_TOKEN', filterValue: token, oidcToken: token }),
      () =>
        callProxy(service, proxyAccount, { filterType: 'EMAIL', filterValue: login.contact, verificationToken: token }),
      () =>
        callProxy(service, proxySignup, {
          ...{ apiKeys: [], authenticators: [], verificationToken: token },
          oauthProviders: [{ providerName: url, oidcToken: token }],
        }),
      () =>
        submit(service, root.key, createSubOrganization, root.organizationId, {
          subOrganizationName: url,
          rootUsers: [
            { userName: url, oauthProviders: [{ providerName: 'x', oidcClaims: { iss: url, sub: 'x', aud: url } }] },
          ],
          rootQuorumThreshold: 1,
        }),
    ]),
  ];
  const outcomes = await Promise.allSettled(asked.map((ask) => ask()));
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(2);
  const send = smtpSend({ server: mail.server, from: 'codes@latchkey.example' });
  await deliver(service.service.tools, async (message) => {
    if (message.channel === 'email') await send(message);
  });
  expect(mail.caught.some(({ mail: source }) => source.includes('/x'))).toBe(true);
  expect(knocks).toBe(0);
});
