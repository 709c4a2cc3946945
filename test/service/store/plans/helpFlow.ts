import { approveActivity } from '../../../../src/contract/activities.js';
import { getLoginState, type SearchUsersResponse, searchUsers } from '../../../../src/contract/loginState.queries.js';
import { sendLoginLink } from '../../../../src/contract/mailKeys.js';
import { sendTestMessage } from '../../../../src/contract/messages.js';
import { listMessages, previewEmailTemplate } from '../../../../src/contract/messages.queries.js';
import { proxyOtpInit, proxyOtpVerify } from '../../../../src/contract/proxy.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { resumeSubOrganization, suspendSubOrganization } from '../../../../src/contract/subOrganizations.js';
import { updateUserEmail } from '../../../../src/contract/userContacts.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import type { TestService } from '../../../../src/testing/createTestService.js';
import { deliver } from '../../../support/deliver.js';
import {
  absentId,
  done,
  makeMember,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../../support/parties.js';
import { createPasskey } from '../../../support/passkey.js';
import { ask, callProxy, codeFor, envelope, type Person, post } from '../../../support/wire.js';

/** What is asked to help somebody who cannot log in: who they are, and why. */
export async function helpFlow(test: TestService, person: Person): Promise<void> {
  const root = await rootOf(test);
  const { organizationId } = root;
  const { userId, addresses, key } = person;
  for (const query of ['ada@example.com', '+14155550100', userId, person.organizationId, key.publicKey])
    await ask(test, root.key, searchUsers, { organizationId, query });
  for (const query of [addresses[0] ?? '', 'passkey', 'Grace'])
    await ask(test, root.key, searchUsers, { organizationId, query });
  for (let each = 0; each < 21; each += 1)
    await makeMember(test, (await makeSubOrganization(test)).organizationId, organizationId, 'Grace');
  const { cursor } = await ask<SearchUsersResponse>(test, root.key, searchUsers, { organizationId, query: 'Grace' });
  await ask(test, root.key, searchUsers, { organizationId, query: 'Grace', cursor });
  await refusedLogins(test, person);
  await messages(test);
  await ask(test, root.key, getLoginState, { organizationId: person.organizationId, userId });
  await linkFlow(test, person, root);
  await suspensionFlow(test, root);
}

/** Ada is mailed the login page, and not again at once. */
async function linkFlow(test: TestService, ada: Person, root: Party): Promise<void> {
  await test.configure({ loginUrl: 'https://app.example.com/login' });
  test.clock.advanceMs(11 * 60_000);
  const parameters = { subOrganizationId: ada.organizationId, userId: ada.userId, page: 'LOGIN' } as const;
  await done(test, root, sendLoginLink, parameters);
  await refusedAs('TOO_MANY_CODES', test, root, sendLoginLink, parameters);
}

/** Somebody is suspended, asked for, tries to vote, and is resumed. */
async function suspensionFlow(test: TestService, root: Party): Promise<void> {
  const { organizationId, users } = await makeSubOrganization(test);
  const [{ userId, key }] = users;
  await done(test, root, suspendSubOrganization, { subOrganizationId: organizationId, reason: 'A stolen phone' });
  await ask(test, root.key, getLoginState, { organizationId, userId });
  const fingerprint = `sha256:${'00'.repeat(32)}`;
  await refusedAs('ACTIVITY_NOT_FOUND', test, { key, organizationId }, approveActivity, { fingerprint });
  await done(test, root, resumeSubOrganization, { subOrganizationId: organizationId });
}

/** By a code, by its contact, and by a passkey. */
async function refusedLogins(test: TestService, { organizationId }: Person): Promise<void> {
  const refused = (request: Promise<unknown>) => request.catch(() => {});
  const { otpId } = await codeFor(test, 'ada@example.com');
  const { publicKey } = await createSigningKey();
  await refused(callProxy(test, proxyOtpVerify, { otpId, otpCode: 'wrong', publicKey }));
  await test.configure({ emailsPerHour: 1 });
  await refused(callProxy(test, proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' }));
  await test.configure({ emailsPerHour: 3000 });
  const body = envelope(test, stampLogin, organizationId, { publicKey });
  await post(test, stampLogin.path, body, await (await createPasskey()).stamp(body));
  test.clock.advanceMs(5000);
  await test.service.deliver();
}

/** By each filter; and a test of one's own, tried in vain. */
async function messages(test: TestService): Promise<void> {
  const root = await rootOf(test);
  const { organizationId } = root;
  await done(test, root, updateUserEmail, { userId: root.userId, userEmail: 'root@example.com' });
  await done(test, root, sendTestMessage, { channel: 'EMAIL' });
  await deliver(test.service.tools, async () => {
    throw new Error('no');
  });
  test.clock.advanceMs(60_000);
  await test.service.deliver(); // now it is taken: no mail of here comes later than a newer one
  const filters = [
    {},
    { kind: 'TEST' },
    { state: 'WAITING' },
    { state: 'EXPIRED' },
    { state: 'SENT' },
    { kind: 'CODE', state: 'GIVEN_UP' },
    { contact: 'root@example.com' },
    { kind: 'TEST', state: 'SENT', contact: 'root@example.com' },
    { paginationOptions: { limit: '2', after: absentId } },
  ];
  for (const filter of filters) await ask(test, root.key, listMessages, { organizationId, ...filter });
  await ask(test, root.key, previewEmailTemplate, { organizationId, kind: 'EMAIL_TEMPLATE_KIND_CODE' });
}
