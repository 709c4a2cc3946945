import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { approveActivity, rejectActivity } from '../../../../../src/contract/activities.js';
import { getActivity } from '../../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../../src/contract/activities.records.js';
import { deleteAuthenticators } from '../../../../../src/contract/authenticators.js';
import { createApiKeys, deleteApiKeys } from '../../../../../src/contract/credentials.js';
import { exportWallet } from '../../../../../src/contract/exports.js';
import { getLoginState } from '../../../../../src/contract/loginState.queries.js';
import { initUserEmailRecovery, recoverUser } from '../../../../../src/contract/mailKeys.js';
import { createPolicy } from '../../../../../src/contract/policies.js';
import { createReadWriteSession, stampLogin } from '../../../../../src/contract/sessions.js';
import { signRawPayload } from '../../../../../src/contract/signing.js';
import {
  deleteSubOrganization,
  resumeSubOrganization,
  suspendSubOrganization,
} from '../../../../../src/contract/subOrganizations.js';
import { listWallets } from '../../../../../src/contract/wallets.queries.js';
import { createSigningKey, type SigningKey } from '../../../../../src/crypto/p256.js';
import type { Store } from '../../../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { everyExample } from '../../../../support/examples/everyExample.js';
import { absent } from '../../../../support/examples/resources.js';
import { keyIn, mailedBundle, newTarget as newMailTarget } from '../../../../support/mailedKeys.js';
import {
  absentId,
  act,
  apiKeyOf,
  codeOf,
  done,
  makeMember,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  proxyOf,
  refusedAs,
  rootOf,
  sendStamped,
} from '../../../../support/parties.js';
import { createPasskey } from '../../../../support/passkey.js';
import { databases } from '../../../../support/stores.js';
import { ask, envelope } from '../../../../support/wire.js';
import { ethereum, newTarget } from '../imports/transfers.js';

const supportContact = 'help@example.com';
const wallet = { walletName: 'Wallet', accounts: [ethereum] };
const reason = 'Their phone was stolen';
const digest = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_NO_OP' } as const;

