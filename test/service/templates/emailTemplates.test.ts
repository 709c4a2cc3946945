import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateAuthProxyConfig } from '../../../src/contract/authProxy.js';
import { createEmailTemplate, deleteEmailTemplate, updateEmailTemplate } from '../../../src/contract/emailTemplates.js';
import {
  type GetEmailTemplateResponse,
  getEmailTemplate,
  type ListEmailTemplatesResponse,
  listEmailTemplates,
} from '../../../src/contract/emailTemplates.queries.js';
import type { EmailTemplateKind } from '../../../src/contract/emailTemplates.records.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import {
  act,
  done,
  makeMember,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../support/parties.js';
import { databases } from '../../support/stores.js';
import { ask } from '../../support/wire.js';

const ofCodes = 'EMAIL_TEMPLATE_KIND_CODE' as const;
const text = { subject: 'Your code', text: '{{code}}', html: '<p>{{code}}</p>' };
let names = 0;
const template = (changes: object = {}) => {
  names += 1;
  return { name: `Template ${names}`, kind: ofCodes as EmailTemplateKind, texts: [text], ...changes };
};

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
  });
  afterAll(() => service.close());
  beforeEach(() =>
    service.configure({
      otpTemplateId: '',
      emailAuthTemplateId: '',
      emailCustomizationParams: { templateId: '', templateVariables: '' },
    }),
  );

  const make = async (changes: object = {}) =>
    (await done(service, root, createEmailTemplate, template(changes))).emailTemplateId;
  const read = async (emailTemplateId: string) =>
    (
      await ask<GetEmailTemplateResponse>(service, root.key, getEmailTemplate, {
        organizationId: root.organizationId,
        emailTemplateId,
      })
    ).emailTemplate;
  const list = async (by: Pick<Party, 'key' | 'organizationId'> = root) =>
    (
      await ask<ListEmailTemplatesResponse>(service, by.key, listEmailTemplates, {
        organizationId: by.organizationId,
      })
    ).emailTemplates;

  test('a template is made, read, listed without its texts, changed and deleted', async () => {
    const german = { ...text, language: 'de' as const, subject: 'Dein Code für {{team}}' };
    const emailTemplateId = await make({ name: 'Codes', variables: ['team'], texts: [text, german] });
    expect(await read(emailTemplateId)).toMatchObject({
      organizationId: root.organizationId,
      emailTemplateId,
      name: 'Codes',
      kind: ofCodes,
      variables: ['team'],
      texts: [{ ...text, language: 'en' }, german],
    });
    const listed = (await list()).find((each) => each.emailTemplateId === emailTemplateId);
    expect(listed).toMatchObject({ name: 'Codes', kind: ofCodes, variables: ['team'], languages: ['en', 'de'] });
    expect(listed).not.toHaveProperty('texts');
    await done(service, root, updateEmailTemplate, { emailTemplateId, name: 'All codes' });
    expect(await read(emailTemplateId)).toMatchObject({
      name: 'All codes',
      texts: [{ ...text, language: 'en' }, german],
    });
    await done(service, root, updateEmailTemplate, { emailTemplateId, texts: [german], variables: ['team', 'more'] });
    expect(await read(emailTemplateId)).toMatchObject({ variables: ['team', 'more'], texts: [german] });
    await done(service, root, deleteEmailTemplate, { emailTemplateId });
    expect((await list()).some((each) => each.emailTemplateId === emailTemplateId)).toBe(false);
  });

  test('T-59 what could run is refused when the template is made or changed, with each part and its place', async () => {
    const texts = [text, { ...text, language: 'de', html: '<p>{{code}}\n<script>x</script></p>', subject: '{{code' }];
    const refusal = await act(service, root, createEmailTemplate, template({ texts })).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'EMAIL_TEMPLATE_INVALID',
      fieldViolations: [
        { field: 'parameters.texts.1.subject', description: expect.stringMatching(/^line 1, column 1: /) },
        { field: 'parameters.texts.1.html', description: 'line 2, column 1: <script> may not stand in a mail' },
      ],
    });
    await refusedAs('EMAIL_TEMPLATE_INVALID', service, root, createEmailTemplate, template({ variables: ['code'] }));
    const emailTemplateId = await make({ variables: ['team'], texts: [{ ...text, subject: '{{team}}' }] });
    const change = (changes: object) =>
      refusedAs('EMAIL_TEMPLATE_INVALID', service, root, updateEmailTemplate, { emailTemplateId, ...changes });
    await change({ variables: [] });
    await change({ texts: [{ ...text, html: 'no code' }] });
    expect(await read(emailTemplateId)).toMatchObject({ variables: ['team'], texts: [{ subject: '{{team}}' }] });
  });

  test('of two changes at once that do not go together, one is refused', async () => {
    const change = (emailTemplateId: string, changes: object) =>
      done(service, root, updateEmailTemplate, { emailTemplateId, ...changes });
    for (let round = 0; round < 10; round += 1) {
      const emailTemplateId = await make({ variables: ['team'] });
      const outcomes = await Promise.allSettled([
        change(emailTemplateId, { variables: [] }),
        change(emailTemplateId, { texts: [{ ...text, subject: '{{team}}' }] }),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const { variables, texts } = await read(emailTemplateId);
      expect([variables, texts[0]?.subject]).toEqual(
        outcomes[0]?.status === 'fulfilled' ? [[], 'Your code'] : [['team'], '{{team}}'],
      );
      await done(service, root, deleteEmailTemplate, { emailTemplateId });
    }
  });

  test('a change at the same time as the configuration comes to name the template leaves none that cannot be sent', async () => {
    for (let round = 0; round < 10; round += 1) {
      const emailTemplateId = await make();
      const outcomes = await Promise.allSettled([
        service.configure({ otpTemplateId: emailTemplateId }),
        done(service, root, updateEmailTemplate, { emailTemplateId, texts: [{ ...text, text: '{{code}} {{link}}' }] }),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await service.configure({ otpTemplateId: '' });
      await done(service, root, deleteEmailTemplate, { emailTemplateId });
    }
  });

  test('what is too long, twice or none of a kind is refused by its shape', async () => {
    for (const changes of [
      { kind: 'EMAIL_TEMPLATE_KIND_INVITATION' },
      { texts: [] },
      { texts: [text, text] },
      { texts: [text, { ...text, language: 'en' }] },
      { texts: [{ ...text, language: 'xx' }] },
      { texts: [{ ...text, subject: '' }] },
      { texts: [{ ...text, subject: 'x'.repeat(256) }] },
      { texts: [{ ...text, text: 'x'.repeat(16_385) }] },
      { texts: [{ ...text, html: 'x'.repeat(65_537) }] },
      { texts: ['en', 'de', 'fr', 'es', 'pt'].map((language) => ({ ...text, language, html: 'x'.repeat(65_536) })) },
      { variables: ['a', 'a'] },
      { variables: ['a-b'] },
      { variables: ['__proto__'] },
      { unknown: true },
    ])
      await refusedAs('REQUEST_INVALID', service, root, createEmailTemplate, template(changes));
  });

  test('a name is taken once, and an absent template is none', async () => {
    const first = await make({ name: 'First' });
    const second = await make({ name: 'Second' });
    await refusedAs('NAME_TAKEN', service, root, createEmailTemplate, template({ name: 'First' }));
    await refusedAs('NAME_TAKEN', service, root, updateEmailTemplate, { emailTemplateId: second, name: 'First' });
    await done(service, root, updateEmailTemplate, { emailTemplateId: first, name: 'First' });
    await done(service, root, deleteEmailTemplate, { emailTemplateId: second });
    const gone = { emailTemplateId: second };
    await refusedAs('EMAIL_TEMPLATE_NOT_FOUND', service, root, updateEmailTemplate, gone);
    await refusedAs('EMAIL_TEMPLATE_NOT_FOUND', service, root, deleteEmailTemplate, gone);
    await expect(read(second)).rejects.toMatchObject({ code: 'EMAIL_TEMPLATE_NOT_FOUND' });
  });

  test('an organization holds fifty', async () => {
    const other = await makeOtherParent(service);
    for (let each = 0; each < 50; each += 1) await done(service, other, createEmailTemplate, template());
    await refusedAs('LIMIT_REACHED', service, other, createEmailTemplate, template());
    expect(await list(other)).toHaveLength(50);
  });

  test('a sub-organization has none, nor may another organization or a user who is no root user touch them', async () => {
    const emailTemplateId = await make();
    const { users } = await makeSubOrganization(service);
    await refusedAs('EMAIL_TEMPLATES_NOT_HERE', service, users[0], createEmailTemplate, template());
    expect(await list(users[0])).toEqual([]);
    for (const by of [users[0], await makeOtherParent(service)]) {
      await refusedAs('EMAIL_TEMPLATE_NOT_FOUND', service, by, deleteEmailTemplate, { emailTemplateId });
      await refusedAs('EMAIL_TEMPLATE_NOT_FOUND', service, by, updateEmailTemplate, { emailTemplateId, name: 'Mine' });
    }
    const member = await makeMember(service, root.organizationId, null, 'Marketing');
    await refusedAs('NOT_AUTHORIZED', service, member, createEmailTemplate, template());
    await refusedAs('NOT_AUTHORIZED', service, member, deleteEmailTemplate, { emailTemplateId });
  });

  test('the configuration names templates of the right kind alone, that it gives all they show', async () => {
    const code = await make();
    const linked = await make({ texts: [{ ...text, text: '{{code}} {{link}}' }] });
    const named = await make({
      variables: ['team', 'site'],
      texts: [{ ...text, html: '{{code}}<a href="{{site}}">{{team}}</a>' }],
    });
    const login = await make({
      kind: 'EMAIL_TEMPLATE_KIND_LOGIN_LINK',
      texts: [{ ...text, text: '{{link}}', html: '{{link}}' }],
    });
    const refused = (changes: object) =>
      refusedAs('PROXY_CONFIG_INVALID', service, root, updateAuthProxyConfig, changes);
    await refused({ otpTemplateId: login });
    await refused({ emailAuthTemplateId: code });
    await refused({ otpTemplateId: linked });
    await refused({ emailCustomizationParams: { templateId: linked } });
    await refused({ otpTemplateId: named });
    for (const templateVariables of [
      '{"team":"A","site":"http://acme.example"}',
      '{"team":1}',
      '{"team":"a\\nb"}',
      'x',
      '{"a.b":"c"}',
    ])
      await refused({ otpTemplateId: named, emailCustomizationParams: { templateVariables } });
    const templateVariables = '{"team":"A","site":"https://acme.example","other":"x"}';
    await service.configure({ otpTemplateId: named, emailCustomizationParams: { templateVariables } });
    await refused({ emailCustomizationParams: { templateVariables: '' } });
    await service.configure({ otpTemplateId: code, emailAuthTemplateId: login });
    await service.configure({ emailCustomizationParams: { templateId: login } });
  });

  test('a template that the configuration names is not deleted, nor changed into one that it cannot fill', async () => {
    const emailTemplateId = await make();
    const change = (code: 'EMAIL_TEMPLATE_UNFIT', texts: object[], variables: string[] = []) =>
      refusedAs(code, service, root, updateEmailTemplate, { emailTemplateId, texts, variables });
    for (const naming of [
      { otpTemplateId: emailTemplateId },
      { emailCustomizationParams: { templateId: emailTemplateId } },
    ]) {
      await service.configure(naming);
      await refusedAs('EMAIL_TEMPLATE_IN_USE', service, root, deleteEmailTemplate, { emailTemplateId });
      await change('EMAIL_TEMPLATE_UNFIT', [{ ...text, text: '{{code}} {{link}}' }]);
      await change('EMAIL_TEMPLATE_UNFIT', [text, { ...text, language: 'de', subject: '{{team}}' }], ['team']);
      await done(service, root, updateEmailTemplate, {
        emailTemplateId,
        texts: [{ ...text, subject: `Code ${names}` }],
      });
    }
    await service.configure({ otpTemplateId: '', emailCustomizationParams: { templateId: '' } });
    await done(service, root, deleteEmailTemplate, { emailTemplateId });
  });
});
