import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { initOtp } from '../../../src/contract/otp.js';
import { proxyOtpInit } from '../../../src/contract/proxy.js';
import { importSigningKey, type SigningKey } from '../../../src/crypto/p256.js';
import { codeEmail } from '../../../src/service/coordinator/codes/codeMessages.js';
import { smtpSend } from '../../../src/service/delivery/smtp.js';
import { escapeHtml } from '../../../src/service/escapeHtml.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { deliver } from '../../support/deliver.js';
import { type Caught, type MailServer, openMailServer } from '../../support/mailServer.js';
import { callProxy, submit } from '../../support/wire.js';
import { readMail } from './rawMail.js';

// What an app, an operator or a stranger may name, through the service and a real mail server: the source that arrives is read
// as a mail program reads it.

let service: TestService;
let mail: MailServer;
let root: SigningKey;
beforeAll(async () => {
  mail = await openMailServer();
  const many = { most: 10_000, windowSeconds: 600 };
  service = await createTestService({
    config: { codesPerContact: many, codesPerContactAndAddress: many, codesPerAddress: many },
  });
  root = await importSigningKey(service.rootApiKey);
});
afterAll(async () => {
  await service.close();
  await mail.close();
});

/** Sends what waits. @returns what arrived. */
async function arrived(): Promise<Caught[]> {
  const send = smtpSend({ server: mail.server, from: 'codes@latchkey.example' });
  await deliver(service.service.tools, async (message) => {
    if (message.channel === 'email') await send(message);
  });
  return mail.caught.splice(0);
}

type Named = { appName: string; sendFromEmailSenderName: string };

/** Asks for a code as the root user, whose request names all of the message. @returns whether it was taken. */
async function asked(
  parameters: Partial<Named> & { contact?: string; replyToEmailAddress?: string },
): Promise<boolean> {
  service.clock.advanceMs(1);
  const base = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com', appName: 'Acme' } as const;
  return submit(service, root, initOtp, service.organizationId, { ...base, ...parameters }).then(
    () => true,
    (error: { code: string }) => {
      expect(error.code).toMatch(/REQUEST_INVALID|REQUEST_MALFORMED/);
      return false;
    },
  );
}

const allowed = [
  ...['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to'],
];

/** One message, whose every header is one of ours, once, and says what it should. */
function expectOne(messages: Caught[], { appName, sendFromEmailSenderName }: Named, to = 'ada@example.com'): void {
  expect(messages).toHaveLength(1);
  const [{ from, to: recipients, mail: source }] = messages as [Caught];
  expect([from, recipients]).toEqual(['codes@latchkey.example', [to]]);
  const { headers, parts } = readMail(source);
  const names = headers.map(([name]) => name);
  expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
  expect(new Set(names).size, names.join(', ')).toBe(names.length);
  const { subject = '', from: sender = '', to: recipient } = Object.fromEntries(headers);
  expect(recipient).toBe(to);
  const code = /^[0-9A-Z]+(?= is your )/.exec(subject)?.[0] ?? 'none';
  expect(subject).toBe(`${code} is your ${appName} login code`);
  expect(sender.endsWith('<codes@latchkey.example>'), sender).toBe(true);
  expect(unquotedName(sender.slice(0, -'<codes@latchkey.example>'.length).trim()).trim()).toBe(
    sendFromEmailSenderName.trim(),
  );
  expect(parts['text/plain']).toContain(`log in to ${appName}:`);
  expect(parts['text/html']).toContain(escapeHtml(appName));
  expect(tagsOf(parts['text/html'] ?? '')).toEqual(honestTags);
  expect(parts['text/plain']?.split(code)).toHaveLength(2);
  expect(parts['text/html']?.split(code)).toHaveLength(3); // in what a list of mails shows, and in the mail
}

const tagsOf = (html: string) => html.match(/<[^>]*>/g);
const honestTags = tagsOf(
  codeEmail({ to: 'ada@example.com', code: '428117', appName: 'Acme', lifetimeSeconds: 300, nowMs: 0 }).html,
);

const unquotedName = (name: string) => (/^".*"$/.test(name) ? name.slice(1, -1).replace(/\\(.)/g, '$1') : name);

