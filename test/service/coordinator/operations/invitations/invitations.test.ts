import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInvitations, deleteInvitation } from '../../../../../src/contract/invitations.js';
import { listInvitations } from '../../../../../src/contract/invitations.queries.js';
import type { Invitation } from '../../../../../src/contract/invitations.records.js';
import { updateOrganizationName } from '../../../../../src/contract/organizations.js';
import { listVerifiedSuborgs } from '../../../../../src/contract/organizations.queries.js';
import { proxyOtpLogin } from '../../../../../src/contract/proxy.js';
import { proxyOtpLoginV2 } from '../../../../../src/contract/proxyV2.js';
import type { User } from '../../../../../src/contract/shapes.js';
import { resumeSubOrganization, suspendSubOrganization } from '../../../../../src/contract/subOrganizations.js';
import { getUser, whoami } from '../../../../../src/contract/users.queries.js';
import { createUserTag } from '../../../../../src/contract/userTags.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
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
  sendStamped,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, callProxy, envelope, loginRequest, signUp, verifiedToken } from '../../../../support/wire.js';

const dayMs = 24 * 60 * 60_000;
let guests = 0;

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  beforeAll(async () => {
    const often = { most: 1000, windowSeconds: 60 };
    service = await createTestService({ store: await open() });
    await service.configure({ codesPerContactAndAddress: often, codesPerContact: often, codesPerAddress: often });
    root = await rootOf(service);
  });
  afterAll(() => service.close());

  const guest = (by: Party, changes: object = {}) => {
    guests += 1;
    const named = { receiverUserName: `Guest ${guests}`, receiverUserEmail: `guest${guests}@example.com` };
    return {
      ...named,
      receiverUserTags: [],
      accessType: 'ACCESS_TYPE_WEB' as const,
      senderUserId: by.userId,
      ...changes,
    };
  };
  const invite = async (by: Party, ...invitations: ReturnType<typeof guest>[]) =>
    (await done(service, by, createInvitations, { invitations })).invitationIds;
  const listed = async (by: Party, paginationOptions: object = {}) => {
    const { organizationId } = by;
    const request = { organizationId, paginationOptions };
    return (await ask<{ invitations: Invitation[] }>(service, by.key, listInvitations, request)).invitations;
  };
  const logIn = async (contact: string, organizationId: string) => {
    const { token, key } = await verifiedToken(service, contact);
    const login = await loginRequest(token, key, organizationId);
    await callProxy(service, proxyOtpLogin, login);
    return { key, login };
  };
  const mailsTo = async (contact: string) => {
    await service.service.deliver();
    return service.inbox.list(contact);
  };

  test('an invitation is listed, and sent with the inviter, the organization and a link', async () => {
    await service.configure({
      allowedOrigins: ['https://app.example.com'],
      emailCustomizationParams: { appName: 'Acme' },
    });
    await done(service, root, updateOrganizationName, { organizationName: 'Acme <Treasury>' });
    const invitation = guest(root, { receiverUserEmail: ' Grace@Example.com', receiverUserName: 'Grace' });
    const [invitationId = ''] = await invite(root, invitation);
    const [first] = await listed(root);
    expect(first).toMatchObject({
      invitationId,
      receiverUserName: 'Grace',
      receiverUserEmail: 'grace@example.com',
      receiverUserTags: [],
      accessType: 'ACCESS_TYPE_WEB',
      senderUserId: root.userId,
      status: 'INVITATION_STATUS_PENDING',
    });
    expect(Number(first?.expiresAt.seconds) - Number(first?.createdAt.seconds)).toBe((7 * dayMs) / 1000);
    const [mail] = await mailsTo('grace@example.com');
    expect(mail).toMatchObject({ subject: 'Your invitation to Acme', code: null });
    const link = `https://app.example.com/?invitation=${invitationId}`;
    expect(mail?.text).toContain('Grace, Root invites you to Acme <Treasury> on Acme.');
    expect(mail?.text).toContain(link);
    expect(mail?.html).toContain('Acme &lt;Treasury&gt;');
    expect(mail?.html).toContain(`href="${link}"`);
    await service.configure({ allowedOrigins: ['*'] });
  });

  test('an address with an account below the organization is refused, and one of a sub-organization is not', async () => {
    const contact = 'known@example.com';
    await signUp(service, contact);
    await refusedAs('CONTACT_HAS_ACCOUNT', service, root, createInvitations, {
      invitations: [guest(root), guest(root, { receiverUserEmail: contact.toUpperCase() })],
    });
    const [ada] = (await makeSubOrganization(service)).users;
    await invite(ada, guest(ada, { receiverUserEmail: contact }));
  });

  test("a sub-organization's is mailed only if the parent's configuration allows it", async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const [silent, told] = [guest(ada), guest(ada)];
    const [id] = await invite(ada, silent);
    expect(id).toBeDefined();
    expect(await mailsTo(silent.receiverUserEmail)).toEqual([]);
    await service.configure({ subOrganizationMail: true });
    await invite(ada, told);
    expect(await mailsTo(told.receiverUserEmail)).toHaveLength(1);
    await service.configure({ subOrganizationMail: false });
  });

  test("a mail counts toward its contact's limits, whichever organization invites", async () => {
    await service.configure({ codesPerContact: { most: 2, windowSeconds: 3600 } });
    const [first, second, third] = [guest(root), guest(root), guest(root)];
    const { receiverUserEmail } = first;
    await invite(root, first);
    await invite(root, { ...second, receiverUserEmail: receiverUserEmail.replace('@', '+again@') });
    await refusedAs('TOO_MANY_CODES', service, root, createInvitations, {
      invitations: [{ ...third, receiverUserEmail }],
    });
    await expect(verifiedToken(service, receiverUserEmail)).rejects.toMatchObject({ code: 'TOO_MANY_CODES' });
    service.clock.advanceMs(3_600_000);
    await invite(root, { ...third, receiverUserEmail });
    await service.configure({ codesPerContact: { most: 1000, windowSeconds: 60 } });
  });

  test('a person who proves the invited address becomes a user with the invited name, but no root user', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const { organizationId } = ada;
    const { userTagId } = await done(service, ada, createUserTag, { userTagName: 'Guests', userIds: [] });
    const invitation = guest(ada, { receiverUserTags: [userTagId] });
    await invite(ada, invitation);
    const { key, login } = await logIn(invitation.receiverUserEmail, organizationId);
    const me = await ask<{ userId: string; username: string }>(service, key, whoami, { organizationId });
    expect(me.username).toBe(invitation.receiverUserName);
    const { user } = await ask<{ user: User }>(service, key, getUser, { organizationId, userId: me.userId });
    expect(user.userEmail).toBe(invitation.receiverUserEmail);
    expect(user.userTags).toEqual([userTagId]);
    await refusedAs('NOT_AUTHORIZED', service, { key, organizationId }, createWallet, {
      walletName: 'W',
      accounts: [],
    });
    expect(await listed(ada)).toMatchObject([{ status: 'INVITATION_STATUS_ACCEPTED', userId: me.userId }]);
    // The lost answer's repeat is the same login, and the next login finds the user.
    await callProxy(service, proxyOtpLogin, login);
    const again = await logIn(invitation.receiverUserEmail, organizationId);
    expect(await ask(service, again.key, whoami, { organizationId })).toMatchObject({ userId: me.userId });
    // The address is known there alone: the person may still sign up for an organization of their own.
    const filter = { filterType: 'EMAIL', filterValue: invitation.receiverUserEmail };
    const found = await ask(service, root.key, listVerifiedSuborgs, { organizationId: root.organizationId, ...filter });
    expect(found).toEqual({ organizationIds: [] });
    expect((await signUp(service, invitation.receiverUserEmail)).organizationId).not.toBe(organizationId);
  });

  test('T-51 nobody joins a suspended organization; the invitation waits until it is resumed', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const { organizationId } = ada;
    const invitation = guest(ada);
    await invite(ada, invitation);
    await done(service, root, suspendSubOrganization, { subOrganizationId: organizationId, reason: 'Stolen' });
    const suspended = { code: 'SUSPENDED' };
    await expect(logIn(invitation.receiverUserEmail, organizationId)).rejects.toMatchObject(suspended);
    const { token, key } = await verifiedToken(service, invitation.receiverUserEmail);
    const again = await loginRequest(token, key, organizationId);
    await expect(callProxy(service, proxyOtpLoginV2, again)).rejects.toMatchObject(suspended);
    expect(await listed(ada)).toMatchObject([{ status: 'INVITATION_STATUS_PENDING' }]);
    await done(service, root, resumeSubOrganization, { subOrganizationId: organizationId });
    await logIn(invitation.receiverUserEmail, organizationId);
    expect(await listed(ada)).toMatchObject([{ status: 'INVITATION_STATUS_ACCEPTED' }]);
  });

  test('a person with a sub-organization can be invited to another one, and uses both', async () => {
    const person = await signUp(service, 'both@example.com');
    const [ada] = (await makeSubOrganization(service)).users;
    await invite(ada, guest(ada, { receiverUserEmail: 'both@example.com' }));
    for (const organizationId of [ada.organizationId, person.organizationId]) {
      const { key } = await logIn('both@example.com', organizationId);
      expect(await ask(service, key, whoami, { organizationId })).toMatchObject({ organizationId });
    }
  });

  test('nobody joins without an invitation, after it expired or was withdrawn, and nothing is recorded', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const { organizationId } = ada;
    const [late, takenBack, elsewhere] = [guest(ada), guest(ada), guest(ada)];
    const [, invitationId = ''] = await invite(ada, late, takenBack, elsewhere);
    await done(service, ada, deleteInvitation, { invitationId });
    const { db } = service.service.tools.store;
    const count = async () =>
      (await db.selectFrom('activities').select('activity_id').where('organization_id', '=', organizationId).execute())
        .length;
    const before = await count();
    const refused = async (contact: string, place: string) =>
      expect(logIn(contact, place)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND', status: 404 });
    await refused('stranger@example.com', organizationId);
    await refused(takenBack.receiverUserEmail, organizationId);
    for (const place of [root.organizationId, absentId, (await makeSubOrganization(service)).organizationId])
      await refused(elsewhere.receiverUserEmail, place);
    service.clock.advanceMs(7 * dayMs);
    await refused(late.receiverUserEmail, organizationId);
    expect(await count()).toBe(before);
  });

  test('an invitation is withdrawn once, and its waiting e-mail is not sent', async () => {
    const invitation = guest(root);
    const [invitationId = ''] = await invite(root, invitation);
    expect(await done(service, root, deleteInvitation, { invitationId })).toEqual({ invitationId });
    expect(await mailsTo(invitation.receiverUserEmail)).toEqual([]);
    expect((await listed(root))[0]).toMatchObject({ invitationId, status: 'INVITATION_STATUS_DELETED' });
    await refusedAs('INVITATION_NOT_PENDING', service, root, deleteInvitation, { invitationId });
    await refusedAs('INVITATION_NOT_FOUND', service, root, deleteInvitation, { invitationId: absentId });
    const [ada] = (await makeSubOrganization(service)).users;
    await refusedAs('INVITATION_NOT_FOUND', service, ada, deleteInvitation, { invitationId });
  });

  test('an error in any of several invites nobody', async () => {
    const { users } = await makeSubOrganization(service, { roots: 2 });
    const [ada, bob] = users as [Party, Party];
    const member = await makeMember(service, ada.organizationId, root.organizationId);
    await refusedAs('NOT_AUTHORIZED', service, member, createInvitations, { invitations: [guest(member)] });
    const refused = (code: Parameters<typeof refusedAs>[0], ...changes: object[]) =>
      refusedAs(code, service, ada, createInvitations, {
        invitations: [guest(ada), ...changes.map((each) => guest(ada, each))],
      });
    await refused('NOT_AUTHORIZED', { senderUserId: bob.userId });
    await refused('USER_NOT_FOUND', { senderUserId: root.userId });
    await refused('CONTACT_INVALID', { receiverUserEmail: 'nobody' });
    await refused('NAME_TAKEN', { receiverUserName: 'Member' });
    await refused('NAME_TAKEN', { receiverUserName: 'Twin' }, { receiverUserName: 'Twin' });
    await refused('TAG_NOT_FOUND', { receiverUserTags: [absentId] });
    await refused('REQUEST_INVALID', { accessType: 'ACCESS_TYPE_NONE' });
    expect(await listed(ada)).toEqual([]);
    await invite(ada, guest(ada, { receiverUserName: 'Pending' }));
    await refused('NAME_TAKEN', { receiverUserName: 'Pending' });
  });

  test('an organization has at most a hundred pending ones, and a list of them has pages', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    for (let batch = 0; batch < 5; batch += 1) await invite(ada, ...Array.from({ length: 20 }, () => guest(ada)));
    await refusedAs('LIMIT_REACHED', service, ada, createInvitations, { invitations: [guest(ada)] });
    const all = await listed(ada, { limit: '100' });
    expect(all).toHaveLength(100);
    const ids = all.map(({ invitationId }) => invitationId);
    expect(ids).toEqual([...ids].sort().reverse());
    const page = async (options: object) => (await listed(ada, options)).map(({ invitationId }) => invitationId);
    expect(await page({})).toEqual(ids.slice(0, 10));
    expect(await page({ limit: '2', after: ids[1] })).toEqual(ids.slice(2, 4));
    expect(await page({ limit: '2', before: ids[3] })).toEqual(ids.slice(1, 3));
    service.clock.advanceMs(7 * dayMs);
    await invite(ada, guest(ada));
  });

  test('mails are held back by the limits of a contact and by the cap', async () => {
    const contact = { receiverUserEmail: 'often@example.com' };
    await service.configure({ codesPerContact: { most: 1, windowSeconds: 3600 } });
    await verifiedToken(service, contact.receiverUserEmail);
    await refusedAs('TOO_MANY_CODES', service, root, createInvitations, { invitations: [guest(root, contact)] });
    await service.configure({ codesPerContact: { most: 1000, windowSeconds: 60 }, emailsPerHour: 1 });
    await refusedAs('LOGIN_BUSY', service, root, createInvitations, { invitations: [guest(root)] });
    await service.configure({ emailsPerHour: 3000 });
  });

  test('the same bytes invite once', async () => {
    service.clock.advanceMs(1);
    const body = envelope(service, createInvitations, root.organizationId, { invitations: [guest(root)] });
    const before = (await listed(root, { limit: '100' })).length;
    for (const _ of ['first', 'again'])
      expect((await sendStamped(service, root.key, createInvitations, body)).status).toBe(200);
    expect(await listed(root, { limit: '100' })).toHaveLength(before + 1);
  });

  test('a month after it expires an invitation is deleted', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    await invite(ada, guest(ada));
    service.clock.advanceMs(38 * dayMs);
    await service.service.deliver();
    expect(await listed(ada)).toEqual([]);
    const waiting = await act(service, ada, createInvitations, { invitations: [guest(ada)] });
    expect(waiting.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });
});

test('where there is a dashboard, the parent’s invitations lead there, and those of its sub-organizations to the app', async () => {
  const test = await createTestService({ dashboardUrl: 'https://dashboard.example.com' });
  await test.configure({ allowedOrigins: ['https://app.example.com'], subOrganizationMail: true });
  const root = await rootOf(test);
  const [ada] = (await makeSubOrganization(test)).users;
  const linkOf = async (by: Party, receiverUserName: string) => {
    const receiverUserEmail = `${receiverUserName}@example.com`;
    const named = { receiverUserName, receiverUserEmail, receiverUserTags: [], senderUserId: by.userId };
    const invitations = [{ ...named, accessType: 'ACCESS_TYPE_WEB' as const }];
    const { invitationIds } = await done(test, by, createInvitations, { invitations });
    await test.service.deliver();
    const [mail] = test.inbox.list(receiverUserEmail);
    return /href="([^"]+)"/.exec(mail?.html ?? '')?.[1]?.replace(invitationIds[0] ?? '', 'id');
  };
  expect(await linkOf(root, 'bo')).toBe('https://dashboard.example.com#invitation=id');
  expect(await linkOf(ada, 'cy')).toBe('https://app.example.com/?invitation=id');
  await test.close();
});