describe.each(databases)('on $name', ({ name, open }) => {
  let service: TestService;
  let root: Party;
  /** Of a sub-organization with a wallet, by a key that lasts. */
  let ada: Party;
  let walletId: string;
  let address: string;
  /** Holds a transaction open after all that it does, before it commits. */
  let beforeCommit: (() => Promise<void>) | undefined;

  beforeEach(async () => {
    const store = await open();
    beforeCommit = undefined;
    const held: Store = {
      ...store,
      transaction: (run) =>
        store.transaction(async (transaction) => {
          const result = await run(transaction);
          const happens = beforeCommit;
          beforeCommit = undefined;
          await happens?.();
          return result;
        }),
    };
    service = await createTestService({ store: held, config: { supportContact } });
    root = await rootOf(service);
    const made = await makeSubOrganization(service, { wallet });
    [ada] = made.users;
    walletId = made.wallet.walletId;
    address = made.wallet.addresses[0] ?? '';
  });
  afterEach(() => service.close());

  const suspend = (subOrganizationId = ada.organizationId, by = root) =>
    done(service, by, suspendSubOrganization, { subOrganizationId, reason });
  const resume = () => done(service, root, resumeSubOrganization, { subOrganizationId: ada.organizationId });
  const payload = () => ({ signWith: address, payload: 'ab'.repeat(32), ...digest });
  const sign = (by: Party) => act(service, by, signRawPayload, payload());
  /** Each number is another payload. */
  const signNumber = (number: number) => {
    service.clock.advanceMs(1);
    return act(service, ada, signRawPayload, { ...payload(), payload: number.toString(16).padStart(64, '0') });
  };
  const cannotSign = (by: Party) => refusedAs('SUSPENDED', service, by, signRawPayload, payload());
  const exported = async (by: Party) =>
    act(service, by, exportWallet, { walletId, targetPublicKey: (await newTarget()).targetPublicKey });
  const logIn = async (by: Party): Promise<Party> => {
    const key = await createSigningKey();
    await done(service, by, stampLogin, { publicKey: key.publicKey });
    return { ...by, key };
  };
  const stateOf = (by: Party, of: Party) =>
    ask<{ suspended?: { reason: string } }>(service, by.key, getLoginState, {
      organizationId: of.organizationId,
      userId: of.userId,
    });

  const registration = async ({ userId }: Party) => ({
    userId,
    authenticator: await (await createPasskey()).register(),
  });
  /** Mailed to an address that is verified for them. */
  const recoveryKeyOf = async ({ organizationId, userId }: Party): Promise<SigningKey> => {
    const email = 'ada@example.com';
    const verified = { email, email_verified: 1 } as const;
    await service.service.tools.store.db
      .updateTable('users')
      .set(verified)
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute();
    const { target, targetPublicKey } = await newMailTarget();
    const parameters = { email, targetPublicKey, emailCustomization: { appName: 'Acme' } };
    await done(service, { ...root, organizationId }, initUserEmailRecovery, parameters);
    return keyIn(await mailedBundle(service, email), target);
  };

  test('a suspended person logs in, reads and exports, and does nothing else until resumed', async () => {
    const session = await logIn(ada);
    await suspend();
    await refusedAs('PUBLIC_KEY_NOT_FOUND', service, session, signRawPayload, payload());
    await cannotSign(ada);
    const again = await logIn(ada);
    await cannotSign(again);
    const { organizationId } = ada;
    expect(await ask(service, again.key, listWallets, { organizationId })).toMatchObject({ wallets: [{ walletId }] });
    expect(await exported(again)).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' });
    expect(await exported(ada)).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' });
    await refusedAs('SUSPENDED', service, ada, createApiKeys, {
      userId: ada.userId,
      apiKeys: [apiKeyOf(await createSigningKey())],
    });
    await refusedAs('SUSPENDED', service, ada, deleteSubOrganization, { deleteWithoutExport: true });
    await resume();
    await refusedAs('PUBLIC_KEY_NOT_FOUND', service, again, signRawPayload, payload());
    expect(await sign(await logIn(ada))).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' });
  });

  test('T-07 of every activity, those alone are let in whose row says so', async () => {
    await suspend();
    const wrong: string[] = [];
    for (const { row, body } of everyExample) {
      if (row.kind !== 'activity') continue;
      service.clock.advanceMs(1);
      const example = await body({ test: service, organizationId: ada.organizationId, has: absent });
      const code = await codeOf(await sendStamped(service, ada.key, row, example));
      // The keys that the example deletes are another user's, and nobody recovers by a key that lasts.
      const isLetIn = row.whileSuspended !== undefined && !['own', 'recovery key'].includes(row.whileSuspended);
      if ((code !== 'SUSPENDED') !== isLetIn) wrong.push(`${row.name}: ${code}`);
    }
    expect(wrong).toEqual([]);
  });

  test('the refusal is no 401, and names whom to ask', async () => {
    await suspend();
    const body = envelope(service, signRawPayload, ada.organizationId, payload());
    const response = await sendStamped(service, ada.key, signRawPayload, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 9,
      details: [{ reason: 'SUSPENDED', metadata: { supportContact } }],
    });
  });

  test('the same bytes, sent again once resumed, are done: a refusal while suspended is not recorded', async () => {
    await suspend();
    const body = envelope(service, signRawPayload, ada.organizationId, payload());
    expect((await sendStamped(service, ada.key, signRawPayload, body)).status).toBe(400);
    await resume();
    expect((await sendStamped(service, ada.key, signRawPayload, body)).status).toBe(200);
  });

  test('what waits for votes stays undecided; what was allowed and begun since is voted on', async () => {
    const made = await makeSubOrganization(service, { roots: 2, threshold: 2, wallet });
    const [first, second] = made.users as [Party, Party];
    walletId = made.wallet.walletId;
    address = made.wallet.addresses[0] ?? '';
    const [waiting, early] = [await sign(first), await exported(first)];
    await suspend(made.organizationId);
    for (const { fingerprint } of [waiting, early])
      for (const vote of [approveActivity, rejectActivity])
        await refusedAs('SUSPENDED', service, second, vote, { fingerprint });
    const late = await exported(first);
    expect(late.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await done(service, second, approveActivity, { fingerprint: late.fingerprint });
    // A session of another member waits for the root quorum, too.
    const { targetPublicKey } = await newMailTarget();
    const session = await act(service, first, createReadWriteSession, { targetPublicKey, userId: second.userId });
    expect(session.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await done(service, second, approveActivity, { fingerprint: session.fingerprint });
    const fingerprint = `sha256:${'00'.repeat(32)}`;
    await refusedAs('ACTIVITY_NOT_FOUND', service, second, approveActivity, { fingerprint });
    await done(service, root, resumeSubOrganization, { subOrganizationId: made.organizationId });
    await done(service, second, approveActivity, { fingerprint: waiting.fingerprint });
    await done(service, second, approveActivity, { fingerprint: early.fingerprint });
  });

  test('T-51 what ended sessions have asked for and approved counts no more', async () => {
    const made = await makeSubOrganization(service, { roots: 3, threshold: 3, wallet });
    const [first, second, third] = made.users as [Party, Party, Party];
    walletId = made.wallet.walletId;
    address = made.wallet.addresses[0] ?? '';
    const session = await logIn(first);
    const asked = await sign(session);
    const approved = await exported(second);
    await act(service, session, approveActivity, { fingerprint: approved.fingerprint });
    await suspend(made.organizationId);
    const late = await exported(await logIn(first));
    await done(service, root, resumeSubOrganization, { subOrganizationId: made.organizationId });
    for (const { fingerprint } of [asked, late])
      await refusedAs('ACTIVITY_NOT_PENDING', service, second, approveActivity, { fingerprint });
    const { organizationId } = made;
    const statusOf = async () =>
      (await ask<{ activity: Activity }>(service, second.key, getActivity, { organizationId, activityId: approved.id }))
        .activity.status;
    await act(service, third, approveActivity, { fingerprint: approved.fingerprint });
    expect(await statusOf()).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await act(service, first, approveActivity, { fingerprint: approved.fingerprint });
    expect(await statusOf()).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('own session keys can be deleted; the last way in cannot', async () => {
    await suspend();
    const session = await logIn(ada);
    const { userId } = ada;
    const keys = await service.service.tools.store.db
      .selectFrom('credentials')
      .select(['credential_id', 'kind'])
      .where('organization_id', '=', ada.organizationId)
      .execute();
    const idOf = (kind: string) => keys.find((key) => key.kind === kind)?.credential_id ?? '';
    await refusedAs('SUSPENDED', service, ada, deleteApiKeys, { userId, apiKeyIds: [idOf('API_KEY')] });
    await refusedAs('AUTHENTICATOR_NOT_FOUND', service, ada, deleteAuthenticators, {
      userId,
      authenticatorIds: [absentId],
    });
    await done(service, session, deleteApiKeys, { userId, apiKeyIds: [idOf('SESSION_KEY')] });
    await resume();
    await done(service, ada, createApiKeys, { userId, apiKeys: [apiKeyOf(await createSigningKey(), 'Other')] });
    await suspend();
    await done(service, ada, deleteApiKeys, { userId, apiKeyIds: [idOf('API_KEY')] });
  });

  test('T-51 a login while suspended registers no passkey, and what came since is no other way in', async () => {
    const { userId, organizationId } = ada;
    const { db } = service.service.tools.store;
    await suspend();
    for (const by of [ada, await logIn(ada)])
      await refusedAs('SUSPENDED', service, by, recoverUser, await registration(ada));
    const recovering = { ...ada, key: await recoveryKeyOf(ada) };
    const recovered = await done(service, recovering, recoverUser, await registration(ada));
    expect(recovered.authenticatorId).toHaveLength(1);
    const lasting = await db
      .selectFrom('credentials')
      .select('credential_id')
      .where('organization_id', '=', organizationId)
      .where('kind', '=', 'API_KEY')
      .where('expires_at_ms', 'is', null)
      .execute();
    const apiKeyIds = lasting.map(({ credential_id }) => credential_id);
    await db.updateTable('users').set({ email_verified: 0 }).where('organization_id', '=', organizationId).execute();
    await refusedAs('SUSPENDED', service, ada, deleteApiKeys, { userId, apiKeyIds });
    await db.updateTable('users').set({ email_verified: 1 }).where('organization_id', '=', organizationId).execute();
    await done(service, ada, deleteApiKeys, { userId, apiKeyIds });
  });

  test('T-51 a member cannot delete what is another’s, and nobody but the root quorum of the parent suspends', async () => {
    const { organizationId } = ada;
    const member = await makeMember(service, organizationId, root.organizationId);
    await suspend();
    await refusedAs('SUSPENDED', service, ada, deleteApiKeys, { userId: member.userId, apiKeyIds: [absentId] });
    const colleague = await makeMember(service, root.organizationId, null);
    await done(service, root, createPolicy, {
      policyName: 'All',
      effect: 'EFFECT_ALLOW',
      consensus: 'true',
      condition: 'true',
      notes: '',
    });
    const parameters = { subOrganizationId: organizationId };
    for (const by of [colleague, await proxyOf(service)])
      await refusedAs('NOT_AUTHORIZED', service, by, resumeSubOrganization, parameters);
    const other = await makeOtherParent(service);
    for (const by of [other, { ...other, organizationId: root.organizationId }])
      await expect(act(service, by, resumeSubOrganization, parameters)).rejects.toThrow();
    await refusedAs('ORGANIZATION_NOT_FOUND', service, other, suspendSubOrganization, { ...parameters, reason });
    await refusedAs('SUSPENDED', service, ada, resumeSubOrganization, parameters);
    await refusedAs('ORGANIZATION_NOT_FOUND', service, root, suspendSubOrganization, {
      subOrganizationId: root.organizationId,
      reason,
    });
    await cannotSign(ada);
  });

  test('T-51 only a suspension that is allowed stops anything before it commits, and for a moment only', async () => {
    const { db } = service.service.tools.store;
    const colleague = await makeMember(service, root.organizationId, null);
    const parameters = { subOrganizationId: ada.organizationId, reason };
    await refusedAs('NOT_AUTHORIZED', service, colleague, suspendSubOrganization, parameters);
    await signNumber(1);
    const marked = { suspending_until_ms: service.clock() + 1000 };
    await db.updateTable('organizations').set(marked).where('organization_id', '=', ada.organizationId).execute();
    await cannotSign(ada);
    await logIn(ada);
    service.clock.advanceMs(1000);
    await signNumber(2);
    await suspend();
    await resume();
    await signNumber(3);
  });

  test('the reason is told to the operator, and to nobody else', async () => {
    await suspend();
    expect(await stateOf(root, ada)).toMatchObject({ suspended: { reason } });
    await expect(stateOf(ada, ada)).rejects.toMatchObject({ code: 'NOT_AUTHORIZED' });
    expect(JSON.stringify(await sign(ada).catch((error: unknown) => error))).not.toContain(reason);
    await resume();
    expect((await stateOf(root, ada)).suspended).toBeUndefined();
  });

  test('a second suspension replaces the reason, ends the sessions since, and stops what was begun between', async () => {
    const made = await makeSubOrganization(service, { roots: 2, threshold: 2, wallet });
    const [first, second] = made.users as [Party, Party];
    await suspend(made.organizationId);
    walletId = made.wallet.walletId;
    const { fingerprint } = await exported(first);
    await suspend(made.organizationId);
    await refusedAs('SUSPENDED', service, second, approveActivity, { fingerprint });
    await suspend();
    const session = await logIn(ada);
    await done(service, root, suspendSubOrganization, { subOrganizationId: ada.organizationId, reason: 'Another' });
    await refusedAs('PUBLIC_KEY_NOT_FOUND', service, session, signRawPayload, payload());
    expect(await stateOf(root, ada)).toMatchObject({ suspended: { reason: 'Another' } });
  });

  // SQLite runs one transaction after the other.
  if (name === 'PostgreSQL') {
    const recordedSignatures = () =>
      service.service.tools.store.db
        .selectFrom('activities')
        .select('activity_id')
        .where('organization_id', '=', ada.organizationId)
        .where('kind', '=', 'SIGN_RAW_PAYLOAD')
        .orderBy('activity_id')
        .execute();

    test('T-51 a signature that is under way when the suspension commits is not made', async () => {
      beforeCommit = async () => {
        await suspend();
      };
      await cannotSign(ada);
      expect(await recordedSignatures()).toEqual([]);
    });

    test('T-51 nor is one that 300 newer ones have overtaken', async () => {
      const { db } = service.service.tools.store;
      beforeCommit = async () => {
        for (let made = 0; made < 300; made += 10)
          await Promise.all(Array.from({ length: 10 }, (_, lane) => signNumber(made + lane)));
        // Of a large table only what is asked for is read, and locked.
        await sql`vacuum analyze activities`.execute(db);
        await suspend();
      };
      await cannotSign(ada);
      expect(await recordedSignatures()).toHaveLength(300);
    });

    test('T-51 nobody holds a suspension off by signing all the time', async () => {
      let number = 0;
      const signUntilSuspended = async (): Promise<void> => {
        for (let code: unknown; code !== 'SUSPENDED'; number += 1)
          code = await signNumber(number).then(
            () => undefined,
            (error: { readonly code: string }) => error.code,
          );
      };
      const lanes = Array.from({ length: 8 }, signUntilSuspended);
      await vi.waitUntil(() => number > 20, { timeout: 60_000 });
      await suspend();
      const signed = await recordedSignatures();
      await Promise.all(lanes);
      expect(await recordedSignatures()).toEqual(signed);
    });
  }
});
