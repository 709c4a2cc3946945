import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmailTemplate, updateEmailTemplate } from '../../../src/contract/emailTemplates.js';
import { proxyOtpInit } from '../../../src/contract/proxy.js';
import { deleteSubOrganization } from '../../../src/contract/subOrganizations.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { everythingIn } from '../../support/everythingIn.js';
import { done, type Party, rootOf } from '../../support/parties.js';
import { databases } from '../../support/stores.js';
import { callProxy, signUp } from '../../support/wire.js';

const dayMs = 24 * 60 * 60_000;
const textWith = (subject: string, more = '') => ({
  subject: `${subject} {{code}}`,
  text: '{{code}}',
  html: `<p>{{code}}</p>${more}`,
});

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  beforeEach(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
  });
  afterEach(() => service.close());

  const templates = async () => (await everythingIn(service.service.tools.store)).email_templates;
  /** A template that the auth proxy mails codes by. */
  async function configured(text = textWith('First')): Promise<string> {
    const made = { name: 'Codes', kind: 'EMAIL_TEMPLATE_KIND_CODE' as const, texts: [text] };
    const { emailTemplateId } = await done(service, root, createEmailTemplate, made);
    await service.configure({ otpTemplateId: emailTemplateId });
    return emailTemplateId;
  }
  async function subjectTo(contact: string): Promise<string | undefined> {
    service.clock.advanceMs(1);
    await callProxy(service, proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact });
    await service.service.deliver();
    const [mail] = service.inbox.list().filter(({ to }) => to === contact);
    return mail?.channel === 'email' ? mail.subject : undefined;
  }

  test('a template that is changed is used as it is now by the next mail, and by every one after that', async () => {
    const emailTemplateId = await configured();
    expect(await subjectTo('a@example.com')).toMatch(/^First \d{6}$/);
    expect(await subjectTo('b@example.com')).toMatch(/^First \d{6}$/);
    for (const word of ['Second', 'Third']) {
      await done(service, root, updateEmailTemplate, { emailTemplateId, texts: [textWith(word)] });
      expect(await subjectTo(`${word.toLowerCase()}@example.com`)).toMatch(new RegExp(`^${word} \\d{6}$`));
    }
  });

  test('more large templates than are kept read are all used as they are', async () => {
    const filler = `<p>${'x'.repeat(65_000)}</p>`;
    const ids: string[] = [];
    for (let each = 0; each < 24; each += 1) {
      const texts = (['en', 'de', 'fr'] as const).map((language) => ({
        ...textWith(`Number ${each}`, filler),
        language,
      }));
      const made = { name: `Large ${each}`, kind: 'EMAIL_TEMPLATE_KIND_CODE' as const, texts };
      ids.push((await done(service, root, createEmailTemplate, made)).emailTemplateId);
    }
    for (const [each, otpTemplateId] of [...ids.entries(), [0, ids[0] ?? ''] as const]) {
      await service.configure({ otpTemplateId });
      expect(await subjectTo(`large${each}${otpTemplateId}@example.com`)).toMatch(
        new RegExp(`^Number ${each} \\d{6}$`),
      );
      service.clock.advanceMs(3_600_000);
    }
  });

  test('A-52: a template outlives what is deleted with time, and mails are still sent by it', async () => {
    await configured();
    const before = await templates();
    await subjectTo('ada@example.com');
    for (let month = 0; month < 13; month += 1) {
      service.clock.advanceMs(31 * dayMs);
      await service.service.deliver();
    }
    expect(await templates()).toEqual(before);
    expect(before).toHaveLength(1);
    expect(await subjectTo('bob@example.com')).toMatch(/^First \d{6}$/);
  });

  test('who deletes a sub-organization that was mailed by a template deletes nothing of its parent’s', async () => {
    await configured();
    const before = await templates();
    const ada = await signUp(service, 'ada@example.com');
    await done(service, ada, deleteSubOrganization, { deleteWithoutExport: true });
    expect(await templates()).toEqual(before);
    expect(await subjectTo('bob@example.com')).toMatch(/^First \d{6}$/);
  });
});