const hostileNames = [
  ...[
    'Acme" <eve@evil.io>, "x',
    'Acme <eve@evil.io>',
    'Acme, eve@evil.io',
    'Acme; eve@evil.io:',
    '"',
    '\\',
    '\\"',
    '()',
  ],
  ...['Acme\\', '(comment) Acme', '<>', '@', ':', 'group: eve@evil.io;', 'Acme\tx', 'a'.repeat(64), '=', '=?', '?='],
  ...['=?utf-8?Q?Acme=0D=0ABcc:_eve@evil.io?=', '=?utf-8?B?QWNtZQ0KQmNjOiBldmVAZXZpbC5pbw==?=', '=?x?q?a?='],
  ...[
    'Bücher',
    '株式会社',
    '😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀',
    'é'.repeat(40),
    'ＢＣＣ：',
    '\u2028',
    '\u0085',
    '\r\nBcc: eve@evil.io',
  ],
  ...['Acme\nBcc: eve@evil.io', 'Acme\0', '%0d%0aBcc: eve@evil.io', '\\r\\nBcc: eve@evil.io', '&#13;&#10;Bcc:', '--'],
  ...['{{.OtpCode}}', '{{7*7}}', `\${7*7}`, '<%= 7*7 %>', '%s%s%n', '#{7*7}', '{{constructor}}', '__proto__', '$&$1$`'],
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg/onload=1>',
    '</title><script>',
    '<!--',
    ']]>',
  ],
  ...['\u202egnp', 'a\u200bb', '.', '..', ' ', ' Acme', 'Acme ', '\ufeffAcme', '428117'],
];

test('T-58, T-46: a name of an app or a sender is a name and nothing else, or is refused', async () => {
  let taken = 0;
  for (const name of hostileNames) {
    const named = { appName: name, sendFromEmailSenderName: name };
    const isTaken = await asked(named);
    const messages = await arrived();
    taken += isTaken ? 1 : 0;
    if (isTaken) expectOne(messages, named);
    else expect(messages, name).toEqual([]);
  }
  expect(taken).toBeGreaterThan(25);
  expect(taken).toBeLessThan(hostileNames.length);
});

test('T-58, T-59: of any name at all, the same is true', async () => {
  const piece = fc.oneof(
    fc.constantFrom(...hostileNames, ' ', ',', '<', '>', '"', '\\', ';', '\r\n ', '=?utf-8?q?', '?=', '{{', '}}', '%s'),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  );
  const name = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('').slice(0, 64));
  await fc.assert(
    fc.asyncProperty(name, name, async (appName, sendFromEmailSenderName) => {
      const named = { appName, sendFromEmailSenderName };
      const isTaken = await asked(named);
      const messages = await arrived();
      if (isTaken) expectOne(messages, named);
      else expect(messages).toEqual([]);
    }),
    { numRuns: 80, seed: 58 },
  );
});

test('T-58, A-24: a contact is one recipient, or gets nothing', async () => {
  for (const contact of [
    ...[
      'ada@example.com,eve@evil.io',
      'ada@example.com;eve@evil.io',
      'ada@example.com eve@evil.io',
      '<ada@example.com>',
    ],
    ...['"eve@evil.io" <ada@example.com>', '"ada eve"@example.com', 'ada@example.com(eve@evil.io)', 'ada@[127.0.0.1]'],
    ...[
      'ada@example.com\r\nBcc: eve@evil.io',
      'ada@example.com\nRCPT TO:<eve@evil.io>',
      'ada@example.com\0',
      'ada@evil.io@example.com',
    ],
    ...[
      'eve@evil.io%ada@example.com',
      '@evil.io:ada@example.com',
      'evil.io!ada@example.com',
      'ada+eve@example.com',
      "o'hara@example.com",
    ],
    ...[
      '=?utf-8?q?eve=40evil.io?=@example.com',
      '|sh@example.com',
      '-oQ/tmp@example.com',
      'ada@example.com>',
      'ADA@EXAMPLE.COM',
    ],
  ]) {
    const isTaken = await callProxy(service, proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact }).then(
      () => true,
      (error: { code: string }) => {
        expect(error.code).toMatch(/CONTACT_INVALID|REQUEST_MALFORMED/);
        return false;
      },
    );
    const messages = await arrived();
    const names = { appName: 'Latchkey', sendFromEmailSenderName: 'Latchkey' };
    if (isTaken) expectOne(messages, names, contact.toLowerCase());
    else expect(messages, contact).toEqual([]);
  }
});
