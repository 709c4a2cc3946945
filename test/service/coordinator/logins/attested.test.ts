import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { createApiKeys } from '../../../../src/contract/credentials.js';
import { createInvitations } from '../../../../src/contract/invitations.js';
import { removeOrganizationFeature, setOrganizationFeature } from '../../../../src/contract/organizations.js';
import { createPolicy } from '../../../../src/contract/policies.js';
import { readRefusal } from '../../../../src/contract/readRefusal.js';
import { RefusedError } from '../../../../src/contract/refusals.js';
import type { ActivityRow } from '../../../../src/contract/row.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { resumeSubOrganization, suspendSubOrganization } from '../../../../src/contract/subOrganizations.js';
import { updateUserEmail } from '../../../../src/contract/userContacts.js';
import { createUsers } from '../../../../src/contract/users.js';
import { listUsers, whoami } from '../../../../src/contract/users.queries.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { listWallets } from '../../../../src/contract/wallets.queries.js';
import { utf8 } from '../../../../src/crypto/bytes.js';
import { createSigningKey, type SigningKey } from '../../../../src/crypto/p256.js';
import { readSessionToken } from '../../../../src/crypto/tokens.js';
import { attestedStamper } from '../../../../src/stampers/attestedStamp.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { absentId, act, done, makeMember, makeSubOrganization, type Party, rootOf } from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask, envelope, post, signUp, verifiedToken } from '../../../support/wire.js';

const scheme = 'STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN';
const often = { most: 10_000, windowSeconds: 1 };
type Shown = { readonly token: string; readonly key: SigningKey };

type Users = { readonly users: readonly { readonly userId: string; readonly userName: string }[] };

