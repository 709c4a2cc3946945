import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listActivities } from '../../../../src/contract/activities.queries.js';
import { type Activity, activityStatus } from '../../../../src/contract/activities.records.js';
import { updateOrganizationName } from '../../../../src/contract/organizations.js';
import type { ActivityRow, RequestOf } from '../../../../src/contract/row.js';
import { activityRows } from '../../../../src/contract/rows.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { act, makeSubOrganization, type Party } from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask } from '../../../support/wire.js';

type Filters = Pick<
  RequestOf<typeof listActivities>,
  'filterByStatus' | 'filterByType' | 'filterBySubmitter' | 'filterByFingerprint'
>;
type Page = RequestOf<typeof listActivities>['paginationOptions'];

const wallets = createWallet.versions.V1.type;
const names = updateOrganizationName.versions.V1.type;
/** Two of three were submitted by the one, every third by the other. */
const submitters = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const [often, seldom] = submitters;
const fingerprintOf = (index: number): string => `sha256:${String(index).padStart(64, '0')}`;
const everyType = Object.values<ActivityRow>(activityRows).flatMap(({ versions }) =>
  Object.values(versions).map(({ type }) => type),
);

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  /** Three of each status and type, newest first. */
  let stored: (Pick<Activity, 'id' | 'status' | 'type' | 'fingerprint'> & { submitter: string })[];
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    [ada] = (await makeSubOrganization(service)).users;
    await act(service, ada, createWallet, { walletName: 'Wallet', accounts: [] });
    await act(service, ada, updateOrganizationName, { organizationName: 'Name' });
    stored = await copyIntoEveryStatus();
  });
  afterAll(() => service.close());

  async function copyIntoEveryStatus(): Promise<typeof stored> {
    const { db } = service.service.tools.store;
    const ofAda = db.selectFrom('activities').selectAll().where('organization_id', '=', ada.organizationId);
    const originals = await ofAda.where('type', 'in', [wallets, names]).execute();
    const turns = [1, 2, 3].flatMap(() =>
      activityStatus.options.flatMap((status) => originals.map((row) => ({ row, status }))),
    );
    const rows = turns.map(({ row, status }, index) => {
      const activity_id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
      const submitted_by = index % 3 === 0 ? seldom : often;
      return { ...row, activity_id, fingerprint: fingerprintOf(index), status, submitted_by };
    });
    await db.deleteFrom('activities').where('organization_id', '=', ada.organizationId).execute();
    await db.insertInto('activities').values(rows).execute();
    return rows.map(({ activity_id: id, submitted_by: submitter, ...row }) => ({ ...row, id, submitter })).toReversed();
  }

  async function idsOf(filters: Filters, paginationOptions: Page): Promise<string[]> {
    const request = { organizationId: ada.organizationId, ...filters, paginationOptions };
    const { activities } = await ask<{ activities: Activity[] }>(service, ada.key, listActivities, request);
    return activities.map(({ id }) => id);
  }

  const chosen = ({ filterByStatus, filterByType, filterBySubmitter, filterByFingerprint }: Filters): string[] =>
    stored
      .filter(({ submitter }) => submitter === (filterBySubmitter ?? submitter))
      .filter(({ fingerprint }) => fingerprint === (filterByFingerprint ?? fingerprint))
      .filter(({ status }) => filterByStatus?.includes(status) ?? true)
      .filter(({ type }) => filterByType?.includes(type) ?? true)
      .map(({ id }) => id);

  test.each<Filters>([
    ...activityStatus.options.map((status) => ({ filterByStatus: [status] })),
    { filterByStatus: ['ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_CONSENSUS_NEEDED'] },
    { filterByStatus: ['ACTIVITY_STATUS_REJECTED', 'ACTIVITY_STATUS_COMPLETED'] },
    { filterByStatus: ['ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_COMPLETED'], filterByType: [wallets] },
    { filterByStatus: ['ACTIVITY_STATUS_CREATED', 'ACTIVITY_STATUS_PENDING'], filterByType: [wallets, names] },
    { filterByType: [names] },
    ...submitters.map((filterBySubmitter) => ({ filterBySubmitter })),
    { filterBySubmitter: often, filterByType: [wallets] },
    { filterBySubmitter: often, filterByStatus: ['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED'] },
    { filterBySubmitter: seldom, filterByStatus: [...activityStatus.options], filterByType: [wallets, names] },
  ])('%j chooses exactly those activities, whole, forth and back', async (filters) => {
    const expected = chosen(filters);
    expect(expected.length).toBeGreaterThanOrEqual(6);
    expect(await idsOf(filters, { limit: '100' })).toEqual(expected);
    for (const [index, id] of expected.entries()) {
      expect(await idsOf(filters, { limit: '2', after: id })).toEqual(expected.slice(index + 1, index + 3));
      expect(await idsOf(filters, { limit: '2', before: id })).toEqual(expected.slice(Math.max(index - 2, 0), index));
    }
  });

  test('every type may be asked for at once, in every status', async () => {
    const filters = { filterByType: everyType };
    expect(await idsOf(filters, { limit: '100' })).toEqual(chosen({}));
    expect(await idsOf({ ...filters, filterByStatus: [...activityStatus.options] }, { limit: '3' })).toEqual(
      chosen({}).slice(0, 3),
    );
  });

  test('a fingerprint chooses its activity alone, and none where another filter does not let it through', async () => {
    const [one] = stored;
    if (!one) throw new Error('nothing is stored');
    const filterByFingerprint = one.fingerprint;
    const other = one.submitter === often ? seldom : often;
    expect(await idsOf({ filterByFingerprint }, undefined)).toEqual([one.id]);
    const same: Filters = { filterByStatus: [one.status], filterByType: [one.type], filterBySubmitter: one.submitter };
    expect(await idsOf({ ...same, filterByFingerprint }, undefined)).toEqual([one.id]);
    expect(await idsOf({ filterByFingerprint, filterBySubmitter: other }, undefined)).toEqual([]);
    expect(
      await idsOf({ filterByFingerprint, filterByType: [one.type === names ? wallets : names] }, undefined),
    ).toEqual([]);
    const status = activityStatus.options.find((each) => each !== one.status) ?? one.status;
    expect(await idsOf({ filterByFingerprint, filterByStatus: [status] }, undefined)).toEqual([]);
    expect(await idsOf({ filterByFingerprint: fingerprintOf(9_999) }, undefined)).toEqual([]);
  });

  test('two ids bound the time of any filter', async () => {
    const expected = chosen({ filterBySubmitter: often });
    const [after, before] = [expected.at(1) ?? '', expected.at(-2) ?? ''];
    expect(await idsOf({ filterBySubmitter: often }, { after, before, limit: '100' })).toEqual(expected.slice(2, -2));
  });

  test('a type that no activity can have, and a person who did nothing, choose none', async () => {
    expect(await idsOf({ filterByType: ['ACTIVITY_TYPE_UNKNOWN'] }, undefined)).toEqual([]);
    expect(
      await idsOf({ filterByType: ['ACTIVITY_TYPE_UNKNOWN'], filterByFingerprint: fingerprintOf(0) }, undefined),
    ).toEqual([]);
    expect(await idsOf({ filterBySubmitter: '33333333-3333-4333-8333-333333333333' }, undefined)).toEqual([]);
  });
});
