import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiKeys, deleteApiKeys } from '../../../../../src/contract/credentials.js';
import { emailAuth } from '../../../../../src/contract/mailKeys.js';
import { removeOrganizationFeature, setOrganizationFeature } from '../../../../../src/contract/organizations.js';
import { createPolicy, deletePolicy } from '../../../../../src/contract/policies.js';
import {
  type GetPolicyEvaluationsResponse,
  getPolicyEvaluations,
} from '../../../../../src/contract/policies.queries.js';
import type { ActivityRow } from '../../../../../src/contract/row.js';
import { stampLogin } from '../../../../../src/contract/sessions.js';
import type { User } from '../../../../../src/contract/shapes.js';
import { getUser, whoami } from '../../../../../src/contract/users.queries.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import type { EmailMessage, Message } from '../../../../../src/service/delivery/message.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { deliver } from '../../../../support/deliver.js';
import { claimant, keyIn, mailedBundle, newTarget } from '../../../../support/mailedKeys.js';
import {
  act,
  apiKeyOf,
  done,
  makeMember,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, type Person, signUp } from '../../../../support/wire.js';

const often = { most: 10_000, windowSeconds: 60 };
const link = 'https://app.example.com/in?key=%s';
let people = 0;

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
      codesPerContactAndAddress: often,
      codesPerContact: often,
      codesPerAddress: often,
      emailsPerHour: 10_000,
      allowNativeClients: true,
      allowedOrigins: ['https://app.example.com', 'http://localhost:3000'],
      emailCustomizationParams: { appName: 'Acme', logoUrl: '', magicLinkTemplate: '' },
      sendFromEmailAddress: '',
      replyToEmailAddress: '',
    }),
  );

  /** A person who has signed up, by an address of their own. */
  const person = async (): Promise<Person & { email: string }> => {
    people += 1;
    const email = `person${people}@example.com`;
    return { ...(await signUp(service, email)), email };
  };
  const request = (email: string, targetPublicKey: string, changes: object = {}) => ({
    email,
    targetPublicKey,
    emailCustomization: { appName: 'Acme' },
    ...changes,
  });
  const inPlace = (by: Pick<Party, 'key'>, organizationId: string) => ({ key: by.key, organizationId });
  const asParent = (organizationId: string) => inPlace(root, organizationId);
  const userOf = async ({ key, organizationId, userId }: Person) =>
    (await ask<{ user: User }>(service, key, getUser, { organizationId, userId })).user;

  test('a parent has a key mailed to a user, and who opens it stamps as that user for a quarter of an hour', async () => {
    const ada = await person();
    const { organizationId, userId } = ada;
    const { target, targetPublicKey } = await newTarget();
    const answer = await done(service, asParent(organizationId), emailAuth, request(ada.email, targetPublicKey));
    const { user } = { user: await userOf(ada) };
    const added = user.apiKeys.find(({ apiKeyId }) => apiKeyId === answer.apiKeyId);
    expect(answer.userId).toBe(userId);
    expect(added).toMatchObject({
      credential: { type: 'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256' },
      apiKeyName: `Email Auth - ${new Date(service.clock()).toISOString()}`,
      expirationSeconds: '900',
    });
    const key = await keyIn(await mailedBundle(service, ada.email), target);
    expect(added?.credential.publicKey).toBe(key.publicKey);
    // The page may name the parent, as it does before anybody is logged in.
    const me = await ask(service, key, whoami, { organizationId: root.organizationId });
    expect(me).toMatchObject({ organizationId, userId });
    await done(service, { key, organizationId }, createWallet, { walletName: 'By mail', accounts: [] });
    service.clock.advanceMs(900_000);
    await expect(ask(service, key, whoami, { organizationId })).rejects.toMatchObject({ code: 'API_KEY_EXPIRED' });
  });

  test('T-27: a mailed key that nobody used in time leads nowhere', async () => {
    const { email, organizationId } = await person();
    const { target, targetPublicKey } = await newTarget();
    await done(service, asParent(organizationId), emailAuth, request(email, targetPublicKey));
    const key = await keyIn(await mailedBundle(service, email), target);
    service.clock.advanceMs(900_000);
    const asked = ask(service, key, whoami, { organizationId: root.organizationId });
    await expect(asked).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
  });

  test('the mail names the requester and the purpose, has link and text, and the requested look', async () => {
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

  test('a user of the sub-organization mails verified addresses only, with the configuration’s look', async () => {
    const ada = await person();
    const claimed = `claimed${people}@example.com`;
    await claimant(service, ada, claimed);
    const { target, targetPublicKey } = await newTarget();
    await done(service, ada, emailAuth, request(ada.email, targetPublicKey));
    const key = await keyIn(await mailedBundle(service, ada.email), target);
    await ask(service, key, whoami, { organizationId: ada.organizationId });
    await refusedAs('USER_NOT_FOUND', service, ada, emailAuth, request(claimed, targetPublicKey));
    const members = [
      { emailCustomization: { appName: 'Your bank' } },
      { emailCustomization: { appName: 'Acme', logoUrl: 'https://app.example.com/x.png' } },
      { emailCustomization: { appName: 'Acme', magicLinkTemplate: link } },
      { sendFromEmailAddress: 'ceo@acme.example' },
      { sendFromEmailSenderName: 'The bank' },
      { replyToEmailAddress: 'me@evil.example' },
    ];
    for (const member of members)
      await refusedAs('REQUEST_INVALID', service, ada, emailAuth, request(ada.email, targetPublicKey, member));
    // The parent may: the mail proves the address.
    await done(service, asParent(ada.organizationId), emailAuth, request(claimed, targetPublicKey));
    expect(await mailedBundle(service, claimed)).toMatch(/^[1-9A-Za-z]+$/);
  });

  test('only exactly one user is mailed, and no member of a top-level root quorum', async () => {
    const ada = await person();
    const twice = `twice${people}@example.com`;
    const { targetPublicKey } = await newTarget();
    await claimant(service, ada, twice);
    await claimant(service, ada, twice);
    const there = asParent(ada.organizationId);
    await refusedAs('USER_NOT_FOUND', service, there, emailAuth, request(twice, targetPublicKey));
    await refusedAs('USER_NOT_FOUND', service, there, emailAuth, request('nobody@example.com', targetPublicKey));
    await refusedAs('CONTACT_INVALID', service, there, emailAuth, request('a@b.com,c@d.com', targetPublicKey));
    await refusedAs('PUBLIC_KEY_INVALID', service, there, emailAuth, request(ada.email, `04${'11'.repeat(64)}`));
    await refusedAs('REQUEST_INVALID', service, there, emailAuth, request(ada.email, 'abc'));
    for (const [code, member] of [
      ['EMAIL_TEMPLATE_NOT_FOUND', { templateId: 'x' }],
      ['REQUEST_INVALID', { templateVariables: '{}' }],
    ] as const) {
      const emailCustomization = { appName: 'Acme', ...member };
      await refusedAs(code, service, there, emailAuth, { ...request(ada.email, targetPublicKey), emailCustomization });
    }
    const staff = `staff${people}@example.com`;
    await claimant(service, root, staff);
    await done(service, root, emailAuth, request(staff, targetPublicKey));
    const { db } = service.service.tools.store;
    const chief = `chief${people}@example.com`;
    await db.updateTable('users').set({ email: chief }).where('user_id', '=', root.userId).execute();
    await refusedAs('USER_NOT_FOUND', service, root, emailAuth, request(chief, targetPublicKey));
    await db.updateTable('users').set({ email: null }).where('user_id', '=', root.userId).execute();
  });

  test("the parent's root quorum and policies decide who of the parent may start it, and the proxy never may", async () => {
    const ada = await person();
    const { organizationId } = ada;
    const { targetPublicKey } = await newTarget();
    const asked = request(ada.email, targetPublicKey);
    const clerk = await makeMember(service, root.organizationId, null, `Clerk ${people}`);
    await refusedAs('NOT_AUTHORIZED', service, inPlace(clerk, organizationId), emailAuth, asked);
    const rule = {
      condition: "activity.kind == 'EMAIL_AUTH'",
      consensus: `approvers.any(u, u.id == '${clerk.userId}')`,
    };
    const allow = await done(service, root, createPolicy, { policyName: 'Clerk', effect: 'EFFECT_ALLOW', ...rule });
    const begun = await act(service, inPlace(clerk, organizationId), emailAuth, asked);
    const evaluated = await ask<GetPolicyEvaluationsResponse>(service, ada.key, getPolicyEvaluations, {
      organizationId,
      activityId: begun.id,
    });
    expect(evaluated.policyEvaluations.map(({ policyEvaluations }) => policyEvaluations)).toMatchObject([
      [{ policyId: allow.policyId, outcome: 'OUTCOME_ALLOW' }],
    ]);
    const deny = await done(service, root, createPolicy, { policyName: 'No', effect: 'EFFECT_DENY', ...rule });
    await refusedAs('NOT_AUTHORIZED', service, inPlace(clerk, organizationId), emailAuth, asked);
    for (const { policyId } of [allow, deny]) await done(service, root, deletePolicy, { policyId });
    // One of two whose agreement it takes waits for nobody there: the other has no vote in a sub-organization.
    const { db } = service.service.tools.store;
    const threshold = (root_quorum_threshold: number) =>
      db
        .updateTable('organizations')
        .set({ root_quorum_threshold })
        .where('organization_id', '=', root.organizationId)
        .execute();
    await threshold(2);
    await refusedAs('NOT_AUTHORIZED', service, asParent(organizationId), emailAuth, asked);
    await threshold(1);
    const [other] = (await makeSubOrganization(service)).users;
    await refusedAs('PUBLIC_KEY_NOT_FOUND', service, inPlace(other, organizationId), emailAuth, asked);
  });

  test('disabled in the sub-organization or its parent, it mails nobody and records nothing', async () => {
    const ada = await person();
    const { targetPublicKey } = await newTarget();
    const asked = request(ada.email, targetPublicKey);
    const name = 'FEATURE_NAME_EMAIL_AUTH';
    for (const by of [root, ada]) {
      await done(service, by, removeOrganizationFeature, { name });
      const before = await count();
      await expect(act(service, asParent(ada.organizationId), emailAuth, asked)).rejects.toMatchObject({
        code: 'METHOD_NOT_ENABLED',
        turnkeyErrorCode: 'EMAIL_SENDING_DISABLED',
      });
      expect(await count()).toBe(before);
      await done(service, by, setOrganizationFeature, { name, value: '' });
    }
    await done(service, asParent(ada.organizationId), emailAuth, asked);
  });

  test('it counts in the limits of its contact and in the caps', async () => {
    const ada = await person();
    const { targetPublicKey } = await newTarget();
    const asked = request(ada.email, targetPublicKey);
    await service.configure({ codesPerContact: { most: 3, windowSeconds: 3600 } });
    // One of the three was the sign-up's code.
    for (let sent = 0; sent < 2; sent += 1) await done(service, asParent(ada.organizationId), emailAuth, asked);
    await refusedAs('TOO_MANY_CODES', service, asParent(ada.organizationId), emailAuth, asked);
    service.clock.advanceMs(3_600_000);
    await service.configure({ emailsPerHour: 1 });
    await done(service, asParent(ada.organizationId), emailAuth, asked);
    await refusedAs('LOGIN_BUSY', service, asParent(ada.organizationId), emailAuth, asked);
    service.clock.advanceMs(3_600_000);
  });

  test('invalidateExisting ends the other mailed keys, and no session; a key that has ended is not mailed', async () => {
    const ada = await person();
    const there = asParent(ada.organizationId);
    const { targetPublicKey } = await newTarget();
    const asked = request(ada.email, targetPublicKey);
    await service.service.deliver();
    const before = service.inbox.list(ada.email).length;
    await done(service, there, emailAuth, asked);
    const second = await done(service, there, emailAuth, { ...asked, invalidateExisting: true, apiKeyName: 'Mine' });
    const mailed = (await userOf(ada)).apiKeys.filter(({ credential }) => credential.type.includes('EMAIL_AUTH'));
    expect(mailed).toMatchObject([{ apiKeyId: second.apiKeyId, apiKeyName: 'Mine' }]);
    await service.service.deliver();
    expect(service.inbox.list(ada.email)).toHaveLength(before + 1);
    await done(service, ada, deleteApiKeys, { userId: ada.userId, apiKeyIds: [second.apiKeyId] });
  });

  test('unused keys end no session, however many are mailed', async () => {
    const ada = await person();
    const sessions = await Promise.all(Array.from({ length: 9 }, () => createSigningKey()));
    for (const { publicKey } of sessions)
      await done(service, ada, stampLogin, { publicKey, expirationSeconds: '86400' });
    const { targetPublicKey } = await newTarget();
    const ids: string[] = [];
    for (let sent = 0; sent < 12; sent += 1)
      ids.push(
        (await done(service, asParent(ada.organizationId), emailAuth, request(ada.email, targetPublicKey))).apiKeyId,
      );
    const { apiKeys } = await userOf(ada);
    const held = new Set(apiKeys.map(({ credential }) => credential.publicKey));
    expect([ada.key, ...sessions].filter(({ publicKey }) => !held.has(publicKey))).toEqual([]);
    expect(ids.filter((id) => apiKeys.some(({ apiKeyId }) => apiKeyId === id))).toEqual(ids.slice(2));
  });

  test('A-54 it is a session key: it has its login, and is fresh for as long as any', async () => {
    const ada = await person();
    const { target, targetPublicKey } = await newTarget();
    const asked = request(ada.email, targetPublicKey, { expirationSeconds: '3600' });
    await done(service, asParent(ada.organizationId), emailAuth, asked);
    const key = await keyIn(await mailedBundle(service, ada.email), target);
    const by = { key, organizationId: ada.organizationId };
    const { apiKeyIds } = await done(service, by, createApiKeys, {
      userId: ada.userId,
      apiKeys: [apiKeyOf(await createSigningKey(), 'By mail')],
    });
    const made = (await userOf(ada)).apiKeys.find(({ apiKeyId }) => apiKeyId === apiKeyIds[0]);
    expect(made?.loginId).toBeDefined();
    service.clock.advanceMs(601_000);
    await refusedAs('FRESH_LOGIN_REQUIRED', service, by, createApiKeys, {
      userId: ada.userId,
      apiKeys: [apiKeyOf(await createSigningKey(), 'Late')],
    });
  });

  /** The newest mail to a contact that was not sent before. */
  async function lastMail(contact: string): Promise<EmailMessage> {
    const sent: Message[] = [];
    await deliver(service.service.tools, async (message) => void sent.push(message));
    const mail = sent.findLast(({ to }) => to === contact);
    if (mail?.channel !== 'email') throw new Error(`nothing was mailed to ${contact}`);
    return mail;
  }

  async function sendAs(type: string, organizationId: string, parameters: object) {
    const versions = emailAuth.versions as Record<string, { type: string }>;
    const [name = ''] = Object.entries(versions).find(([, version]) => version.type === type) ?? [];
    const row: ActivityRow = { ...emailAuth, newest: name };
    await act(service, asParent(organizationId), row, parameters);
  }

  async function count(): Promise<number> {
    const { total } = await service.service.tools.store.db
      .selectFrom('activities')
      .select((columns) => columns.fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  }
});
