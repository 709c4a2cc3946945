import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emailAuth } from '../../../../../src/contract/mailKeys.js';
import type { ActivityRow } from '../../../../../src/contract/row.js';
import type { EmailMessage, Message } from '../../../../../src/service/delivery/message.js';
import { deliver } from '../../../../support/deliver.js';
import { newTarget } from '../../../../support/mailedKeys.js';
import { act, done, refusedAs } from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { type EmailAuthPlace, link, openEmailAuthPlace } from './emailAuthPlace.js';

describe.each(databases)('on $name', ({ open }) => {
  let place: EmailAuthPlace;
  beforeAll(async () => {
    place = await openEmailAuthPlace(await open());
  });
  afterAll(() => place.service.close());
  beforeEach(() => place.configure());

  test('the mail names the requester and the purpose, has link and text, and the requested look', async () => {
    const { asParent, person, request, service } = place;
    const ada = await person();
    const { targetPublicKey } = await newTarget();
    const customization = { appName: 'Acme <b>', logoUrl: 'https://app.example.com/logo.png', magicLinkTemplate: link };
    await done(service, asParent(ada.organizationId), emailAuth, {
      ...request(ada.email, targetPublicKey),
      emailCustomization: customization,
      expirationSeconds: '600',
      sendFromEmailAddress: 'In@Acme.example',
      sendFromEmailSenderName: 'Acme at the door',
      replyToEmailAddress: 'help@acme.example',
    });
    const mail = await lastMail(ada.email);
    const { code: bundle } = mail;
    expect(mail.subject).toBe('Log in to Acme <b>');
    expect(mail.text).toContain(`https://app.example.com/in?key=${bundle}\n`);
    expect(mail.text).toContain(`\n\n${bundle}\n\n`);
    expect(mail.text).toContain('Expires in 10 minutes.');
    expect(mail.text).toContain("Didn't request this?");
    expect(mail.html).toContain(`href="https://app.example.com/in?key=${bundle}"`);
    expect(mail.html).toContain('Acme &lt;b&gt;');
    expect(mail.html).not.toContain('<b>');
    expect(mail.html).toContain(
      '<img class="ink" src="https://app.example.com/logo.png" alt="Acme &lt;b&gt;" height="40"',
    );
    expect(mail).toMatchObject({
      fromAddress: 'in@acme.example',
      fromName: 'Acme at the door',
      replyTo: 'help@acme.example',
    });
  });

  test('members that a request omits come from the configuration, else the defaults; older versions need no name', async () => {
    const { person, service } = place;
    const ada = await person();
    const { targetPublicKey } = await newTarget();
    const { email } = ada;
    await sendAs('ACTIVITY_TYPE_EMAIL_AUTH', ada.organizationId, { email, targetPublicKey });
    const mail = await lastMail(email);
    expect(mail).toMatchObject({ subject: 'Log in to Acme', fromName: 'Notifications' });
    expect(mail).not.toHaveProperty('fromAddress');
    await service.configure({
      emailCustomizationParams: { magicLinkTemplate: link },
      sendFromEmailAddress: 'no-reply@acme.example',
      sendFromEmailSenderName: 'Acme',
    });
    await sendAs('ACTIVITY_TYPE_EMAIL_AUTH_V2', ada.organizationId, {
      email,
      targetPublicKey,
      emailCustomization: { appName: 'Other' },
      sendFromEmailSenderName: '',
      language: 'de',
    });
    const sent = await lastMail(email);
    expect(sent).toMatchObject({
      subject: 'Bei Other anmelden',
      fromName: 'Acme',
      fromAddress: 'no-reply@acme.example',
    });
    expect(sent.text).toContain('https://app.example.com/in?key=');
  });

  test('T-59 a link leads to an allowed origin, holds %s once, and not in its host', async () => {
    const { asParent, person, request, service } = place;
    const ada = await person();
    const { targetPublicKey } = await newTarget();
    const asked = (magicLinkTemplate: string) => ({
      ...request(ada.email, targetPublicKey),
      emailCustomization: { appName: 'Acme', magicLinkTemplate },
    });
    const bad = [
      'https://app.example.com/in',
      'https://app.example.com/%s/%s',
      'https://evil.example/%s',
      'https://app.example.com%s/',
      'https://app.example.com:%s/',
      'https://%s@app.example.com/',
      'https://user:pass@app.example.com/%s',
      'https://%s',
      'http://app.example.com/%s',
      'javascript:alert("%s")',
      '//app.example.com/%s',
      'https://app.example.com/"%s',
      'https://app.example.com\\@evil.example/%s',
    ];
    for (const template of bad) {
      await refusedAs('REQUEST_INVALID', service, asParent(ada.organizationId), emailAuth, asked(template));
      await expect(
        service.configure({ emailCustomizationParams: { magicLinkTemplate: template } }),
        template,
      ).rejects.toThrow(/magicLinkTemplate/);
    }
    await done(service, asParent(ada.organizationId), emailAuth, asked('http://localhost:3000/#%s'));
    await service.configure({ allowedOrigins: ['*'] });
    await done(service, asParent(ada.organizationId), emailAuth, asked('https://anywhere.example/%s'));
    const other = { ...request(ada.email, targetPublicKey), emailCustomization: { appName: 'A', logoUrl: 'data:x' } };
    await refusedAs('REQUEST_INVALID', service, asParent(ada.organizationId), emailAuth, other);
  });

  /** The newest mail to a contact that was not sent before. */
  async function lastMail(contact: string): Promise<EmailMessage> {
    const sent: Message[] = [];
    await deliver(place.service.service.tools, async (message) => void sent.push(message));
    const mail = sent.findLast(({ to }) => to === contact);
    if (mail?.channel !== 'email') throw new Error(`nothing was mailed to ${contact}`);
    return mail;
  }

  async function sendAs(type: string, organizationId: string, parameters: object) {
    const versions = emailAuth.versions as Record<string, { type: string }>;
    const [name = ''] = Object.entries(versions).find(([, version]) => version.type === type) ?? [];
    const row: ActivityRow = { ...emailAuth, newest: name };
    await act(place.service, place.asParent(organizationId), row, parameters);
  }
});
