import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmailTemplate } from '../../../../../src/contract/emailTemplates.js';
import type { EmailTemplateKind } from '../../../../../src/contract/emailTemplates.records.js';
import {
  type PreviewEmailTemplateResponse,
  previewEmailTemplate,
} from '../../../../../src/contract/messages.queries.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../../support/contents.js';
import {
  absentId,
  codeOf,
  done,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  proxyOf,
  rootOf,
  sendStamped,
} from '../../../../support/parties.js';
import { ask } from '../../../../support/wire.js';

const kind = 'EMAIL_TEMPLATE_KIND_CODE';
const edited = { subject: '{{code}} for {{appName}}', text: 'Code: {{code}}', html: '<p>Code: {{code}}</p>' };

let service: TestService;
let root: Party;
beforeEach(async () => {
  service = await createTestService({ config: { emailCustomizationParams: { appName: 'Acme' } } });
  root = await rootOf(service);
});
afterEach(() => service.close());

const preview = (request: object): Promise<PreviewEmailTemplateResponse> =>
  ask(service, root.key, previewEmailTemplate, { organizationId: root.organizationId, kind, ...request });

test('a template as it is edited is shown as its mail would be, and nothing is written or sent', async () => {
  const before = await contentsOf(service.service.tools.store);
  const { mail, faults } = await preview({ edited, language: 'de' });
  expect(faults).toEqual([]);
  expect(mail?.subject).toBe('428117 for Acme');
  expect(mail?.text).toMatch(/^Code: 428117\n\n428117 /);
  expect(mail?.html).toContain('<html lang="de" dir="ltr">');
  expect(await contentsOf(service.service.tools.store)).toEqual(before);
  await service.service.deliver();
  expect(service.inbox.list()).toEqual([]);
});

test.each<[EmailTemplateKind, string]>([
  ['EMAIL_TEMPLATE_KIND_CODE', '428117'],
  ['EMAIL_TEMPLATE_KIND_LOGIN_LINK', 'SampleOfWhatALinkCarries'],
  ['EMAIL_TEMPLATE_KIND_RECOVERY_LINK', 'SampleOfWhatALinkCarries'],
])('without a template %s shows the mail of the service itself, in each language', async (each, sample) => {
  for (const language of ['en', 'ar']) {
    const { mail } = await preview({ kind: each, language });
    expect(mail?.html).toContain(`lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
    expect(mail?.text).toContain(sample);
  }
});

test('a stored template is shown in its language, or its first one; another kind, and an absent one, are refused', async () => {
  const { emailTemplateId } = await done(service, root, createEmailTemplate, {
    ...{ name: 'Codes', kind },
    texts: [edited, { language: 'de', ...edited, subject: 'Dein Code' }],
  });
  expect((await preview({ emailTemplateId, language: 'de' })).mail?.subject).toBe('Dein Code');
  expect((await preview({ emailTemplateId, language: 'fr' })).mail?.subject).toBe('428117 for Acme');
  const linkKind = 'EMAIL_TEMPLATE_KIND_LOGIN_LINK';
  await expect(preview({ emailTemplateId, kind: linkKind })).rejects.toMatchObject({ code: 'EMAIL_TEMPLATE_UNFIT' });
  await expect(preview({ emailTemplateId: absentId })).rejects.toMatchObject({ code: 'EMAIL_TEMPLATE_NOT_FOUND' });
});

test('variables show what is given, else what the configuration gives, else a sample that fits their place', async () => {
  await service.configure({
    emailCustomizationParams: { appName: 'Acme', templateVariables: JSON.stringify({ plan: 'Gold', who: 'all' }) },
  });
  const html = '<p>{{code}} {{plan}} {{who}} {{extra}} <a href="{{home}}">x</a></p>';
  const variables = ['plan', 'who', 'extra', 'home'];
  const templateVariables = JSON.stringify({ who: '<b>you</b>' });
  const { mail } = await preview({ edited: { ...edited, html, variables }, templateVariables });
  expect(mail?.html).toContain('Gold &lt;b&gt;you&lt;/b&gt; extra <a href="https://app.example.com/home">');
});

test.each([
  ['html', 1, 4, { html: '<p><script>alert(1)</script>{{code}}</p>' }],
  ['html', 2, 4, { html: '<p>{{code}}\n<a {{code}}>x</a></p>' }],
  ['html', 1, 9, { html: '{{code}}<img src="javascript:alert(1)">' }],
  ['subject', 1, 1, { subject: '' }],
  ['subject', 1, 1, { subject: '{{link}}' }],
  ['text', 1, 3, { text: 'No' }],
  ['variables', undefined, undefined, { variables: ['code'] }],
] as const)('A-51: a fault in %s is told with line %s and column %s', async (part, line, _column, wrong) => {
  const { mail, faults } = await preview({ edited: { ...edited, ...wrong } });
  expect(mail).toBeUndefined();
  expect(faults[0]).toMatchObject({ part, description: expect.stringMatching(/./) });
  expect(faults[0]?.line).toBe(line);
});

test('A-51: variables that are no flat texts, too long a mail, and too many characters are told, and cost little', async () => {
  expect((await preview({ edited, templateVariables: '{"a":{}}' })).faults[0]?.part).toBe('variables');
  const html = `<p>{{code}}${'{{v}}'.repeat(13_000)}</p>`;
  const templateVariables = JSON.stringify({ v: '"'.repeat(4000).slice(0, 2000) });
  const { faults } = await preview({ edited: { ...edited, html, variables: ['v'] }, templateVariables });
  expect(faults).toEqual([{ part: 'variables', description: expect.stringContaining('262144') }]);
  const long = { ...edited, html: 'x'.repeat(65_537) };
  await expect(preview({ edited: long })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  await expect(preview({ edited, language: 'xx' })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
});

test('users of the top-level organization alone may ask, of their own', async () => {
  const { organizationId } = root;
  const [below] = (await makeSubOrganization(service)).users as [Party];
  const answer = async (by: Party, named: string) =>
    codeOf(await sendStamped(service, by.key, previewEmailTemplate, JSON.stringify({ organizationId: named, kind })));
  expect(await answer(below, below.organizationId)).toBe('NOT_AUTHORIZED');
  expect(await answer(await makeOtherParent(service), organizationId)).toBe('PUBLIC_KEY_NOT_FOUND');
  expect(await answer(await proxyOf(service), organizationId)).toBe('NOT_AUTHORIZED');
});
