import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiKeys, deleteApiKeys } from '../../../../../src/contract/credentials.js';
import { emailAuth } from '../../../../../src/contract/mailKeys.js';
import { removeOrganizationFeature, setOrganizationFeature } from '../../../../../src/contract/organizations.js';
import { createPolicy, deletePolicy } from '../../../../../src/contract/policies.js';
import {
  type GetPolicyEvaluationsResponse,
  getPolicyEvaluations,
} from '../../../../../src/contract/policies.queries.js';
import { stampLogin } from '../../../../../src/contract/sessions.js';
import { whoami } from '../../../../../src/contract/users.queries.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { claimant, keyIn, mailedBundle, newTarget } from '../../../../support/mailedKeys.js';
import { act, apiKeyOf, done, makeMember, makeSubOrganization, refusedAs } from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask } from '../../../../support/wire.js';
import { type EmailAuthPlace, link, openEmailAuthPlace } from './emailAuthPlace.js';

describe.each(databases)('on $name', ({ open }) => {
  let place: EmailAuthPlace;
  beforeAll(async () => {
    place = await openEmailAuthPlace(await open());
  });
  afterAll(() => place.service.close());
  beforeEach(() => place.configure());

  test('a parent has a key mailed to a user, and who opens it stamps as that user for a quarter of an hour', async () => {
    const { asParent, person, request, root, service, userOf } = place;
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
    const { asParent, person, request, root, service } = place;
    const { email, organizationId } = await person();
    const { target, targetPublicKey } = await newTarget();
    await done(service, asParent(organizationId), emailAuth, request(email, targetPublicKey));
    const key = await keyIn(await mailedBundle(service, email), target);
    service.clock.advanceMs(900_000);
    const asked = ask(service, key, whoami, { organizationId: root.organizationId });
    await expect(asked).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
  });

  test('a user of the sub-organization mails verified addresses only, with the configuration’s look', async () => {
    const { asParent, people, person, request, service } = place;
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
    const { asParent, people, person, request, root, service } = place;
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
    const { asParent, inPlace, people, person, request, root, service } = place;
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
    const { asParent, person, request, root, service } = place;
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
    const { asParent, person, request, service } = place;
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
    const { asParent, person, request, service, userOf } = place;
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
    const { asParent, person, request, service, userOf } = place;
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
    const { asParent, person, request, service, userOf } = place;
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

  async function count(): Promise<number> {
    const { total } = await place.service.service.tools.store.db
      .selectFrom('activities')
      .select((columns) => columns.fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  }
});
