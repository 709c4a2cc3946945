import { type AddressInfo, createServer } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { proxyOtpInit } from '../../../src/contract/proxy.js';
import { fromHex } from '../../../src/crypto/hex.js';
import { createService } from '../../../src/service/createService.js';
import { DeliveryError } from '../../../src/service/delivery/deliveryError.js';
import type { EmailMessage } from '../../../src/service/delivery/message.js';
import { smtpSend } from '../../../src/service/delivery/smtp.js';
import { readSmtpUrl, type SmtpServer } from '../../../src/service/delivery/smtpServer.js';
import { makeParent } from '../../../src/service/makeParent.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import { type MailServer, openMailServer, smtpServer } from '../../support/mailServer.js';

const closers: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const server = await openMailServer(options);
  closers.push(server.close);
  return server;
}

const message: EmailMessage = {
  channel: 'email',
  id: '00000000-0000-4000-8000-000000000001',
  to: 'ada@example.com',
  fromName: 'Acme, "Inc."',
  subject: '428117 is your Acme login code',
  text: 'Use this code: 428117',
  html: '<p>428117</p>',
  code: '428117',
};

const failureOf = (sending: Promise<void>): Promise<DeliveryError> =>
  sending.then(
    () => expect.unreachable('it was sent'),
    (error: unknown) => error as DeliveryError,
  );

test('a code requested through the service arrives as an e-mail', async () => {
  const { server, caught } = await mailServer();
  const { masterKey, codePepper, proxyKey, rootApiKey } = await freshSecrets();
  const service = await createService({
    store: await openLibsql(':memory:'),
    secrets: {
      masterKeys: [{ id: '1', key: fromHex(masterKey) }],
      codePepper: fromHex(codePepper),
      proxyKey: fromHex(proxyKey),
    },
    send: async (sent) => {
      if (sent.channel === 'email') await smtpSend({ server, from: 'codes@latchkey.example' })(sent);
    },
  });
  closers.push(service.close);
  const parent = await makeParent(service.tools, { name: 'Acme', rootPublicKey: rootApiKey.publicKey });
  const response = await service.fetch(
    new Request(`https://latchkey.test${proxyOtpInit.path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': parent.authProxyConfigId },
      body: JSON.stringify({ otpType: 'OTP_TYPE_EMAIL', contact: 'Ada@Example.com' }),
    }),
  );
  expect(response.status).toBe(200);
  expect(await service.deliver()).toBe(1);
  const [first] = caught;
  expect(first).toMatchObject({ from: 'codes@latchkey.example', to: ['ada@example.com'] });
  expect(first?.mail).toMatch(/^Subject: \d{6} is your Latchkey login code\r$/m);
  expect(first?.mail).toMatch(/^From: Latchkey <codes@latchkey\.example>\r$/m);
  expect(first?.mail).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(await service.deliver()).toBe(0);
});

test("a message's own sender, name and reply address are used, in a multipart of text and HTML", async () => {
  const { server, caught } = await mailServer();
  const own = { ...message, fromAddress: 'login@acme.example', replyTo: 'help@acme.example' };
  await smtpSend({ server, from: 'codes@latchkey.example' })(own);
  expect(caught[0]?.from).toBe('login@acme.example');
  expect(caught[0]?.mail).toMatch(/^From: "Acme, \\"Inc\.\\"" <login@acme\.example>\r$/m);
  expect(caught[0]?.mail).toMatch(/^Reply-To: help@acme\.example\r$/m);
  expect(caught[0]?.mail).toMatch(/^Content-Type: multipart\/alternative/m);
});

test.each<Partial<EmailMessage>>([
  { to: 'ada@example.com\r\nBcc: eve@example.com' },
  { to: 'ada@example.com, eve@example.com' },
  { to: 'Ada <ada@example.com>' },
  { to: 'ada@example.com>\nRCPT TO:<eve@example.com' },
  { fromName: 'Acme\r\nBcc: eve@example.com' },
  { fromAddress: 'a@acme.example\nX: y' },
  { replyTo: 'eve@example.com\r\n\r\nhello' },
  { subject: 'Code\nBcc: eve@example.com' },
  { subject: 'Code\u2028Bcc: eve@example.com' },
  { subject: 'Code =?utf-8?Q?=0D=0ABcc:_eve@example.com?=' },
  { fromName: '=?utf-8?B?QWNtZQ0KQmNjOg==?=' },
])('%j is refused before anything is sent', async (part) => {
  const { server, caught } = await mailServer();
  const error = await failureOf(smtpSend({ server, from: 'codes@latchkey.example' })({ ...message, ...part }));
  expect(error.code).toBe('MESSAGE_UNSAFE');
  expect(caught).toEqual([]);
});

test('a refusing server, a refused login and a missing server are distinguished, and nothing is quoted', async () => {
  const refusing = await mailServer({
    onRcptTo: ({ address }, _, done) => done(new Error(`550 no mailbox ${address} for code 428117`)),
  });
  const locked = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_, __, done) => done(new Error('no')),
  });
  const login = { ...locked.server, auth: { user: 'latchkey', pass: 'wrong horse' } };
  const send = (server: SmtpServer) => failureOf(smtpSend({ server, from: 'codes@latchkey.example' })(message));
  const errors = [await send(refusing.server), await send(login), await send(smtpServer('smtp://127.0.0.1:1'))];
  expect(errors.map(({ code }) => code)).toEqual(['SMTP_REFUSED', 'SMTP_LOGIN_REFUSED', 'SMTP_UNREACHABLE']);
  for (const error of errors) {
    expect(error).toBeInstanceOf(DeliveryError);
    expect(`${error.message}${error.cause}`).not.toMatch(/ada@|428117|wrong horse/);
  }
});

describe('A-51: a message is cut off that takes too long, and its connection is closed', () => {
  /** Not `ETIMEDOUT`, which nodemailer's own limits answer on a socket that stays silent. */
  const cutOff = { code: 'SMTP_UNREACHABLE', message: expect.stringContaining('(EABORT)'), isPermanent: false };

  /** Sends until its time is up, which is when this is called. */
  function sending(server: SmtpServer): { error: Promise<DeliveryError>; timeIsUp: () => void } {
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal);
    const error = failureOf(smtpSend({ server, from: 'codes@latchkey.example', mostMs: 500 })(message));
    expect(timeout).toHaveBeenCalledWith(500);
    timeout.mockRestore();
    return { error, timeIsUp: () => time.abort(new DOMException('The time is up.', 'TimeoutError')) };
  }

  test('where the server has taken the message and says nothing more', async () => {
    const [taken, closed] = [event(), event()];
    const { server } = await mailServer({
      onData: (stream) => stream.resume().once('end', taken.happen),
      onClose: closed.happen,
    });
    const { error, timeIsUp } = sending(server);
    await taken.happened;
    timeIsUp();
    expect(await error).toMatchObject(cutOff);
    await closed.happened;
  });

  test('where it speaks all the time, a byte now and then, so that no socket is ever still', async () => {
    const [spoken, closed] = [event(), event()];
    const talker = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('220-');
      const talking = setInterval(() => socket.write('.', spoken.happen), 50);
      socket.on('close', () => {
        clearInterval(talking);
        closed.happen();
      });
    });
    await new Promise<void>((resolve) => talker.listen(0, '127.0.0.1', resolve));
    closers.push(() => void talker.close());
    const { port } = talker.address() as AddressInfo;
    const { error, timeIsUp } = sending(smtpServer(`smtp://127.0.0.1:${port}`));
    await spoken.happened;
    timeIsUp();
    expect(await error).toMatchObject(cutOff);
    await closed.happened;
  });

  /** What is waited for until it has happened. */
  function event(): { happen: () => void; happened: Promise<void> } {
    let happen = () => {};
    const happened = new Promise<void>((resolve) => {
      happen = resolve;
    });
    return { happen, happened };
  }
});

