import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
import { getActivity, listActivities } from '../../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../../src/contract/activities.records.js';
import { updateRootQuorum } from '../../../../../src/contract/organizations.js';
import { listSuborgs, listVerifiedSuborgs } from '../../../../../src/contract/organizations.queries.js';
import { createPolicy } from '../../../../../src/contract/policies.js';
import { proxyOtpLogin, proxySignup } from '../../../../../src/contract/proxy.js';
import { deleteSubOrganization } from '../../../../../src/contract/subOrganizations.js';
import { whoami } from '../../../../../src/contract/users.queries.js';
import { createUserTag } from '../../../../../src/contract/userTags.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { deleteRowsLeft } from '../../../../../src/service/coordinator/records/deletedRows.js';
import { type LargeTable, largeTables } from '../../../../../src/service/store/organizationTables.js';
import type { Store } from '../../../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { everythingIn } from '../../../../support/everythingIn.js';
import { dialects } from '../../../../support/growth/dialect.js';
import { multiply } from '../../../../support/growth/seed.js';
import {
  act,
  apiKeyOf,
  codeOf,
  done,
  makeMember,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
  sendStamped,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import {
  ask,
  callProxy,
  envelope,
  loginRequest,
  signUp,
  signupRequest,
  verifiedToken,
  wallet,
} from '../../../../support/wire.js';

const everything = { deleteWithoutExport: true };

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let store: Store;
  let root: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    store = service.service.tools.store;
    root = await rootOf(service);
  });
  afterAll(() => service.close());

  const subOrganizations = async () => {
    const { organizationId } = root;
    const paginationOptions = { limit: '100' };
    const request = { organizationId, paginationOptions };
    return (await ask<{ organizationIds: string[] }>(service, root.key, listSuborgs, request)).organizationIds;
  };

  test('every row of it is deleted in every table, and no row of another organization', async () => {
    const own = await createTestService({ store: await open() });
    const { store } = own.service.tools;
    const [ada] = (await makeSubOrganization(own)).users;
    const { organizationId } = await makeSubOrganization(own);
    for (const id of [ada.organizationId, organizationId]) await fillEveryTable(store, id, own.organizationId);
    const filled = await tablesThatName(store, ada.organizationId);
    expect(filled).toEqual(await tablesThatName(store, organizationId));
    expect(filled.length).toBeGreaterThan(18);
    const others = await rowsBut(store, ada.organizationId);
    await done(own, ada, deleteSubOrganization, everything);
    expect(await tablesThatName(store, ada.organizationId)).toEqual([]);
    expect(await tablesThatName(store, organizationId)).toEqual(filled);
    const { activities: after = [], ...rest } = await rowsBut(store, ada.organizationId);
    const { activities: before = [], ...same } = others;
    expect(rest).toEqual(same);
    expect(after).toHaveLength(before.length + 1);
    await own.close();
  });

  test('the parent sees what was deleted, and nothing of its owner', async () => {
    const person = await signUp(service, 'gone@example.com');
    const { organizationId, userId } = person;
    const deleted = await done(service, person, deleteSubOrganization, everything);
    expect(deleted).toEqual({ subOrganizationUuid: organizationId });
    expect(await subOrganizations()).not.toContain(organizationId);
    const request = { organizationId: root.organizationId, filterByType: ['ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION'] };
    const { activities } = await ask<{ activities: Activity[] }>(service, root.key, listActivities, request);
    const record = activities.find(({ result }) => JSON.stringify(result).includes(organizationId));
    expect(record).toMatchObject({
      status: 'ACTIVITY_STATUS_COMPLETED',
      organizationId: root.organizationId,
      votes: [],
    });
    const contents = await everythingIn(store);
    const naming = Object.entries(contents).flatMap(([table, rows]) =>
      rows.filter((row) => row.includes(userId) || row.includes(person.key.publicKey)).map((row) => [table, row]),
    );
    // Who signed up by which token is the parent's own record, for as long as it keeps that.
    expect(
      naming.filter(([table]) => !['activities', 'verification_tokens', 'otp_codes'].includes(String(table))),
    ).toEqual([]);
  });

  test('nobody can log in there any more, and its contact creates another one', async () => {
    const contact = 'again@example.com';
    const { token, key } = await verifiedToken(service, contact);
    const signup = await signupRequest(token, key);
    const person = { key, ...(await callProxy<{ organizationId: string }>(service, proxySignup, signup)) };
    expect(await callProxy(service, proxySignup, signup)).toMatchObject({ organizationId: person.organizationId });
    await callProxy(service, proxyOtpLogin, await loginRequest(token, key, person.organizationId));
    const body = envelope(service, deleteSubOrganization, person.organizationId, everything);
    expect((await sendStamped(service, person.key, deleteSubOrganization, body)).status).toBe(200);
    const again = await sendStamped(service, person.key, deleteSubOrganization, body);
    expect([again.status, await codeOf(again)]).toEqual([404, 'ORGANIZATION_NOT_FOUND']);
    for (const [organizationId, status] of [[person.organizationId, 404] as const, [root.organizationId, 401] as const])
      await expect(ask(service, person.key, whoami, { organizationId })).rejects.toMatchObject({ status });
    await expect(ask(service, root.key, whoami, { organizationId: person.organizationId })).rejects.toMatchObject({
      status: 404,
    });
    const filter = { organizationId: root.organizationId, filterType: 'EMAIL', filterValue: contact };
    for (const row of [listSuborgs, listVerifiedSuborgs])
      expect(await ask(service, root.key, row, filter)).toEqual({ organizationIds: [] });
    const login = await loginRequest(token, key);
    await expect(callProxy(service, proxyOtpLogin, login)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    service.clock.advanceMs(1);
    await expect(callProxy(service, proxySignup, signup)).rejects.toMatchObject({ code: 'VERIFICATION_TOKEN_SPENT' });
    expect((await signUp(service, contact)).organizationId).not.toBe(person.organizationId);
  });

  test('keys that were never exported prevent it, unless the request includes them', async () => {
    const made = await makeSubOrganization(service, { wallet: wallet as never });
    const [ada] = made.users;
    await refusedAs('NOT_EXPORTED', service, ada, deleteSubOrganization, {});
    await refusedAs('NOT_EXPORTED', service, ada, deleteSubOrganization, { deleteWithoutExport: false });
    expect(await subOrganizations()).toContain(made.organizationId);
    await store.db
      .updateTable('wallets')
      .set({ exported: 1 })
      .where('organization_id', '=', made.organizationId)
      .execute();
    await done(service, ada, deleteSubOrganization, {});
    expect(await subOrganizations()).not.toContain(made.organizationId);
  });

  test('it needs the quorum of the sub-organization itself, and a parent is not deleted', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const member = await makeMember(service, ada.organizationId, root.organizationId);
    await refusedAs('NOT_AUTHORIZED', service, member, deleteSubOrganization, everything);
    const elsewhere = { ...root, organizationId: ada.organizationId };
    await refusedAs('ORGANIZATION_MISMATCH', service, elsewhere, deleteSubOrganization, everything);
    await refusedAs('SUB_ORGANIZATION_REQUIRED', service, root, deleteSubOrganization, everything);
  });

  test('A-71: no policy lets a member delete it, or vote on that', async () => {
    const { users, organizationId } = await makeSubOrganization(service, { roots: 2 });
    const [ada, bob] = users as [Party, Party];
    const member = await makeMember(service, organizationId, root.organizationId);
    const condition = "activity.resource == 'ORGANIZATION' && activity.action == 'DELETE'";
    await done(service, ada, createPolicy, { policyName: 'One', effect: 'EFFECT_ALLOW', condition });
    const together = { effect: 'EFFECT_ALLOW', condition, consensus: 'approvers.count() >= 2' } as const;
    await done(service, ada, createPolicy, { policyName: 'Two', ...together });
    await refusedAs('NOT_AUTHORIZED', service, member, deleteSubOrganization, everything);
    await done(service, ada, updateRootQuorum, { threshold: 2, userIds: [ada.userId, bob.userId] });
    const { fingerprint, status } = await act(service, ada, deleteSubOrganization, everything);
    expect(status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await refusedAs('NOT_AUTHORIZED', service, member, approveActivity, { fingerprint });
    await done(service, bob, approveActivity, { fingerprint });
  });

  test('of two who must agree the second deletes it; both see that, and the parent has both records', async () => {
    const { users, organizationId } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    const [ada, bob] = users as [Party, Party];
    const { fingerprint, id, status } = await act(service, ada, deleteSubOrganization, everything);
    expect(status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const approval = await act(service, bob, approveActivity, { fingerprint });
    expect(approval.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(await tablesThatName(store, organizationId)).toEqual([]);
    for (const activityId of [id, approval.id]) {
      const request = { organizationId: root.organizationId, activityId };
      const { activity } = await ask<{ activity: Activity }>(service, root.key, getActivity, request);
      expect(activity).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED', votes: [] });
    }
  });

  test('with more rows than one transaction deletes, nobody finds the others, which are deleted later, even after interruptions', async () => {
    const [ada, bob] = (await makeSubOrganization(service, { roots: 2 })).users as [Party, Party];
    const { organizationId } = ada;
    const { id: activityId } = await act(service, ada, createUserTag, { userTagName: 'Tag', userIds: [] });
    await fillEveryTable(store, organizationId, root.organizationId);
    await multiplyLargeTables(store, organizationId, 2500);
    const request = { organizationId, activityId };
    await ask(service, root.key, getActivity, request);
    await done(service, ada, deleteSubOrganization, everything);
    const left = await tablesThatName(store, organizationId);
    expect(left.toSorted()).toEqual(['deleted_organizations', ...Object.keys(largeTables)].toSorted());
    expect(await subOrganizations()).not.toContain(organizationId);
    for (const { key } of [ada, bob, root])
      await expect(ask(service, key, getActivity, request)).rejects.toMatchObject({ code: 'ORGANIZATION_NOT_FOUND' });

    // As a process that is stopped in the middle.
    let changes = 0;
    const stopping: Store = {
      ...store,
      change(run) {
        changes += 1;
        if (changes > 3) throw new Error('stopped');
        return store.change(run);
      },
    };
    await expect(deleteRowsLeft(stopping)).rejects.toThrow('stopped');
    expect(await tablesThatName(store, organizationId)).toEqual(left.filter((table) => table !== 'wallets'));
    service.clock.advanceMs(60_000);
    await service.service.deliver();
    expect(await tablesThatName(store, organizationId)).toEqual([]);
  });

  test('an unproved key leads nowhere any more', async () => {
    const key = await createSigningKey();
    const lists = { authenticators: [], oauthProviders: [] };
    await service.configure({ allowedAuthMethods: ['email', 'wallet'] });
    const made = await callProxy(service, proxySignup, { apiKeys: [apiKeyOf(key)], ...lists });
    const organizationId = String(made.organizationId);
    expect(await tablesThatName(store, organizationId)).toContain('unproved_keys');
    await done(service, { key, organizationId }, deleteSubOrganization, everything);
    expect(await tablesThatName(store, organizationId)).toEqual([]);
  });
});

/** A row of that organization in every table that has any: `x` where there is text, unless it says whose it is. */
async function fillEveryTable({ db }: Store, organizationId: string, parentId: string): Promise<void> {
  for (const { name, columns } of await db.introspection.getTables()) {
    if (name === 'organizations' || !columns.some((column) => column.name === 'organization_id')) continue;
    const unique = `${name}/${organizationId}`;
    const dummyOf = (column: { name: string; dataType: string }) => {
      if (column.name === 'organization_id') return organizationId;
      if (column.name === 'parent_id') return parentId;
      if (column.name === 'kind') return 'EMAIL';
      if (/^text/i.test(column.dataType))
        return ['contact', 'email', 'lookup_key', 'public_key'].includes(column.name) ? organizationId : unique;
      return /^(blob|bytea)$/i.test(column.dataType) ? new Uint8Array(1) : 0;
    };
    const named = columns.filter((column) => !column.isNullable || column.name === 'email');
    await sql`insert into ${sql.table(name)} (${sql.join(named.map((column) => sql.ref(column.name)))})
      values (${sql.join(named.map((column) => sql`${dummyOf(column)}`))})`.execute(db);
  }
}

/** So many rows more of that organization in each table where it may have very many. */
async function multiplyLargeTables(store: Store, organizationId: string, count: number): Promise<void> {
  const number = dialects[store.kind].hex('i', 8);
  const unique: Record<LargeTable, string[]> = {
    wallets: ['wallet_id', 'wallet_name'],
    wallet_accounts: ['wallet_account_id', 'path', 'address'],
    activities: ['activity_id', 'fingerprint'],
    votes: ['activity_id'],
    sealed_answers: ['activity_id'],
    app_proofs: ['app_proof_id'],
  };
  const copies = Object.entries(unique).map(([table, columns]) => ({
    table: table as LargeTable,
    where: `organization_id = '${organizationId}'`,
    set: {
      ...Object.fromEntries(columns.map((column) => [column, number])),
      ...(/^wallet/.test(table) && { ordinal: '100 + i' }),
    },
  }));
  await multiply(store, copies, count);
}

/** All rows but those of an organization. */
async function rowsBut(store: Store, organizationId: string): Promise<Record<string, string[]>> {
  const contents = await everythingIn(store);
  return Object.fromEntries(
    Object.entries(contents).map(([table, rows]) => [
      table,
      rows.filter((row) => !row.includes(`"organization_id":"${organizationId}"`)),
    ]),
  );
}

async function tablesThatName(store: Store, organizationId: string): Promise<string[]> {
  const contents = await everythingIn(store);
  const names = (row: string) => row.includes(`"organization_id":"${organizationId}"`);
  return Object.keys(contents).filter((table) => contents[table]?.some(names));
}
