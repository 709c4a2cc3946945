import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { getActivity } from '../../../../src/contract/activities.queries.js';
import { createApiKeys, deleteApiKeys } from '../../../../src/contract/credentials.js';
import { getApiKeys } from '../../../../src/contract/credentials.queries.js';
import { createPolicy } from '../../../../src/contract/policies.js';
import type { ActivityRow } from '../../../../src/contract/row.js';
import { createReadOnlySession, createReadWriteSession, stampLogin } from '../../../../src/contract/sessions.js';
import type { ApiKey } from '../../../../src/contract/shapes.js';
import { deleteUsers } from '../../../../src/contract/users.js';
import { getUser, listUsers, whoami } from '../../../../src/contract/users.queries.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { listWallets } from '../../../../src/contract/wallets.queries.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { keyIn, newTarget } from '../../../support/mailedKeys.js';
import {
  absentId,
  act,
  apiKeyOf,
  codeOf,
  done,
  makeMember,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask, envelope, post, signUp, stampOf } from '../../../support/wire.js';

let people = 0;

type Users = { readonly users: readonly { readonly userId: string; readonly userName: string }[] };

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
  });
  afterAll(() => service.close());

  const person = () => {
    people += 1;
    return signUp(service, `session${people}@example.com`);
  };
  const keysOf = async (by: Pick<Party, 'key' | 'organizationId' | 'userId'>, userId = by.userId) => {
    const { organizationId } = by;
    return (await ask<{ apiKeys: ApiKey[] }>(service, by.key, getApiKeys, { organizationId, userId })).apiKeys;
  };
  const read = (session: string, row: { path: string }, request: object, headers: Record<string, string> = {}) =>
    post(service, row.path, JSON.stringify(request), { 'X-Session': session, ...headers });

  describe('create_read_write_session', () => {
    test('returns a session key that only the target key opens, to its requester and nobody else', async () => {
      const ada = await person();
      const { organizationId, userId } = ada;
      const { target, targetPublicKey } = await newTarget();
      service.clock.advanceMs(1);
      const body = envelope(service, createReadWriteSession, organizationId, { targetPublicKey });
      const sent = async () => post(service, createReadWriteSession.path, body, await stampOf(ada.key, body));
      const { activity } = await (await sent()).json();
      const result = activity.result.createReadWriteSessionResultV2;
      const name = `session${people}@example.com`;
      expect(result).toMatchObject({ organizationId, userId, username: name });
      expect(result.organizationName).toMatch(/^sub-org-/);
      const key = await keyIn(result.credentialBundle, target);
      expect((await keysOf(ada)).find(({ apiKeyId }) => apiKeyId === result.apiKeyId)).toMatchObject({
        credential: { publicKey: key.publicKey, type: 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256' },
        apiKeyName: `Read Write Session - ${new Date(service.clock()).toISOString()}`,
        expirationSeconds: '900',
      });
      await done(service, { key, organizationId }, createWallet, { walletName: 'By a frame', accounts: [] });
      expect(await ask(service, key, whoami, { organizationId: root.organizationId })).toMatchObject({ userId });
      expect((await (await sent()).json()).activity.result).toEqual(activity.result);
      const seen = await ask<{ activity: { result: unknown } }>(service, root.key, getActivity, {
        organizationId,
        activityId: activity.id,
      });
      expect(seen.activity.result).toMatchObject({
        createReadWriteSessionResultV2: { credentialBundle: '[redacted]' },
      });
    });

    test('belongs to the login that made it, and ends the others if requested', async () => {
      const ada = await person();
      const { organizationId } = ada;
      await service.configure({ maxSessionSeconds: 1200 });
      service.clock.advanceMs(500_000);
      const reading = await done(service, ada, createReadOnlySession, {});
      expect(Number(reading.sessionExpiry) - Math.floor(service.clock() / 1000)).toBeLessThanOrEqual(700);
      const { target, targetPublicKey } = await newTarget();
      const requestBody = { targetPublicKey, expirationSeconds: '5000', invalidateExisting: true, apiKeyName: 'Frame' };
      const made = await done(service, ada, createReadWriteSession, requestBody);
      const key = await keyIn(made.credentialBundle, target);
      expect(await keysOf({ ...ada, key })).toMatchObject([{ apiKeyName: 'Frame', expirationSeconds: '699' }]);
      await expect(ask(service, ada.key, whoami, { organizationId })).rejects.toMatchObject({
        code: 'PUBLIC_KEY_NOT_FOUND',
      });
      service.clock.advanceMs(101_000);
      const by = { key, organizationId };
      await refusedAs('FRESH_LOGIN_REQUIRED', service, by, createReadWriteSession, { targetPublicKey });
      await refusedAs('FRESH_LOGIN_REQUIRED', service, by, createReadOnlySession, {});
      await service.configure({ maxSessionSeconds: 2_592_000 });
    });

    test('is for oneself, or by the root quorum for others; V1 names the caller by their address', async () => {
      const ada = await person();
      const { organizationId } = ada;
      const email = `session${people}@example.com`;
      const member = await makeMember(service, organizationId, root.organizationId, 'Member');
      const { target, targetPublicKey } = await newTarget();
      const made = await done(service, ada, createReadWriteSession, { targetPublicKey, userId: member.userId });
      const key = await keyIn(made.credentialBundle, target);
      expect(await ask(service, key, whoami, { organizationId })).toMatchObject({ userId: member.userId });
      const requestBody = { targetPublicKey, userId: ada.userId };
      await refusedAs('NOT_AUTHORIZED', service, member, createReadWriteSession, requestBody);
      await refusedAs('USER_NOT_FOUND', service, ada, createReadWriteSession, { targetPublicKey, userId: absentId });
      const offCurve = { targetPublicKey: `04${'11'.repeat(64)}` };
      await refusedAs('PUBLIC_KEY_INVALID', service, ada, createReadWriteSession, offCurve);
      const first: ActivityRow = { ...createReadWriteSession, newest: 'V1' };
      const older = await act(service, ada, first, { targetPublicKey, email });
      expect(older.result).toHaveProperty('createReadWriteSessionResult.userId', ada.userId);
      await refusedAs('USER_NOT_FOUND', service, member, first, { targetPublicKey, email });
      await refusedAs('CONTACT_INVALID', service, ada, first, { targetPublicKey, email: 'nonsense' });
    });

    test('a user whom a policy lets begin logins gets no session of another, and nobody one of the auth proxy', async () => {
      const bob = await makeMember(service, root.organizationId, null, `Bob ${++people}`);
      const carol = await makeMember(service, root.organizationId, null, `Carol ${people}`);
      await done(service, root, createPolicy, {
        policyName: `logins ${people}`,
        effect: 'EFFECT_ALLOW',
        notes: '',
        consensus: `approvers.any(user, user.id == '${bob.userId}')`,
        condition: "activity.resource == 'AUTH' && activity.action == 'CREATE'",
      });
      const { users } = await ask<Users>(service, root.key, listUsers, { organizationId: root.organizationId });
      const proxyUser = users.find(({ userName }) => userName === 'Auth proxy')?.userId ?? '';
      const { targetPublicKey } = await newTarget();
      for (const userId of [carol.userId, proxyUser])
        await refusedAs('NOT_AUTHORIZED', service, bob, createReadWriteSession, { targetPublicKey, userId });
      await refusedAs('NOT_AUTHORIZED', service, root, createReadWriteSession, { targetPublicKey, userId: proxyUser });
      const apiKeys = [apiKeyOf(await createSigningKey())];
      await refusedAs('NOT_AUTHORIZED', service, root, createApiKeys, { userId: proxyUser, apiKeys });
    });

    test('waits for the others where it takes two, and is then answered to its maker', async () => {
      const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
      const [first, second] = users as [Party, Party];
      const member = await makeMember(service, first.organizationId, root.organizationId, 'Member');
      const { targetPublicKey } = await newTarget();
      const requestBody = { targetPublicKey, userId: member.userId };
      const policy = await act(service, first, createPolicy, {
        policyName: 'The member may everything',
        effect: 'EFFECT_ALLOW',
        consensus: `approvers.any(user, user.id == '${member.userId}')`,
      });
      await done(service, second, approveActivity, { fingerprint: policy.fingerprint });
      const waits = await act(service, first, createReadWriteSession, requestBody);
      expect(waits.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      await refusedAs('NOT_AUTHORIZED', service, member, approveActivity, { fingerprint: waits.fingerprint });
      await done(service, second, approveActivity, { fingerprint: waits.fingerprint });
      expect((await keysOf(first, member.userId)).map(({ credential }) => credential.type)).toContain(
        'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256',
      );
    });
  });

  describe('create_read_only_session', () => {
    test('answers a secret that reads in the place of a stamp for 900 seconds, and does nothing else', async () => {
      const ada = await person();
      const { organizationId, userId } = ada;
      const { session, sessionExpiry, ...rest } = await done(service, ada, createReadOnlySession, {});
      expect(session).toMatch(/^[\w-]{43}$/);
      expect(Number(sessionExpiry)).toBe(Math.floor(service.clock() / 1000) + 900);
      expect(rest).toMatchObject({ organizationId, userId, username: `session${people}@example.com` });
      for (const place of [organizationId, root.organizationId])
        expect(await (await read(session, whoami, { organizationId: place })).json()).toMatchObject({ userId });
      expect((await read(session, listWallets, { organizationId })).status).toBe(200);
      const body = envelope(service, createWallet, organizationId, { walletName: 'W', accounts: [] });
      const submitted = await post(service, createWallet.path, body, { 'X-Session': session });
      expect([submitted.status, await codeOf(submitted)]).toEqual([401, 'STAMP_NOT_TAKEN']);
      service.clock.advanceMs(900_000);
      expect(await codeOf(await read(session, whoami, { organizationId }))).toBe('API_KEY_EXPIRED');
    });

    test('T-21 it is kept as a hash, shown nowhere, and opens no other organization', async () => {
      const [ada, bob] = [await person(), await person()];
      const { organizationId, userId } = ada;
      const { session } = await done(service, ada, createReadOnlySession, {});
      const { db } = service.service.tools.store;
      const kept = await db.selectFrom('credentials').selectAll().where('user_id', '=', userId).execute();
      expect(JSON.stringify(kept)).not.toContain(session);
      const recorded = await db
        .selectFrom('activities')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .execute();
      expect(JSON.stringify(recorded)).not.toContain(session);
      const { user } = await (await read(session, getUser, { organizationId, userId })).json();
      expect([...user.apiKeys, ...user.authenticators, ...user.oauthProviders]).toHaveLength(1);
      for (const place of [bob.organizationId, absentId])
        expect(await codeOf(await read(session, listWallets, { organizationId: place }))).toBe('PUBLIC_KEY_NOT_FOUND');
    });

    test('what is not one is refused: another secret, another form, and one beside a stamp', async () => {
      const ada = await person();
      const { organizationId } = ada;
      const { session } = await done(service, ada, createReadOnlySession, {});
      const requestBody = { organizationId };
      const refusal = async (text: string, headers: Record<string, string> = {}) =>
        codeOf(await read(text, whoami, requestBody, headers));
      const other = session.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
      expect(await refusal(other)).toBe('PUBLIC_KEY_NOT_FOUND');
      for (const malformed of ['', 'x', `${session}=`, session.slice(1), `${session}A`, ada.key.publicKey])
        expect(await refusal(malformed), malformed).toBe('STAMP_MALFORMED');
      expect(await refusal(await storedName(ada.userId))).toBe('STAMP_MALFORMED');
      expect(await refusal(session, await stampOf(ada.key, JSON.stringify(requestBody)))).toBe('STAMP_AMBIGUOUS');
      expect(await refusal(session, { 'X-Stamp-Webauthn': '{}' })).toBe('STAMP_AMBIGUOUS');
    });

    test('it ends with its login, everywhere or here, and with its user', async () => {
      const ada = await person();
      const { organizationId, userId } = ada;
      const reads = async (session: string) => (await read(session, whoami, { organizationId })).ok;
      const first = (await done(service, ada, createReadOnlySession, {})).session;
      // A renewal is the same login: what it made for reading lives on.
      const renewed = { ...ada, key: await createSigningKey() };
      await done(service, ada, stampLogin, { publicKey: renewed.key.publicKey });
      const [own, others] = [(await keysOf(ada))[0]?.apiKeyId ?? '', (await keysOf(ada))[1]?.apiKeyId ?? ''];
      await done(service, renewed, deleteApiKeys, { userId, apiKeyIds: [own] });
      expect(await reads(first)).toBe(true);
      const lasting = await createSigningKey();
      await done(service, renewed, createApiKeys, { userId, apiKeys: [apiKeyOf(lasting)] });
      const byKey = { ...ada, key: lasting };
      await done(service, renewed, deleteApiKeys, { userId, apiKeyIds: [others] });
      expect(await reads(first)).toBe(false);
      const second = (await done(service, byKey, createReadOnlySession, {})).session;
      const again = await createSigningKey();
      await done(service, byKey, stampLogin, { publicKey: again.publicKey, invalidateExisting: true });
      expect(await reads(second)).toBe(false);
      const member = await makeMember(service, organizationId, root.organizationId, 'Reader');
      const third = (await done(service, member, createReadOnlySession, {})).session;
      expect(await reads(third)).toBe(true);
      await done(service, { ...ada, key: again }, deleteUsers, { userIds: [member.userId] });
      expect(await reads(third)).toBe(false);
    });

    test('the end of a session leaves what a lasting key made for reading', async () => {
      const [grace] = (await makeSubOrganization(service)).users;
      const { organizationId, userId } = grace;
      const { session } = await done(service, grace, createReadOnlySession, {});
      const key = await createSigningKey();
      await done(service, grace, stampLogin, { publicKey: key.publicKey });
      const own = (await keysOf(grace)).find(({ credential }) => credential.publicKey === key.publicKey);
      const byLogin = (await done(service, { ...grace, key }, createReadOnlySession, {})).session;
      await done(service, grace, deleteApiKeys, { userId, apiKeyIds: [own?.apiKeyId ?? ''] });
      expect((await read(byLogin, whoami, { organizationId })).ok).toBe(false);
      expect((await read(session, whoami, { organizationId })).ok).toBe(true);
    });

    test('a user holds ten, of which the oldest makes room', async () => {
      const ada = await person();
      const { organizationId } = ada;
      const sessions: string[] = [];
      for (let made = 0; made < 12; made += 1)
        sessions.push((await done(service, ada, createReadOnlySession, {})).session);
      const alive = await Promise.all(sessions.map(async (each) => (await read(each, whoami, { organizationId })).ok));
      expect(alive).toEqual([false, false, ...Array(10).fill(true)]);
    });

    test('a page may send it', async () => {
      const asked = new Request(`https://latchkey.test${whoami.path}`, { method: 'OPTIONS' });
      const answer = await service.service.fetch(asked);
      expect(answer.headers.get('Access-Control-Allow-Headers')).toContain('X-Session');
    });
  });

  /** What the table names a read-only session by. */
  async function storedName(userId: string): Promise<string> {
    const { lookup_key } = await service.service.tools.store.db
      .selectFrom('credentials')
      .select('lookup_key')
      .where('user_id', '=', userId)
      .where('kind', '=', 'READ_ONLY_SESSION')
      .executeTakeFirstOrThrow();
    return lookup_key;
  }
});