test('a server that cannot encrypt is refused where encryption is required', async () => {
  const { server, caught } = await mailServer();
  const strict = { ...server, requireTLS: true };
  const error = await failureOf(smtpSend({ server: strict, from: 'codes@latchkey.example' })(message));
  expect(error.code).toMatch(/^SMTP_/);
  expect(caught).toEqual([]);
});

test.each<[string, Partial<SmtpServer> | undefined]>([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false, requireTLS: true }],
  ['smtp://mail.example.com:25?requireTLS=false', { port: 25, requireTLS: false }],
  ['smtp://localhost:1025', { port: 1025, requireTLS: false }],
  ['smtps://a%40b:p%3Aw@mail.example.com', { port: 465, secure: true, auth: { user: 'a@b', pass: 'p:w' } }],
  ['smtp://[::1]:25', { host: '::1', requireTLS: false }],
  ['smtp://mail.example.com?tls.rejectUnauthorized=false', undefined],
  ['smtp://mail.example.com/inbox', undefined],
  ['smtp://', undefined],
  ['smtp://%E0%A4%A@mail.example.com', undefined],
  ['https://mail.example.com', undefined],
  ['mail.example.com:25', undefined],
])('%s is read as %o', (url, expected) => {
  if (expected === undefined) expect(readSmtpUrl(url)).toBeUndefined();
  else expect(readSmtpUrl(url)).toMatchObject(expected);
});
