import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmailTemplate } from '../../../../../src/contract/emailTemplates.js';
import { sendTestMessage } from '../../../../../src/contract/messages.js';
import { type ListMessagesResponse, listMessages } from '../../../../../src/contract/messages.queries.js';
import { createPolicy } from '../../../../../src/contract/policies.js';
import { updateUserEmail, updateUserPhoneNumber } from '../../../../../src/contract/userContacts.js';
import { updateUser } from '../../../../../src/contract/users.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  done,
  makeMember,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { ask } from '../../../../support/wire.js';

let service: TestService;
let root: Party;
let member: Party;
beforeEach(async () => {
  service = await createTestService({ config: { allowedAuthMethods: ['email', 'sms'] } });
  root = await rootOf(service);
  member = await makeMember(service, root.organizationId, null, 'Ada');
  const { userId } = member;
  await done(service, root, updateUserEmail, { userId, userEmail: 'ada@example.com' });
  await done(service, root, updateUserPhoneNumber, { userId, userPhoneNumber: '+14155550100' });
});
afterEach(() => service.close());

const listed = async () =>
  (
    await ask<ListMessagesResponse>(service, root.key, listMessages, {
      organizationId: root.organizationId,
      kind: 'TEST',
    })
  ).messages;

test('a member sends tests to their own verified contacts, and the list says what became of them', async () => {
  const { messageId } = await done(service, member, sendTestMessage, { channel: 'EMAIL' });
  await done(service, member, sendTestMessage, { channel: 'SMS' });
  await service.service.deliver();
  expect(service.inbox.list('ada@example.com')).toMatchObject([{ text: expect.stringContaining('This is a test') }]);
  expect(service.inbox.list('+14155550100')).toHaveLength(1);
  const messages = await listed();
  expect(messages).toMatchObject([
    { kind: 'TEST', channel: 'SMS', state: 'SENT' },
    { kind: 'TEST', channel: 'EMAIL', state: 'SENT', messageId },
  ]);
});

test('by a template it is the mail that the template makes of samples', async () => {
  const { emailTemplateId } = await done(service, root, createEmailTemplate, {
    name: 'Codes',
    kind: 'EMAIL_TEMPLATE_KIND_CODE',
    variables: ['plan', 'home'],
    texts: [
      { subject: '{{code}} {{plan}}', text: '{{code}}', html: '<p>{{code}} <a href="{{home}}">{{plan}}</a></p>' },
      { language: 'de', subject: 'Dein Code', text: '{{code}}', html: '<p>{{code}}</p>' },
    ],
  });
  await done(service, member, sendTestMessage, { channel: 'EMAIL', emailTemplateId });
  await done(service, member, sendTestMessage, { channel: 'EMAIL', emailTemplateId, language: 'de' });
  await service.service.deliver();
  const subjects = service.inbox.list('ada@example.com').map(({ subject }) => subject);
  expect(subjects.sort()).toEqual(['428117 plan', 'Dein Code']);
  await refusedAs('EMAIL_TEMPLATE_UNFIT', service, member, sendTestMessage, { channel: 'SMS', emailTemplateId });
  await refusedAs('EMAIL_TEMPLATE_NOT_FOUND', service, member, sendTestMessage, {
    channel: 'EMAIL',
    emailTemplateId: absentId,
  });
});

test('a contact that is only claimed gets none, nor does anybody in a sub-organization', async () => {
  const claimed = await makeMember(service, root.organizationId, null, 'Grace');
  await act(service, root, updateUser, { userId: claimed.userId, userEmail: 'grace@example.com' });
  for (const by of [root, claimed])
    for (const channel of ['EMAIL', 'SMS'] as const)
      await refusedAs('OWN_CONTACT_UNVERIFIED', service, by, sendTestMessage, { channel });
  const [below] = (await makeSubOrganization(service)).users as [Party];
  await refusedAs('TEST_MESSAGES_NOT_HERE', service, below, sendTestMessage, { channel: 'EMAIL' });
  await service.service.deliver();
  expect(service.inbox.list()).toEqual([]);
  expect(await listed()).toEqual([]);
});

test('A-51: tests count in the limits of the contact and in the caps, and a policy can deny them', async () => {
  const most = 10;
  await service.configure({ codesPerContact: { most, windowSeconds: 600 } });
  for (let sent = 0; sent < most; sent += 1) {
    service.clock.advanceMs(1);
    await done(service, member, sendTestMessage, { channel: 'EMAIL' });
  }
  service.clock.advanceMs(1);
  await refusedAs('TOO_MANY_CODES', service, member, sendTestMessage, { channel: 'EMAIL' });
  service.clock.advanceMs(2 * 60 * 60_000);
  await service.configure({ emailsPerHour: 1, smsCountries: { allow: ['49'] } });
  await done(service, member, sendTestMessage, { channel: 'EMAIL' });
  await refusedAs('LOGIN_BUSY', service, member, sendTestMessage, { channel: 'EMAIL' });
  await refusedAs('CONTACT_NOT_SERVED', service, member, sendTestMessage, { channel: 'SMS' });
  const condition = "activity.kind == 'SEND_TEST_MESSAGE'";
  await done(service, root, createPolicy, { policyName: 'None', effect: 'EFFECT_DENY', condition, notes: '' });
  await refusedAs('NOT_AUTHORIZED', service, member, sendTestMessage, { channel: 'EMAIL' });
});
