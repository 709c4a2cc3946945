import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateAuthProxyConfig } from '../../../src/contract/authProxy.js';
import { createEmailTemplate } from '../../../src/contract/emailTemplates.js';
import type { EmailTemplateText } from '../../../src/contract/emailTemplates.records.js';
import { emailAuth, initUserEmailRecovery } from '../../../src/contract/mailKeys.js';
import { initOtp } from '../../../src/contract/otp.js';
import { initOtpAuth } from '../../../src/contract/otpAuth.js';
import { proxyOtpInit } from '../../../src/contract/proxy.js';
import { proxyOtpInitV2 } from '../../../src/contract/proxyV2.js';
import type { ActivityRow } from '../../../src/contract/row.js';
import { smtpSend } from '../../../src/service/delivery/smtp.js';
import { escapeHtml } from '../../../src/service/escapeHtml.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { deliver } from '../../support/deliver.js';
import { keyIn, newTarget } from '../../support/mailedKeys.js';
import { type MailServer, openMailServer } from '../../support/mailServer.js';
import { act, done, type Party, refusedAs, rootOf } from '../../support/parties.js';
import { databases } from '../../support/stores.js';
import { callProxy, type Person, signUp } from '../../support/wire.js';
import { type RawMail, readMail } from '../delivery/rawMail.js';

