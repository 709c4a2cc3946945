import { afterEach, beforeEach, expect, test } from 'vitest';
import { listActivities } from '../../../../src/contract/activities.queries.js';
import { createEmailTemplate } from '../../../../src/contract/emailTemplates.js';
import { initOtp } from '../../../../src/contract/otp.js';
import { proxyOtpInit } from '../../../../src/contract/proxy.js';
import { proxyOtpInitV2 } from '../../../../src/contract/proxyV2.js';
import { browserOfRequest } from '../../../../src/service/coordinator/codes/codeRequester.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../support/contents.js';
import { rootOf } from '../../../support/parties.js';
import { ask, callProxy } from '../../../support/wire.js';

const chromeOnMac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const firefoxOnLinux = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

let service: TestService;
let lines: unknown[];
beforeEach(async () => {
  lines = [];
  const log = (...line: unknown[]) => void lines.push(line);
  service = await createTestService({ log, config: { allowedAuthMethods: ['email', 'sms'] } });
});
afterEach(() => service.close());

/** Asks for a code with that User-Agent. @returns the message. */
async function asked(
  userAgent: string | undefined,
  {
    row = proxyOtpInit,
    contact = 'ada@example.com',
  }: { row?: typeof proxyOtpInit | typeof proxyOtpInitV2; contact?: string } = {},
) {
  service.clock.advanceMs(1);
  const otpType = contact.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL';
  const headers = userAgent === undefined ? {} : { 'User-Agent': userAgent };
  await callProxy(service, row, { otpType, contact }, headers, '192.0.2.1');
  await service.service.deliver();
  const [message] = service.inbox.list(contact);
  if (!message) throw new Error('No message was sent.');
  return message;
}

test.each([proxyOtpInit, proxyOtpInitV2])(
  'the mail of a code names the browser that asked, as its own word ($name)',
  async (row) => {
    const { text, html } = await asked(chromeOnMac, { row });
    for (const part of [text, html]) expect(part).toContain('According to the browser: Chrome on macOS.');
    expect((await asked(firefoxOnLinux, { row })).text).toContain('According to the browser: Firefox on Linux.');
  },
);

test.each([undefined, '', 'curl/8.0', 'Chrome/142.0', `${'x'.repeat(400)} ${chromeOnMac}`, 'Version/1 '.repeat(1600)])(
  'a browser that is not known is not named: header %#',
  async (userAgent) => {
    expect((await asked(userAgent)).text).not.toContain('According to');
  },
);

test('T-46, T-59: whatever a User-Agent says, only names on our lists come into a mail', async () => {
  const hostile = `${chromeOnMac} <b>Call +1 900 555 0100</b> https://evil.example {{code}} macOS"onload=x`;
  const honest = await asked(chromeOnMac);
  const told = await asked(hostile);
  const withoutCode = ({ text, html, code }: typeof told) =>
    [text, html].map((part) => part.replaceAll(code ?? '', ''));
  expect(withoutCode(told)).toEqual(withoutCode(honest));
});

test('of a User-Agent only the two names are kept, and nothing of it is logged', async () => {
  await asked(`${chromeOnMac} marker-of-one-person/1.2.3`);
  const root = await rootOf(service);
  const records = await ask(service, root.key, listActivities, { organizationId: service.organizationId });
  const kept = JSON.stringify([await contentsOf(service.service.tools.store), records]);
  expect(kept).toMatch(/"userIdentifier\\?":\\?"[0-9a-f]{32}\.[0-9a-f]{32}\.Chrome\/macOS\\?"/);
  for (const part of ['marker-of-one-person', 'Mozilla', '142.0', '10_15_7']) expect(kept).not.toContain(part);
  expect(JSON.stringify(lines)).not.toMatch(/Chrome|macOS|marker/);
});

test('T-16: another browser is no other requester: the limits count the address as before', async () => {
  await service.configure({ codesPerContactAndAddress: { most: 1, windowSeconds: 600 } });
  await asked(chromeOnMac);
  for (const userAgent of [firefoxOnLinux, chromeOnMac, undefined]) {
    await expect(asked(userAgent)).rejects.toMatchObject({ code: 'TOO_MANY_CODES' });
  }
});

test('T-16: only the proxy names a browser: what other credentials write there is one name', async () => {
  const parameters = { otpType: 'OTP_TYPE_EMAIL', contact: 'bo@example.com', appName: 'Acme' } as const;
  await service.asRoot(initOtp, { ...parameters, userIdentifier: 'a.b.Chrome/macOS' });
  await service.service.deliver();
  expect(service.inbox.list('bo@example.com')[0]?.text).not.toContain('Chrome');
});

test('T-59: from what the proxy writes only known names are read', () => {
  const read = (userIdentifier: string) => browserOfRequest({ byProxy: true }, userIdentifier);
  expect(read('a.b.Chrome/macOS')).toEqual({ browser: 'Chrome', system: 'macOS' });
  expect(read('a~c.b.Samsung Internet/Android')).toEqual({ browser: 'Samsung Internet', system: 'Android' });
  for (const other of [
    ...['', 'a.b', 'a.b.', 'a.b.Chrome', 'a.b.Chrome/', 'a.b./macOS', 'a.b.macOS/Chrome', 'a.b.chrome/macos'],
    ...['a.b.Chrome/macOS/x', 'a.b.Chrome/macOS ', 'a.b.<b>/macOS', 'a.b.__proto__/constructor'],
  ]) {
    expect(read(other), other).toBeUndefined();
  }
  expect(browserOfRequest({ byProxy: false }, 'a.b.Chrome/macOS')).toBeUndefined();
});

test('a mail by a template names the browser in the last words', async () => {
  const texts = [{ subject: 'Code', text: '{{code}}', html: '<p>{{code}}</p>' }] as const;
  const { result } = await service.asRoot(createEmailTemplate, {
    ...{ name: 'Codes', kind: 'EMAIL_TEMPLATE_KIND_CODE' as const, variables: [] },
    texts: [...texts],
  });
  const { emailTemplateId } = (result as { createEmailTemplateResult: { emailTemplateId: string } })
    .createEmailTemplateResult;
  await service.configure({ otpTemplateId: emailTemplateId });
  const { text, html } = await asked(chromeOnMac);
  expect(text).toMatch(/^According to the browser: Chrome on macOS\.$/m);
  expect(html).toContain('<br>According to the browser: Chrome on macOS.<br>');
});

test('a text message, which costs by its length, names no browser', async () => {
  expect((await asked(chromeOnMac, { contact: '+15550100' })).text).not.toContain('Chrome');
});
