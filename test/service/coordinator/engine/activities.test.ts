import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getActivity, listActivities } from '../../../../src/contract/activities.queries.js';
import { type Activity, activityAnswer } from '../../../../src/contract/activities.records.js';
import { createSubOrganization } from '../../../../src/contract/organizations.js';
import { readActivity } from '../../../../src/contract/readActivity.js';
import type { ActivityRow } from '../../../../src/contract/row.js';
import { activityRows } from '../../../../src/contract/rows.js';
import { createWallet, createWalletAccounts } from '../../../../src/contract/wallets.js';
import { utf8 } from '../../../../src/crypto/bytes.js';
import { sha256 } from '../../../../src/crypto/digest.js';
import { createSigningKey, verify } from '../../../../src/crypto/p256.js';
import { readActivityEnvelope, readParameters } from '../../../../src/service/coordinator/engine/incoming.js';
import { fingerprintOf } from '../../../../src/service/coordinator/engine/record/fingerprint.js';
import { verifyStamp } from '../../../../src/stampers/stamp.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { absentId, act, makeSubOrganization, type Party, refusedAs, sendStamped } from '../../../support/parties.js';
import { testShared, wireVector } from '../../../support/publishedVectors.js';
import { databases } from '../../../support/stores.js';
import { ask, envelope } from '../../../support/wire.js';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    [ada] = (await makeSubOrganization(service)).users;
  });

  const list = async (request: object = {}) => {
    const { organizationId } = ada;
    return (await ask<{ activities: Activity[] }>(service, ada.key, listActivities, { organizationId, ...request }))
      .activities;
  };
  const ids = (activities: Activity[]) => activities.map(({ id }) => id);
  const make = (index: number) => act(service, ada, createWallet, { walletName: `Wallet ${index}`, accounts: [] });

  test('an activity is the flat form, with every member of the specification', async () => {
    const activity = await make(0);
    const nowMs = service.clock();
    const at = { seconds: String(Math.floor(nowMs / 1000)), nanos: String((nowMs % 1000) * 1_000_000) };
    expect(activity).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      organizationId: ada.organizationId,
      status: 'ACTIVITY_STATUS_COMPLETED',
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      timestampMs: String(nowMs),
      intent: { createWalletIntent: { walletName: 'Wallet 0', accounts: [] } },
      result: { createWalletResult: { walletId: expect.any(String), addresses: [] } },
      votes: [expect.objectContaining({ userId: ada.userId, selection: 'VOTE_SELECTION_APPROVED' })],
      fingerprint: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      canApprove: false,
      canReject: false,
      createdAt: at,
      updatedAt: at,
    });
  });

  test('activities are listed newest first, ten a page, forth and back', async () => {
    const made: string[] = [];
    for (let index = 0; index < 12; index += 1) made.unshift((await make(index)).id);
    expect(ids(await list())).toEqual(made.slice(0, 10));
    const page = async (paginationOptions: object) => ids(await list({ paginationOptions }));
    expect(await page({ limit: '100' })).toEqual(made);
    expect(await page({ limit: '5', after: made[4] })).toEqual(made.slice(5, 10));
    expect(await page({ limit: '5', after: made[11] })).toEqual([]);
    expect(await page({ limit: '3', before: made[8] })).toEqual(made.slice(5, 8));
    expect(await page({ limit: '3', before: made[0] })).toEqual([]);
    await expect(list({ paginationOptions: { limit: '101' } })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  test('filters by status and by type hold together', async () => {
    const wallet = await make(0);
    const accounts = [
      { curve: 'CURVE_ED25519', pathFormat: 'PATH_FORMAT_BIP32', path: "m/0'", addressFormat: 'ADDRESS_FORMAT_SOLANA' },
    ];
    await refusedAs('WALLET_NOT_FOUND', service, ada, createWalletAccounts, { walletId: absentId, accounts });
    const filtered = async (request: object) => (await list(request)).map(({ type, status }) => [type, status]);
    const failed = [createWalletAccounts.versions.V1.type, 'ACTIVITY_STATUS_FAILED'];
    const completed = [createWallet.versions.V1.type, 'ACTIVITY_STATUS_COMPLETED'];
    expect(await filtered({})).toEqual([failed, completed]);
    expect(await filtered({ filterByStatus: ['ACTIVITY_STATUS_FAILED'] })).toEqual([failed]);
    expect(await filtered({ filterByType: [createWallet.versions.V1.type] })).toEqual([completed]);
    expect(await filtered({ filterByStatus: ['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED'] })).toHaveLength(2);
    expect(
      await filtered({ filterByStatus: ['ACTIVITY_STATUS_FAILED'], filterByType: [createWallet.versions.V1.type] }),
    ).toEqual([]);
    expect(await filtered({ filterByStatus: [], filterByType: [] })).toHaveLength(2);
    await expect(list({ filterByStatus: ['DONE'] })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    const request = { organizationId: ada.organizationId, activityId: wallet.id };
    expect((await ask<{ activity: Activity }>(service, ada.key, getActivity, request)).activity).toEqual(wallet);
  });

  test('a cursor of another organization finds nothing', async () => {
    const { id } = await make(0);
    const [bob] = (await makeSubOrganization(service)).users;
    const { activities } = await ask<{ activities: Activity[] }>(service, bob.key, listActivities, {
      organizationId: bob.organizationId,
      paginationOptions: { before: id },
    });
    expect(activities).toEqual([]);
  });
});

describe('before every activity', () => {
  let service: TestService;
  let ada: Party;
  beforeAll(async () => {
    service = await createTestService();
    [ada] = (await makeSubOrganization(service)).users;
  });
  afterAll(() => service.close());

  const violationsOf = async (row: ActivityRow, body: string): Promise<string[]> => {
    const { details } = await (await sendStamped(service, ada.key, row, body)).json();
    const { fieldViolations = [] } = details.find((detail: object) => 'fieldViolations' in detail) ?? {};
    return fieldViolations.map(({ field, description }: Record<string, string>) => `${field} ${description}`);
  };

  test.each(Object.values<ActivityRow>(activityRows).map((row) => [row.name, row] as const))(
    '%s names the member that it does not know',
    async (_name, row) => {
      const body = envelope(service, row, ada.organizationId, { surprise: 1 });
      expect(await violationsOf(row, body)).toContain('parameters.surprise is not a member of this request');
      const outside = body.replace('{', '{"surprise":1,');
      expect(await violationsOf(row, outside)).toEqual(['surprise is not a member of this request']);
    },
  );

  test('T-62 a name with invisible characters is refused, and the refusal does not repeat it', async () => {
    const { publicKey } = await createSigningKey();
    for (const apiKeyName of ['a\u202eb', 'a\u2066b', 'a\nb', 'a\u0007b', '', 'x'.repeat(256)]) {
      const apiKeys = [{ apiKeyName, publicKey, curveType: 'API_KEY_CURVE_P256' }];
      const body = envelope(service, activityRows.createApiKeys, ada.organizationId, { userId: ada.userId, apiKeys });
      const [violation] = await violationsOf(activityRows.createApiKeys, body);
      expect(violation).toMatch(/^parameters\.apiKeys\.0\.apiKeyName must/);
      expect(violation).not.toContain('x'.repeat(256));
    }
  });

  test('whether App Proofs are asked for is yes or no', async () => {
    const body = envelope(service, createWallet, ada.organizationId, { walletName: 'Proof', accounts: [] });
    const asked = body.replace('{', '{"generateAppProofs":"yes",');
    const { details } = await (await sendStamped(service, ada.key, createWallet, asked)).json();
    expect(details[0].reason).toBe('REQUEST_INVALID');
    const declined = body.replace('{', '{"generateAppProofs":false,');
    expect((await sendStamped(service, ada.key, createWallet, declined)).status).toBe(200);
  });

  test('a null member counts as absent', async () => {
    const parameters = { walletName: 'Null', accounts: [], mnemonicLength: null };
    const body = envelope(service, createWallet, ada.organizationId, parameters);
    const { activity } = await (await sendStamped(service, ada.key, createWallet, body)).json();
    expect(activity.intent).toEqual({ createWalletIntent: { walletName: 'Null', accounts: [] } });
  });
});

type Captured = { postBody: string; fingerprint: string; fullActivityResponse: { activity: Activity } };

testShared(
  wireVector<Captured>('activity-fingerprint-1'),
  'an activity that the hosted service once answered has our fingerprint, our shape, and a vote that verifies',
  async ({ postBody, fingerprint, fullActivityResponse }) => {
    expect(await fingerprintOf({ sha256 }, utf8(postBody))).toBe(fingerprint);
    const request = readActivityEnvelope(createSubOrganization, utf8(postBody));
    expect(request.version.type).toMatch(/_V7$/);
    expect(readParameters(request, utf8(postBody))).toMatchObject({ rootQuorumThreshold: 1 });
    const { activity } = v.parse(activityAnswer, fullActivityResponse);
    expect(activity).toMatchObject({ fingerprint, votes: [{ message: postBody }] });
    expect(readActivity(createSubOrganization, activity).result?.rootUserIds).toHaveLength(1);
    const [{ publicKey = '', signature = '' } = {}] = activity.votes;
    const stamp = { publicKey, signature, scheme: 'SIGNATURE_SCHEME_TK_API_P256' as const };
    expect(await verifyStamp(stamp, utf8(postBody), verify)).toBe(true);
  },
);
