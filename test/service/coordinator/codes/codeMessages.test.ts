import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuthProxyConfigChanges } from '../../../../src/contract/authProxy.records.js';
import { initOtp } from '../../../../src/contract/otp.js';
import { proxyOtpInit } from '../../../../src/contract/proxy.js';
import type { RequestOf } from '../../../../src/contract/row.js';
import { codeEmail, codeSms } from '../../../../src/service/coordinator/codes/codeMessages.js';
import { escapeHtml } from '../../../../src/service/escapeHtml.js';
import { createTestClock } from '../../../../src/testing/clock.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { deliver } from '../../../support/deliver.js';
import { callProxy } from '../../../support/wire.js';

const email = {
  to: 'ada@example.com',
  code: '428117',
  appName: 'Acme',
  lifetimeSeconds: 300,
  nowMs: Date.UTC(2030, 1, 3, 4, 5, 6),
};

describe('an e-mail', () => {
  test('A-35: names the app, the purpose, the time of the request, and what to do if it was somebody else’s', () => {
    const { subject, text, html } = codeEmail(email);
    expect(subject).toBe('428117 is your Acme login code');
    for (const body of [text, html]) {
      expect(body).toContain('Use this code to log in to Acme');
      expect(body).toContain('428117');
      expect(body).toContain('Requested 3 Feb 2030, 04:05 UTC.');
      expect(body).toContain('Expires in 5 minutes');
      expect(body).toContain('Ignore this email: nobody can log in without the code. Acme will never ask you for it.');
    }
  });

  test('says one minute for one minute, and never zero', () => {
    for (const lifetimeSeconds of [30, 60, 89]) {
      expect(codeEmail({ ...email, lifetimeSeconds }).text).toContain('Expires in 1 minute.');
    }
    expect(codeEmail({ ...email, lifetimeSeconds: 600 }).text).toContain('Expires in 10 minutes.');
  });

  test('T-46, T-59: names and URLs stand in its HTML as text', () => {
    const appName = `<script>alert("1")</script>&'{{.OtpCode}}\${code}$&%s`;
    const logoUrl = `https://example.com/"onerror="alert(1)"`;
    const { html, text } = codeEmail({ ...email, appName, logoUrl });
    expect(html).toContain(escapeHtml(appName));
    expect(html).not.toMatch(/<script|"onerror|onerror="/);
    expect(text).toContain(appName);
    expect(html.match(/428117/g)).toHaveLength(2); // in what a list of mails shows, and in the mail
  });

  test('has no link, and loads only the configured logo', () => {
    expect(codeEmail(email).html).not.toMatch(/<a|<img|<link|href|src=|url\(|@import/);
    const { html } = codeEmail({ ...email, logoUrl: 'https://example.com/logo.png' });
    expect(html.match(/https?:/g)).toHaveLength(1);
  });

  test('has the app as its sender, or the configured one', () => {
    expect(codeEmail(email)).toMatchObject({ fromName: 'Acme', to: 'ada@example.com' });
    const named = { fromName: 'Team', fromAddress: 'login@acme.example', replyTo: 'help@acme.example' };
    expect(codeEmail({ ...email, ...named })).toMatchObject(named);
  });
});

describe('a text message', () => {
  test('holds the code in the place that the template names, once', () => {
    const text = 'Acme: {{.OtpCode}} is yours.\n$& $1 %s';
    expect(codeSms({ ...email, template: text }).text).toBe('Acme: 428117 is yours.\n$& $1 %s');
    expect(codeSms(email).text).toBe("428117 is your Acme login code. Don't share it.");
  });

  test('ends with the host that may fill it in, where one is configured', () => {
    expect(codeSms({ ...email, originHost: 'app.example.com' }).text).toMatch(/\n\n@app\.example\.com #428117$/);
    expect(codeSms(email).text).not.toContain('@');
  });
});

describe.each([
  ['en', 'Expires in 5 minutes.', '3 Feb 2030, 04:05 UTC'],
  ['de', 'Gültig für 5 Minuten.', '03.02.2030, 04:05 UTC'],
  ['fr', 'Valable 5 minutes.', '3 févr. 2030, 04:05 UTC'],
  ['es', 'Caduca en 5 minutos.', '3 feb 2030, 4:05 UTC'],
  ['pt', 'Expira em 5 minutos.', '3 de fev. de 2030, 04:05 UTC'],
  ['ja', '5 分', '2030/02/03 4:05 UTC'],
  ['zh-Hans', '5分钟', '2030年2月3日 04:05 UTC'],
  ['ar', '5 دقائق', 'UTC'],
] as const)('in the language %s', (language, lifetime, time) => {
  test('an e-mail has all parts, and names its language', () => {
    const { subject, text, html } = codeEmail({ ...email, language });
    expect(subject).toMatch(/^428117(?!\d).*Acme/);
    expect(text).toContain(lifetime);
    expect(text.replaceAll('\u202f', ' ')).toContain(time);
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(text.match(/428117/g)).toHaveLength(1);
    expect(text.split('\n').filter((line) => line !== '')).toHaveLength(5);
  });

  test('a text message fits into one, and leaves a template as it is', () => {
    const { text } = codeSms({ ...email, language });
    expect(text).toContain('428117');
    expect(text.length).toBeLessThanOrEqual(/[\u0100-\uffff]/.test(text) ? 70 : 160);
    expect(codeSms({ ...email, language, template: '{{.OtpCode}}: Acme' }).text).toBe('428117: Acme');
  });
});

describe('through the service', () => {
  let service: TestService;
  beforeAll(async () => {
    const many = { most: 1000, windowSeconds: 600 };
    service = await createTestService({
      clock: createTestClock(Date.UTC(2030, 0, 1)),
      config: {
        allowedAuthMethods: ['email', 'sms'],
        codesPerContact: many,
        codesPerContactAndAddress: many,
        codesPerAddress: many,
      },
    });
  });
  afterAll(() => service.close());

  const configured = (changes: AuthProxyConfigChanges) => {
    service.clock.advanceMs(1);
    return service.configure(changes);
  };
  const direct = (parameters: Partial<RequestOf<typeof initOtp>>) => {
    service.clock.advanceMs(1);
    return service.asRoot(initOtp, {
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'ada@example.com',
      appName: 'Acme',
      ...parameters,
    });
  };

  test('A-35: the whole message comes from the configuration, nothing from the request', async () => {
    await configured({
      emailCustomizationParams: { appName: 'Acme', logoUrl: 'https://acme.example/logo.png' },
      sendFromEmailAddress: 'Login@Acme.example',
      sendFromEmailSenderName: 'Acme login',
      replyToEmailAddress: 'help@acme.example',
    });
    await callProxy(service, proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact: 'Ada@Example.com' });
    const sent: unknown[] = [];
    await deliver(service.service.tools, async (message) => void sent.push(message));
    expect(sent).toEqual([
      expect.objectContaining({
        to: 'ada@example.com',
        fromName: 'Acme login',
        fromAddress: 'login@acme.example',
        replyTo: 'help@acme.example',
        html: expect.stringContaining('https://acme.example/logo.png'),
        text: expect.stringMatching(/log in to Acme[\s\S]*1 Jan 2030, 00:00 UTC[\s\S]*Didn't request this\?/),
      }),
    ]);
    for (const more of [
      { appName: 'Evil' },
      { smsCustomization: {} },
      { origin: 'https://evil.io' },
      { host: 'evil.io' },
    ]) {
      const request = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com', ...more };
      await expect(callProxy(service, proxyOtpInit, request)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    }
  });

  test('a message is in the requested language; an unknown one is refused', async () => {
    await configured({ allowedAuthMethods: ['email', 'sms'] });
    const requestBody = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' };
    await callProxy(service, proxyOtpInit, { ...requestBody, language: 'de' });
    const sent: unknown[] = [];
    await deliver(service.service.tools, async (message) => void sent.push(message));
    expect(sent).toEqual([expect.objectContaining({ subject: expect.stringContaining('Anmeldecode') })]);
    for (const language of ['xx', 'DE', 'de-AT', '']) {
      const request = { ...requestBody, language };
      await expect(callProxy(service, proxyOtpInit, request)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    }
  });

  test('T-59: the SMS template and the host line come from the configuration only', async () => {
    await configured({
      smsCustomizationParams: { template: '{{.OtpCode}} for Acme' },
      smsOriginHost: 'app.acme.example',
    });
    const headers = { Origin: 'https://evil.io', Host: 'evil.io', 'X-Forwarded-Host': 'evil.io' };
    await callProxy(service, proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact: '+15550100' }, headers);
    await service.service.deliver();
    const [message] = service.inbox.list('+15550100');
    expect(message?.text).toBe(`${message?.code} for Acme\n\n@app.acme.example #${message?.code}`);
    await configured({ smsCustomizationParams: { template: '' }, smsOriginHost: '' });
    await callProxy(service, proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact: '+15550100' }, headers);
    await service.service.deliver();
    expect(service.inbox.list('+15550100')[0]?.text).not.toMatch(/@|Acme\n/);
  });

  test('T-59: a template has one place for the code and no other syntax', async () => {
    for (const template of [
      ...['no place', '{{.OtpCode}}{{.OtpCode}}', '{{.Contact}} {{.OtpCode}}', '{{ .OtpCode }}', '{.OtpCode}', '%s'],
      ...[
        '{{.OtpCode}} {x}',
        '{{.OtpCode}}}',
        '{{{.OtpCode}}',
        '{{.OtpCode}}\r\nx',
        '{{.OtpCode}}\u2028',
        '{{.OtpCode}}\u0007',
      ],
      `{{.OtpCode}}${'x'.repeat(300)}`,
    ]) {
      await expect(configured({ smsCustomizationParams: { template } }), template).rejects.toThrow(
        'PROXY_CONFIG_INVALID',
      );
      await expect(direct({ smsCustomization: { template } }), template).rejects.toThrow('REQUEST_INVALID');
    }
  });

  test('T-59: a magic link holds its code once, behind an allowed host', async () => {
    for (const magicLinkTemplate of [
      'https://evil.io/',
      'https://evil.io/%s/%s',
      'http://evil.io/%s',
      'https://%s.io/',
    ])
      await expect(direct({ emailCustomization: { magicLinkTemplate } }), magicLinkTemplate).rejects.toThrow(
        'REQUEST_INVALID',
      );
  });

  test('T-59: a template that nobody made, and variables for none, are refused', async () => {
    for (const [name, code] of [
      ['templateId', 'EMAIL_TEMPLATE_NOT_FOUND'],
      ['templateVariables', 'REQUEST_INVALID'],
    ] as const) {
      const emailCustomization = { [name]: 'https://evil.io/%s' };
      await expect(configured({ emailCustomizationParams: emailCustomization })).rejects.toThrow(
        'PROXY_CONFIG_INVALID',
      );
      await expect(direct({ emailCustomization })).rejects.toThrow(code);
    }
    const request = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com', emailCustomization: { templateId: 'x' } };
    await expect(callProxy(service, proxyOtpInit, request)).rejects.toMatchObject({ code: 'EMAIL_TEMPLATE_NOT_FOUND' });
  });

  test('T-46, T-66: a logo is an https URL in normal form, by one rule in every place', async () => {
    for (const logoUrl of [
      ...[
        'http://x.com/l.png',
        'javascript:alert(1)',
        'data:image/png;base64,AA',
        '//x.com/l.png',
        'x.com/l.png',
        'https:/x.com',
      ],
      ...[
        'https://u:p@x.com/l.png',
        'https://@x.com@y.com/',
        'https://:p@x.com/',
        'HTTPS://x.com/l.png',
        ' https://x.com/',
      ],
      ...[
        'https://x.com/a b.png',
        'https://x.com/"onerror=',
        "https://x.com/'x",
        'https://x.com/<x>',
        'https://x.com\\y',
      ],
      ...['https://x.com/\nBcc:', 'https://x.com/\u202egnp', 'https://', `https://x.com/${'x'.repeat(2048)}`],
    ]) {
      await expect(configured({ emailCustomizationParams: { logoUrl } }), logoUrl).rejects.toThrow(
        'PROXY_CONFIG_INVALID',
      );
      await expect(direct({ emailCustomization: { logoUrl } }), logoUrl).rejects.toThrow('REQUEST_INVALID');
    }
    for (const logoUrl of ['https://x.com/l.png', 'https://cdn.example/npm/logo@1/l.svg?v=2', 'https://x.com:8443/l']) {
      await configured({ emailCustomizationParams: { logoUrl } });
      await callProxy(service, proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' });
    }
  });

  test('T-58: line breaks, controls and bidirectional marks are refused wherever a name or address enters a header', async () => {
    for (const end of [
      '\r\nBcc: x@y.com',
      '\n',
      '\r',
      '\u0000',
      '\u2028',
      '\u2029',
      '\u0085',
      '\u202e',
      '\u2066',
      '\u001b[0m',
    ]) {
      const bad = `Acme${end}`;
      await expect(direct({ appName: bad })).rejects.toThrow(/REQUEST_(INVALID|MALFORMED)/);
      await expect(direct({ sendFromEmailSenderName: bad })).rejects.toThrow(/REQUEST_(INVALID|MALFORMED)/);
      await expect(configured({ emailCustomizationParams: { appName: bad } })).rejects.toThrow(/REQUEST_/);
      await expect(configured({ sendFromEmailSenderName: bad })).rejects.toThrow(/REQUEST_/);
      await expect(direct({ contact: `ada${end}@example.com` })).rejects.toThrow(/CONTACT_INVALID|REQUEST_MALFORMED/);
    }
  });

  test('T-58: senders and reply addresses are one address each', async () => {
    for (const address of [
      'a@b.com,c@d.com',
      'Acme <a@b.com>',
      '"a@evil.io" <x@y.com>',
      'a@b.com\r\nBcc: c@d.com',
      'acme',
      'a@b',
    ]) {
      for (const name of ['sendFromEmailAddress', 'replyToEmailAddress'] as const) {
        await expect(configured({ [name]: address }), address).rejects.toThrow('PROXY_CONFIG_INVALID');
        await expect(direct({ [name]: address }), address).rejects.toThrow('CONTACT_INVALID');
      }
    }
  });

  test('T-59: the host of the SMS line is a host name', async () => {
    for (const smsOriginHost of [
      'https://x.com',
      'x.com/path',
      'x.com:8443',
      'x.com #000000',
      'x.com\n@evil.io',
      '*.x.com',
      'X.com',
    ]) {
      await expect(configured({ smsOriginHost }), smsOriginHost).rejects.toThrow('PROXY_CONFIG_INVALID');
    }
  });
});