describe.each(databases)('a stamp by a verification token, on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  beforeEach(async () => {
    service = await createTestService({ store: await open(), config: { codesPerContactAndAddress: often } });
    root = await rootOf(service);
  });
  afterEach(() => service.close());

  const proofOf = (contact: string): Promise<Shown> => verifiedToken(service, contact);

  async function send({ token, key }: Shown, row: ActivityRow, body: string) {
    const { name, value } = await attestedStamper(key, token, scheme).stamp(utf8(body));
    const response = await post(service, row.path, body, { [name]: value });
    const answer = await response.json();
    if (!response.ok) throw readRefusal(response.status, answer, null);
    return answer.activity;
  }
  const submit = (shown: Shown, row: ActivityRow, organizationId: string, parameters: object) => {
    service.clock.advanceMs(1);
    return send(shown, row, envelope(service, row, organizationId, parameters));
  };
  const logIn = async (shown: Shown, organizationId: string, publicKey = shown.key.publicKey): Promise<string> =>
    (await submit(shown, stampLogin, organizationId, { publicKey })).result.stampLoginResult.session;
  const outcomeOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 'ok',
      (error: unknown) => (error instanceof RefusedError ? error.code : Promise.reject(error)),
    );

  test('a login that is refused accepts no invitation', async () => {
    const shown = await proofOf('eve@example.com');
    const invitation = { receiverUserName: 'Eve', receiverUserEmail: 'eve@example.com', receiverUserTags: [] };
    const more = { accessType: 'ACCESS_TYPE_WEB' as const, senderUserId: root.userId };
    await done(service, root, createInvitations, { invitations: [{ ...invitation, ...more }] });
    const names = async () => {
      const { users } = await ask<Users>(service, root.key, listUsers, { organizationId: root.organizationId });
      return users.map(({ userName }) => userName);
    };
    const name = 'FEATURE_NAME_OTP_EMAIL_AUTH';
    await done(service, root, removeOrganizationFeature, { name });
    expect(await outcomeOf(logIn(shown, root.organizationId))).toBe('METHOD_NOT_ENABLED');
    await done(service, root, setOrganizationFeature, { name, value: '' });
    expect(await outcomeOf(logIn(shown, root.organizationId, `02${'ff'.repeat(32)}`))).toBe('PUBLIC_KEY_INVALID');
    expect(await names()).not.toContain('Eve');
    expect(await outcomeOf(logIn(shown, root.organizationId))).toBe('ok');
    expect(await names()).toContain('Eve');
  });

  test('T-51 nobody joins a suspended organization by one', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const { organizationId } = ada;
    const invitation = { receiverUserName: 'Eve', receiverUserEmail: 'eve@example.com', receiverUserTags: [] };
    const more = { accessType: 'ACCESS_TYPE_WEB' as const, senderUserId: ada.userId };
    await done(service, ada, createInvitations, { invitations: [{ ...invitation, ...more }] });
    await done(service, root, suspendSubOrganization, { subOrganizationId: organizationId, reason: 'Stolen' });
    const shown = await proofOf('eve@example.com');
    expect(await outcomeOf(logIn(shown, organizationId))).toBe('SUSPENDED');
    await done(service, root, resumeSubOrganization, { subOrganizationId: organizationId });
    expect(await outcomeOf(logIn(shown, organizationId))).toBe('ok');
  });

  /** Bob, a member of Ada's organization with a verified contact. */
  async function member(ada: Party, contact: string): Promise<Party> {
    const bob = await makeMember(service, ada.organizationId, root.organizationId, 'Bob');
    const { token } = await proofOf(contact);
    const request = { userId: bob.userId, userEmail: contact, verificationToken: token };
    await done(service, ada, updateUserEmail, request);
    return bob;
  }

  test('logs in the user with the proved contact, naming their organization or its parent, once', async () => {
    const { organizationId, userId } = await signUp(service, 'ada@example.com');
    for (const named of [organizationId, root.organizationId]) {
      const shown = await proofOf('ada@example.com');
      const session = await logIn(shown, named);
      const { publicKey } = shown.key;
      expect(readSessionToken(session)).toMatchObject({
        organization_id: organizationId,
        user_id: userId,
        public_key: publicKey,
      });
      const me = await ask(service, shown.key, whoami, { organizationId: root.organizationId });
      expect(me).toMatchObject({ organizationId, userId });
      expect(await outcomeOf(logIn(shown, named))).toBe('VERIFICATION_TOKEN_SPENT');
    }
  });

  test('T-48 stamps for neither of two users who have proved one contact', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const { organizationId } = ada;
    const contact = 'both@example.com';
    await member(ada, contact);
    expect(await outcomeOf(logIn(await proofOf(contact), organizationId))).toBe('ok');
    const { userId } = await makeMember(service, organizationId, root.organizationId, 'Otto');
    await service.service.tools.store.change((db) =>
      db.updateTable('users').set({ email: contact, email_verified: 1 }).where('user_id', '=', userId).execute(),
    );
    expect(await outcomeOf(logIn(await proofOf(contact), organizationId))).toBe('PUBLIC_KEY_NOT_FOUND');
  });

  test('T-52 the same bytes get the same session again, while the token is spent', async () => {
    const { organizationId } = await signUp(service, 'ada@example.com');
    const shown = await proofOf('ada@example.com');
    for (const named of [root.organizationId]) {
      const body = envelope(service, stampLogin, named, { publicKey: shown.key.publicKey });
      const first = await send(shown, stampLogin, body);
      const again = await send(shown, stampLogin, body);
      expect([again.id, again.organizationId]).toEqual([first.id, organizationId]);
      expect(again.result).toEqual(first.result);
    }
  });

  test('T-32 the token must be good, living, and for the key that stamps', async () => {
    const { organizationId } = await signUp(service, 'ada@example.com');
    const thief = await createSigningKey();
    const good = await proofOf('ada@example.com');
    const other = await proofOf('ada@example.com');
    const cut = (token: string) => token.split('.');
    const forged = `${cut(good.token).slice(0, 2).join('.')}.${cut(other.token)[2]}`;
    for (const named of [organizationId, root.organizationId]) {
      expect(await outcomeOf(logIn({ ...good, key: thief }, named))).toBe('VERIFICATION_TOKEN_INVALID');
      expect(await outcomeOf(logIn({ ...good, token: forged }, named))).toBe('VERIFICATION_TOKEN_INVALID');
      expect(await outcomeOf(logIn({ ...good, token: 'x.y.z' }, named))).toBe('VERIFICATION_TOKEN_INVALID');
      expect(await outcomeOf(logIn(await proofOf('nobody@example.com'), named))).toBe('PUBLIC_KEY_NOT_FOUND');
    }
    expect(await outcomeOf(logIn(good, absentId))).toBe('ORGANIZATION_NOT_FOUND');
    service.clock.advanceMs(3_600_001);
    expect(await outcomeOf(logIn(good, organizationId))).toBe('VERIFICATION_TOKEN_EXPIRED');
  });

  test('T-32 an invalid token does not reveal whether a contact is known', async () => {
    await signUp(service, 'ada@example.com');
    const thief = await createSigningKey();
    for (const contact of ['ada@example.com', 'nobody@example.com']) {
      const { token } = await proofOf(contact);
      expect(await outcomeOf(logIn({ token, key: thief }, root.organizationId))).toBe('VERIFICATION_TOKEN_INVALID');
    }
  });

  test('a login that fails spends nothing', async () => {
    const ada = await signUp(service, 'ada@example.com');
    const shown = await proofOf('ada@example.com');
    expect(await outcomeOf(logIn(shown, ada.organizationId, `02${'ff'.repeat(32)}`))).toBe('PUBLIC_KEY_INVALID');
    expect(await outcomeOf(logIn(shown, ada.organizationId))).toBe('ok');
  });

  test('is refused where codes are switched off, and where a policy denies the login', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    await member(ada, 'bob@example.com');
    const policy = { policyName: 'No', effect: 'EFFECT_DENY', condition: "activity.kind == 'STAMP_LOGIN'" } as const;
    await done(service, ada, createPolicy, policy);
    expect(await outcomeOf(logIn(await proofOf('bob@example.com'), ada.organizationId))).toBe('NOT_AUTHORIZED');
    const carol = await signUp(service, 'carol@example.com');
    const shown = await proofOf('carol@example.com');
    await done(service, carol, createApiKeys, {
      userId: carol.userId,
      apiKeys: [
        { apiKeyName: 'Key', publicKey: (await createSigningKey()).publicKey, curveType: 'API_KEY_CURVE_P256' },
      ],
    });
    await done(service, carol, removeOrganizationFeature, { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' });
    expect(await outcomeOf(logIn(shown, carol.organizationId))).toBe('METHOD_NOT_ENABLED');
  });

  test('nothing but a login and a vote is stamped so', async () => {
    const { organizationId } = await signUp(service, 'ada@example.com');
    const shown = await proofOf('ada@example.com');
    const wallet = { walletName: 'Wallet', accounts: [] };
    expect(await outcomeOf(submit(shown, createWallet, organizationId, wallet))).toBe('STAMP_NOT_TAKEN');
  });

  test('votes as the user with the proved contact, once, and stores no token', async () => {
    const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    const [ada, grace = ada] = users;
    const { organizationId } = ada;
    const request = { userId: grace.userId, userEmail: 'grace@example.com' };
    const proved = { ...request, verificationToken: (await proofOf('grace@example.com')).token };
    await done(service, grace, updateUserEmail, proved);
    const propose = (walletName: string) => act(service, ada, createWallet, { walletName, accounts: [] });
    const [first, second] = [await propose('One'), await propose('Two')];
    const shown = await proofOf('grace@example.com');
    await submit(shown, approveActivity, organizationId, { fingerprint: first.fingerprint });
    const { wallets } = await ask<{ wallets: object[] }>(service, ada.key, listWallets, { organizationId });
    expect(wallets).toHaveLength(1);
    const again = submit(shown, approveActivity, organizationId, { fingerprint: second.fingerprint });
    expect(await outcomeOf(again)).toBe('VERIFICATION_TOKEN_SPENT');
    const votes = await service.service.tools.store.db.selectFrom('votes').selectAll().execute();
    expect(votes.map(({ scheme }) => scheme)).toContain(scheme);
    expect(JSON.stringify(votes)).not.toContain(shown.token);
    const vote = async (with_: Shown, fingerprint = second.fingerprint) =>
      outcomeOf(submit(with_, approveActivity, organizationId, { fingerprint }));
    const thief = await createSigningKey();
    const late = await proofOf('grace@example.com');
    expect(await vote({ ...late, key: thief })).toBe('VERIFICATION_TOKEN_INVALID');
    await done(service, root, removeOrganizationFeature, { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' });
    expect(await vote(late)).toBe('METHOD_NOT_ENABLED');
    service.clock.advanceMs(3_600_001);
    expect(await vote(late)).toBe('VERIFICATION_TOKEN_EXPIRED');
  });

  test('makes who is invited a user, in a top-level organization too, and no member of its root quorum', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    for (const inviting of [root, ada]) {
      const receiverUserEmail = `guest-${inviting.organizationId}@example.com`;
      const invitation = {
        receiverUserName: 'Guest',
        receiverUserEmail,
        receiverUserTags: [],
        accessType: 'ACCESS_TYPE_WEB' as const,
        senderUserId: inviting.userId,
      };
      await done(service, inviting, createInvitations, { invitations: [invitation] });
      await service.service.deliver();
      const { organizationId } = inviting;
      const session = readSessionToken(await logIn(await proofOf(receiverUserEmail), organizationId));
      expect(session.organization_id).toBe(organizationId);
      // An operator's login lasts an hour by default, a person's as long as any session does.
      const seconds = session.exp - Math.floor(service.clock() / 1000);
      expect(seconds).toBe(inviting === root ? 3600 : 900);
      const { users } = await ask<{ users: { userName: string; userId: string }[] }>(service, inviting.key, listUsers, {
        organizationId,
      });
      expect(users.find(({ userName }) => userName === 'Guest')?.userId).toBe(session.user_id);
      expect(await outcomeOf(logIn(await proofOf(receiverUserEmail), organizationId))).toBe('ok');
    }
    const userEmail = 'root@example.com';
    await done(service, root, updateUserEmail, { userId: root.userId, userEmail });
    expect(await outcomeOf(logIn(await proofOf(userEmail), root.organizationId))).toBe('PUBLIC_KEY_NOT_FOUND');
  });

  test('accepts no invitation whose name is taken, or where there is no room, or by a token that was used', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const { organizationId } = ada;
    const receiverUserEmail = 'guest@example.com';
    const used = await proofOf(receiverUserEmail);
    const bob = await makeMember(service, organizationId, root.organizationId, 'Bob');
    const proved = { userId: bob.userId, userEmail: receiverUserEmail, verificationToken: used.token };
    await done(service, ada, updateUserEmail, proved);
    await done(service, ada, updateUserEmail, { userId: bob.userId, userEmail: '' });
    const invitation = {
      receiverUserName: 'Guest',
      receiverUserEmail,
      receiverUserTags: [],
      accessType: 'ACCESS_TYPE_WEB' as const,
      senderUserId: ada.userId,
    };
    await done(service, ada, createInvitations, { invitations: [invitation] });
    await service.service.deliver();
    expect(await outcomeOf(logIn(used, organizationId))).toBe('PUBLIC_KEY_NOT_FOUND');
    const lists = { userTags: [], apiKeys: [], authenticators: [], oauthProviders: [] };
    await done(service, ada, createUsers, { users: [{ userName: 'Guest', ...lists }] });
    expect(await outcomeOf(logIn(await proofOf(receiverUserEmail), organizationId))).toBe('NAME_TAKEN');
    const users = Array.from({ length: 97 }, (_, index) => ({ userName: `User ${index}`, ...lists }));
    await done(service, ada, createUsers, { users });
    expect(await outcomeOf(logIn(await proofOf(receiverUserEmail), organizationId))).toBe('LIMIT_REACHED');
  });
});