const often = { most: 10_000, windowSeconds: 60 };
const magicLinkTemplate = 'https://app.example.com/in?key=%s';
const codeText: EmailTemplateText = {
  subject: '{{code}} opens {{appName}}',
  text: 'Hello {{contact}},\n\n{{code}}\n\nuntil {{expiresInMinutes}} minutes are over.',
  html: '<h1>{{appName}}</h1><p title="{{contact}}">{{code}}</p>',
};
const linkText: EmailTemplateText = {
  subject: 'Come to {{appName}}',
  text: 'Here: {{link}}\nor paste {{bundle}}\nasked {{requestedAt}}',
  html: '<a href="{{link}}">Come in</a><p>{{bundle}}</p>',
};
let people = 0;
let names = 0;

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  let server: MailServer;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    server = await openMailServer();
    await service.configure({
      codesPerContactAndAddress: often,
      codesPerContact: often,
      codesPerAddress: often,
      otpTemplateId: '',
      emailAuthTemplateId: '',
      emailCustomizationParams: { appName: 'Acme', templateId: '', templateVariables: '', magicLinkTemplate: '' },
    });
  });
  afterEach(() => server.close());

  const template = async (
    kind: 'CODE' | 'LOGIN_LINK' | 'RECOVERY_LINK',
    texts: EmailTemplateText[],
    variables: string[] = [],
  ) => {
    names += 1;
    const made = { name: `Template ${names}`, kind: `EMAIL_TEMPLATE_KIND_${kind}` as const, texts, variables };
    return (await done(service, root, createEmailTemplate, made)).emailTemplateId;
  };
  const person = async (): Promise<Person & { email: string }> => {
    people += 1;
    const email = `person${people}@example.com`;
    const signedUp = await signUp(service, email);
    await service.service.deliver();
    return { ...signedUp, email };
  };
  /** The last e-mail that the real mail server received. */
  const received = async (): Promise<RawMail & { subject: string; text: string; html: string }> => {
    await deliver(service.service.tools, async (message) => {
      if (message.channel === 'email') await smtpSend({ server: server.server, from: 'login@acme.example' })(message);
    });
    const mail = readMail(server.caught.at(-1)?.mail ?? '');
    const subject = mail.headers.find(([name]) => name === 'subject')?.[1] ?? '';
    return { ...mail, subject, text: mail.parts['text/plain'] ?? '', html: mail.parts['text/html'] ?? '' };
  };
  const asked = (changes: object = {}) => {
    people += 1;
    return { otpType: 'OTP_TYPE_EMAIL', contact: `somebody${people}@example.com`, ...changes };
  };
  const there = (organizationId: string) => ({ key: root.key, organizationId });
  const lastWords = /Didn't request this\?/;

  test('a code of init_otp is sent in the template that the request names', async () => {
    const templateId = await template('CODE', [codeText]);
    for (const version of ['V2', 'V3']) {
      const row: ActivityRow = { ...initOtp, newest: version };
      const request = asked({ appName: 'Acme', otpLength: 6, alphanumeric: false, emailCustomization: { templateId } });
      await act(service, root, row, request);
      const { subject, text, html } = await received();
      expect(subject).toMatch(/^\d{6} opens Acme$/);
      const code = subject.slice(0, 6);
      expect(text).toContain(`Hello ${request.contact},\r\n\r\n${code}\r\n\r\nuntil 5 minutes are over.`);
      expect(html).toContain(`<h1>Acme</h1><p title="${request.contact}">${code}</p>`);
      for (const body of [text, html]) {
        expect(body.replaceAll('&#39;', "'")).toMatch(lastWords);
        expect(body).toContain(`${code} is your Acme login code`);
        expect(body).toMatch(/Expires in 5 minutes\. Requested .+ UTC\./);
        expect(body).toContain('Acme will never ask you for it.');
      }
    }
  });

  test('the auth proxy sends the configured template, or the one that a request names', async () => {
    await service.configure({ otpTemplateId: await template('CODE', [codeText]) });
    await callProxy(service, proxyOtpInit, asked());
    expect((await received()).subject).toMatch(/^\d{6} opens Acme$/);
    const other = await template('CODE', [{ ...codeText, subject: 'Other {{code}}' }]);
    for (const row of [proxyOtpInit, proxyOtpInitV2]) {
      service.clock.advanceMs(1);
      await callProxy(service, row, asked({ emailCustomization: { templateId: other } }));
      expect((await received()).subject).toMatch(/^Other \d{6}$/);
    }
    await service.configure({ otpTemplateId: '', emailCustomizationParams: { templateId: other } });
    await callProxy(service, proxyOtpInit, asked());
    expect((await received()).subject).toMatch(/^Other \d{6}$/);
  });

  test('of strangers who name templates nothing is recorded', async () => {
    const { db } = service.service.tools.store;
    const recorded = () => db.selectFrom('activities').select('activity_id').execute();
    const before = await recorded();
    const linked = await template('CODE', [{ ...codeText, text: '{{code}} {{link}}' }]);
    const login = await template('LOGIN_LINK', [linkText]);
    for (const [templateId, code] of [
      ['x', 'EMAIL_TEMPLATE_NOT_FOUND'],
      [linked, 'EMAIL_TEMPLATE_UNFIT'],
      [login, 'EMAIL_TEMPLATE_UNFIT'],
    ] as const)
      for (const row of [proxyOtpInit, proxyOtpInitV2]) {
        service.clock.advanceMs(1);
        await expect(callProxy(service, row, asked({ emailCustomization: { templateId } }))).rejects.toMatchObject({
          code,
        });
      }
    expect((await recorded()).length).toBe(before.length + 2);
  });

  test('a code of init_otp_auth is sent in a template, with a link where one is asked for', async () => {
    const ada = await person();
    const templateId = await template('CODE', [{ ...codeText, text: '{{code}} {{link}}' }]);
    const request = { otpType: 'OTP_TYPE_EMAIL' as const, contact: ada.email, appName: 'Acme' };
    const emailCustomization = { templateId, magicLinkTemplate: 'http://localhost:3000/#%s' };
    await done(service, there(ada.organizationId), initOtpAuth, { ...request, emailCustomization });
    expect((await received()).text).toMatch(/^(\w{9}) http:\/\/localhost:3000\/#\1\r\n/);
    await refusedAs('EMAIL_TEMPLATE_UNFIT', service, there(ada.organizationId), initOtpAuth, {
      ...request,
      emailCustomization: { templateId },
    });
    await refusedAs('EMAIL_TEMPLATE_NOT_FOUND', service, there(ada.organizationId), initOtpAuth, {
      ...request,
      emailCustomization: { templateId: 'x' },
    });
  });

  test('keys to log in and to recover by are mailed in the template of their kind, and open', async () => {
    const ada = await person();
    const login = await template('LOGIN_LINK', [linkText]);
    const recovery = await template('RECOVERY_LINK', [{ ...linkText, subject: 'Back to {{appName}}' }]);
    for (const [row, templateId, other, subject, action] of [
      [emailAuth, login, recovery, 'Come to Acme', 'Log in to Acme'],
      [initUserEmailRecovery, recovery, login, 'Back to Acme', 'Recover your Acme account'],
    ] as const) {
      const { target, targetPublicKey } = await newTarget();
      const mailed = (emailCustomization: object) => ({
        email: ada.email,
        targetPublicKey,
        emailCustomization: { appName: 'Acme', ...emailCustomization },
      });
      await done(service, there(ada.organizationId), row, mailed({ templateId, magicLinkTemplate }));
      const mail = await received();
      expect(mail.subject).toBe(subject);
      const bundle = /or paste (\w+)/.exec(mail.text)?.[1] ?? '';
      await keyIn(bundle, target);
      expect(mail.text).toContain(`Here: https://app.example.com/in?key=${bundle}\r\n`);
      expect(mail.text).toContain(action);
      expect(mail.text).toMatch(lastWords);
      expect(mail.html).toContain(`<a href="https://app.example.com/in?key=${bundle}">Come in</a><p>${bundle}</p>`);
      const refused = (code: 'EMAIL_TEMPLATE_UNFIT' | 'EMAIL_TEMPLATE_NOT_FOUND', customization: object) =>
        refusedAs(code, service, there(ada.organizationId), row, mailed(customization));
      await refused('EMAIL_TEMPLATE_UNFIT', { templateId });
      await refused('EMAIL_TEMPLATE_UNFIT', { templateId: other, magicLinkTemplate });
      await refused('EMAIL_TEMPLATE_NOT_FOUND', { templateId: 'x', magicLinkTemplate });
    }
  });

  test("a sub-organization's user gets the parent's configured template, and names none", async () => {
    const ada = await person();
    const { targetPublicKey } = await newTarget();
    const emailAuthTemplateId = await template('LOGIN_LINK', [linkText]);
    await service.configure({ emailAuthTemplateId, emailCustomizationParams: { magicLinkTemplate } });
    const request = { email: ada.email, targetPublicKey, emailCustomization: { appName: 'Acme' } };
    await done(service, ada, emailAuth, request);
    expect((await received()).subject).toBe('Come to Acme');
    const other = await template('LOGIN_LINK', [linkText]);
    for (const own of [{ templateId: other }, { templateVariables: '{"a":"b"}' }])
      await refusedAs('REQUEST_INVALID', service, ada, emailAuth, {
        ...request,
        emailCustomization: { appName: 'Acme', ...own },
      });
    // Another kind than the configured template: the service's own text.
    await done(service, ada, initUserEmailRecovery, request);
    expect((await received()).subject).toBe('Recover your Acme account');
  });

  test('a template is sent in the language asked for, else in its first, and so are the last words', async () => {
    const german = { ...codeText, language: 'de' as const, subject: 'Dein Code' };
    const templateId = await template('CODE', [codeText, german]);
    const sent = async (language: string) => {
      service.clock.advanceMs(1);
      await callProxy(service, proxyOtpInit, asked({ language, emailCustomization: { templateId } }));
      return received();
    };
    expect(await sent('de')).toMatchObject({
      subject: 'Dein Code',
      text: expect.stringContaining('Du hast das nicht angefordert?'),
    });
    expect((await sent('fr')).text).toMatch(lastWords);
    const arabic = await template('CODE', [{ ...codeText, language: 'ar' }]);
    await callProxy(service, proxyOtpInit, asked({ emailCustomization: { templateId: arabic } }));
    expect((await received()).html).toContain('<html lang="ar" dir="rtl">');
  });

  test('T-59 each variable is written as its place needs it, and nothing in it is read', async () => {
    const hostile = `</p><script>alert(1)</script>"' onload=x {{code}} \${code} %s $& &amp; <!--`;
    const texts = [
      {
        ...codeText,
        subject: '{{note}}',
        text: '{{code}} {{note}}',
        html: '<p>{{code}}</p><p title="{{note}}">{{note}}</p><a href="{{site}}"><img src="{{logo}}" alt=\'{{note}}\'></a>',
      },
    ];
    const templateId = await template('CODE', texts, ['note', 'site', 'logo']);
    const site = 'https://acme.example/?a=1&b=<2>'.replace('<2>', '2');
    const variables = { note: hostile, site, logo: 'https://acme.example/l.png' };
    const send = (templateVariables: string) =>
      asked({ appName: 'Acme', emailCustomization: { templateId, templateVariables } });
    await act(service, root, initOtp, send(JSON.stringify(variables)));
    const { subject, text, html, headers } = await received();
    expect(subject).toBe(hostile);
    expect(text.split('\r\n')[0]).toMatch(/^\w{9} <\/p><script>/);
    expect(text.split('\r\n')[0]?.slice(10)).toBe(hostile);
    expect(html).not.toMatch(/<script|<!--/);
    const written = escapeHtml(hostile);
    expect(html).toContain(`<p title="${written}">${written}</p>`);
    expect(html).toContain(
      `<a href="https://acme.example/?a=1&amp;b=2"><img src="https://acme.example/l.png" alt='${written}'></a>`,
    );
    expect(headers.filter(([name]) => name === 'bcc')).toEqual([]);

    for (const address of [
      'javascript:alert(1)',
      'http://acme.example',
      'https://a@b.example',
      '//x.io',
      'https://x.io/"onload=',
      '',
    ])
      await refusedAs(
        'EMAIL_TEMPLATE_UNFIT',
        service,
        root,
        initOtp,
        send(JSON.stringify({ ...variables, site: address })),
      );
    await refusedAs('EMAIL_TEMPLATE_UNFIT', service, root, initOtp, send('{"note":"x"}'));
    await refusedAs('EMAIL_TEMPLATE_UNFIT', service, root, initOtp, send(''));
    for (const json of [
      ...[
        '{"note":"a\\r\\nBcc: eve@example.com"}',
        '{"note":"a\\u2028b"}',
        '{"note":"\\u202e"}',
        '{"note":"=?utf-8?q?x?="}',
      ],
      ...['{"note":1}', '{"note":{"a":"b"}}', '{"note":null}', '["note"]', '"note"', 'note', '{"note":"a","note":"b"}'],
      ...[
        '{"__proto__":"x"}',
        '{"constructor":"x"}',
        '{"other":"x"}',
        '{"code":"000000"}',
        '{"a.b":"x"}',
        `{"note":"${'x'.repeat(4096)}"}`,
      ],
    ])
      await refusedAs('REQUEST_INVALID', service, root, initOtp, send(json));
    await refusedAs(
      'REQUEST_INVALID',
      service,
      root,
      initOtp,
      asked({ appName: 'Acme', emailCustomization: { templateVariables: '{"a":"b"}' } }),
    );
  });

  test("the request's variables stand before the configuration's", async () => {
    const templateId = await template('CODE', [{ ...codeText, subject: '{{team}} of {{house}}' }], ['team', 'house']);
    await service.configure({
      emailCustomizationParams: { templateVariables: '{"team":"Red","house":"Acme","more":"x"}' },
    });
    const emailCustomization = { templateId, templateVariables: '{"team":"Blue"}' };
    await act(service, root, initOtp, asked({ appName: 'Acme', emailCustomization }));
    expect((await received()).subject).toBe('Blue of Acme');
  });

  test('T-56 a template that could make a huge mail is neither sent nor configured', async () => {
    const html = `{{code}}${'{{a}}'.repeat(13_100)}`;
    const templateId = await template('CODE', [{ ...codeText, html }], ['a']);
    const templateVariables = JSON.stringify({ a: "'".repeat(4080) });
    const { db } = service.service.tools.store;
    const queued = () => db.selectFrom('outbox').select('message_id').execute();
    const before = await queued();
    const request = { appName: 'Acme', emailCustomization: { templateId, templateVariables } };
    await refusedAs('EMAIL_TEMPLATE_UNFIT', service, root, initOtp, asked(request));
    const ada = await person();
    await refusedAs('EMAIL_TEMPLATE_UNFIT', service, there(ada.organizationId), initOtpAuth, {
      ...request,
      ...{ otpType: 'OTP_TYPE_EMAIL' as const, contact: ada.email },
    });
    const configured = { otpTemplateId: templateId, emailCustomizationParams: { templateVariables } };
    await refusedAs('PROXY_CONFIG_INVALID', service, root, updateAuthProxyConfig, configured);
    expect(await queued()).toEqual(before);
    const links = `<a href="{{link}}">${'{{note}}'.repeat(8000)}</a>`;
    const linked = await template('LOGIN_LINK', [{ ...linkText, html: links }], ['note']);
    const { targetPublicKey } = await newTarget();
    await refusedAs('EMAIL_TEMPLATE_UNFIT', service, there(ada.organizationId), emailAuth, {
      ...{ email: ada.email, targetPublicKey },
      emailCustomization: {
        ...{ appName: 'Acme', magicLinkTemplate, templateId: linked },
        templateVariables: JSON.stringify({ note: 'x'.repeat(40) }),
      },
    });
    const small = { ...request, emailCustomization: { templateId, templateVariables: '{"a":"\'"}' } };
    await act(service, root, initOtp, asked(small));
    expect((await received()).html).toContain('&#39;'.repeat(13_100));
  });

  test('T-58 two variables make no encoded word together', async () => {
    const templateId = await template('CODE', [{ ...codeText, subject: '{{a}}{{b}}' }], ['a', 'b']);
    const templateVariables = JSON.stringify({ a: '=', b: '?utf-8?q?=0d=0aBcc:_eve@example.com?=' });
    await act(
      service,
      root,
      initOtp,
      asked({ appName: 'Acme', emailCustomization: { templateId, templateVariables } }),
    );
    expect((await received()).subject).toBe('= ?utf-8?q?=0d=0aBcc:_eve@example.com?=');
  });

  test("the last words stand in a document's body, behind all that is open in it", async () => {
    const html =
      '<!doctype html><html><head><style>div{display:none}</style></head><body><table><tr><td>{{code}}</td></tr></table></body></html>';
    const templateId = await template('CODE', [{ ...codeText, html }]);
    await act(service, root, initOtp, asked({ appName: 'Acme', emailCustomization: { templateId } }));
    const body = (await received()).html;
    expect(body).toMatch(
      /<\/table><div dir="ltr" style="display:block!important;[^"]*">\w{9} is your Acme login code<br>Expires in [^<]*<br>Didn&#39;t [^<]*<\/div><\/body><\/html>\s*$/,
    );
  });
});
