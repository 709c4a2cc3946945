import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listActivities } from '../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../src/contract/activities.records.js';
import { initOtp } from '../../../../src/contract/otp.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { votesIn } from '../../../../src/service/coordinator/engine/votes/readVotes.js';
import { noVotes } from '../../../../src/service/coordinator/engine/votes/votes.js';
import type { Row } from '../../../../src/service/store/schema.js';
import type { Store } from '../../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import {
  act,
  codeOf,
  makeSubOrganization,
  type Party,
  proxyOf,
  rootOf,
  sendStamped,
} from '../../../support/parties.js';
import { verifyPlainOtp } from '../../../support/plainCodes.js';
import { databases } from '../../../support/stores.js';
import { ask, codeFor, envelope, signUp } from '../../../support/wire.js';

const dayMs = 24 * 60 * 60_000;

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let store: Store;
  beforeEach(async () => {
    store = await open();
    service = await createTestService({ store });
  });
  afterEach(() => service.close());

  const rows = () => store.db.selectFrom('activities').selectAll().orderBy('activity_id').execute();
  const isWhole = (row: Row<'activities'>) => row.intent !== '{}' && votesIn(row, []).length > 0;

  async function days(count: number): Promise<void> {
    service.clock.advanceMs(count * dayMs);
    await service.service.deliver();
  }

  /** A trip that is recorded, with a wrong code on the way, and what people did by their own keys. */
  async function trip(): Promise<{ root: Party; ada: Party }> {
    const root = await rootOf(service);
    const { otpId } = await codeFor(service, 'eve@example.com');
    const proxy = await proxyOf(service);
    await expect(act(service, proxy, verifyPlainOtp, { otpId, otpCode: '000' })).rejects.toThrow();
    const ada = await signUp(service, 'ada@example.com');
    await act(service, ada, createWallet, { walletName: 'Own', accounts: [] });
    await expect(act(service, ada, createWallet, { walletName: 'Own', accounts: [] })).rejects.toThrow();
    return { root, ada };
  }

  test('A-52: of the auth proxy’s activities the failed are deleted after 7 days, the completed after 30, and nobody else’s', async () => {
    await trip();
    const before = await rows();
    const byProxy = before.filter(({ proxy_organization_id }) => proxy_organization_id !== null);
    expect(byProxy.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
      'CREATE_SUB_ORGANIZATION ACTIVITY_STATUS_COMPLETED',
      'INIT_OTP ACTIVITY_STATUS_COMPLETED',
      'INIT_OTP ACTIVITY_STATUS_COMPLETED',
      'OTP_LOGIN ACTIVITY_STATUS_COMPLETED',
      'VERIFY_OTP ACTIVITY_STATUS_COMPLETED',
      'VERIFY_OTP ACTIVITY_STATUS_FAILED',
    ]);
    await days(6.9);
    expect(await rows()).toEqual(before);
    await days(0.2);
    expect((await rows()).filter((row) => !isWhole(row)).map(({ kind }) => kind)).toEqual(['VERIFY_OTP']);
    await days(22.8);
    expect((await rows()).filter((row) => !isWhole(row))).toHaveLength(1);
    await days(0.2);
    const after = await rows();
    const others = (all: typeof before) =>
      all.filter(({ activity_id }) => !byProxy.some((row) => row.activity_id === activity_id));
    expect(others(after)).toEqual(others(before));
    const deleted = after.filter(({ activity_id }) => byProxy.some((row) => row.activity_id === activity_id));
    expect(deleted).toEqual(
      byProxy.map((row) => ({
        ...row,
        intent: '{}',
        result: '{}',
        failure: null,
        ...noVotes,
        proxy_organization_id: null,
        contact: expect.stringMatching(/^[0-9a-f]{64}$/),
      })),
    );
    // One contact, one hash; another contact, another.
    const hashes = deleted.map(({ contact }) => contact);
    const times = [...new Set(hashes)].map((hash) => hashes.filter((each) => each === hash).length);
    expect(times.sort()).toEqual([2, 4]);
  });

  test('A-52: deleted contents are nowhere in the row, and until then nothing is hashed', async () => {
    await trip();
    const whole = JSON.stringify(await rows());
    for (const contact of ['eve@example.com', 'ada@example.com']) expect(whole).toContain(contact);
    await days(31);
    const parents = (await rows()).filter(({ organization_id }) => organization_id === service.organizationId);
    expect(JSON.stringify(parents)).not.toMatch(/eve@|ada@|otpCode/);
  });

  test('A-52: deleted activities are answered without contents, in lists and to the same bytes', async () => {
    const proxy = await proxyOf(service);
    const root = await rootOf(service);
    const init = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com', appName: 'App' };
    service.clock.advanceMs(1);
    const bodies = [
      envelope(service, initOtp, proxy.organizationId, init),
      envelope(service, initOtp, proxy.organizationId, { ...init, contact: 'none' }),
    ];
    const send = (index: number) => sendStamped(service, proxy.key, initOtp, bodies[index] ?? '');
    expect((await send(0)).status).toBe(200);
    expect(await codeOf(await send(1))).toBe('CONTACT_INVALID');
    const { otp_id } = await store.db.selectFrom('otp_codes').select('otp_id').executeTakeFirstOrThrow();
    await days(31);
    for (const [index, status] of [
      [0, 'ACTIVITY_STATUS_COMPLETED'],
      [1, 'ACTIVITY_STATUS_FAILED'],
    ] as const) {
      const answer = await send(index);
      expect(answer.status).toBe(200);
      const { activity } = (await answer.json()) as { activity: Activity };
      expect(activity).toMatchObject({ type: initOtp.versions.V3.type, status, intent: {}, result: {}, votes: [] });
      expect(activity).not.toHaveProperty('failure');
    }
    const list = { organizationId: root.organizationId, filterByType: [initOtp.versions.V3.type] };
    const { activities } = await ask<{ activities: Activity[] }>(service, root.key, listActivities, list);
    expect(activities.map(({ intent, result, votes }) => ({ intent, result, votes }))).toEqual(
      Array(2).fill({ intent: {}, result: {}, votes: [] }),
    );
    expect(activities[0]).toMatchObject({
      fingerprint: expect.stringMatching(/^sha256:/),
      createdAt: expect.anything(),
    });
    // No second effect: no code was made by the same bytes.
    expect(await store.db.selectFrom('otp_codes').select('otp_id').where('otp_id', '!=', otp_id).execute()).toEqual([]);
  });

  test('A-52: a configuration lengthens the times, for what is there already, too, and never shortens them', async () => {
    await service.configure({ retentionDays: { completed: 100, failed: 1 } });
    await trip();
    const whole = async () => (await rows()).filter(isWhole).length;
    const all = await whole();
    await days(6);
    expect(await whole()).toBe(all);
    await days(2);
    expect(await whole()).toBe(all - 1);
    await days(90);
    expect(await whole()).toBe(all - 1);
    await service.configure({ retentionDays: { completed: 1, failed: 1 } });
    await days(0.1);
    // The change is one of the root user's own.
    expect(await whole()).toBe(all - 6 + 1);
  });

  test('A-52: however many are over, they are deleted in batches, those of every organization', async () => {
    await makeSubOrganization(service);
    await trip();
    const [row] = (await rows()).filter(({ kind }) => kind === 'OTP_LOGIN');
    if (!row) throw new Error('nobody logged in');
    const copies = Array.from({ length: 250 }, (_, index) => ({
      ...row,
      organization_id: `organization ${index % 7}`,
      activity_id: `activity ${index}`,
      fingerprint: `fingerprint ${index}`,
      contact: index % 3 === 0 ? null : `person${index % 50}@example.com`,
    }));
    await store.db.insertInto('activities').values(copies).execute();
    await days(31);
    const deleted = (await rows()).filter(({ activity_id }) => activity_id.startsWith('activity '));
    expect(deleted.filter(isWhole)).toEqual([]);
    expect(new Set(deleted.map(({ contact }) => contact)).size).toBe(51);
    expect(deleted.filter(({ contact }) => contact === null)).toHaveLength(84);
  });
});
