import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity, rejectActivity } from '../../../../../src/contract/activities.js';
import { getActivity, listActivities } from '../../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../../src/contract/activities.records.js';
import type { User } from '../../../../../src/contract/shapes.js';
import { signRawPayload } from '../../../../../src/contract/signing.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
import { utf8 } from '../../../../../src/crypto/bytes.js';
import { sha256 } from '../../../../../src/crypto/digest.js';
import { toHex } from '../../../../../src/crypto/hex.js';
import { votesIn } from '../../../../../src/service/coordinator/engine/votes/readVotes.js';
import { decidingVote } from '../../../../../src/service/coordinator/engine/votes/votes.js';
import type { Store } from '../../../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import {
  act,
  codeOf,
  done,
  makeSubOrganization,
  type Party,
  refusedAs,
  sendStamped,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { envelope, post, stampOf, wallet } from '../../../../support/wire.js';

const kib = 1024;
const mib = 1024 * kib;

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let store: Store;
  let ada: Party;
  let address: string;
  beforeEach(async () => {
    store = await open();
    service = await createTestService({ store });
    const { users, wallet: made } = await makeSubOrganization(service, { wallet: wallet as never });
    [ada] = users;
    address = made.addresses[0] ?? '';
  });
  afterEach(() => service.close());

  const payloadOf = (payload: string, signWith = address) => ({
    signWith,
    payload,
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' as const,
    hashFunction: 'HASH_FUNCTION_SHA256' as const,
  });
  const dropped = async (text: string) => `[dropped sha256:${toHex(await sha256(utf8(text)))}]`;

  /** A page, and how many bytes it came in. */
  async function page(request: object = {}): Promise<{ activities: Activity[]; bytes: number }> {
    const body = JSON.stringify({ organizationId: ada.organizationId, ...request });
    const text = await (await post(service, listActivities.path, body, await stampOf(ada.key, body))).text();
    return { ...JSON.parse(text), bytes: utf8(text).length };
  }

  /** All pages from an end of the list to the other. */
  async function pages(way: 'after' | 'before', filter: object = {}): Promise<{ ids: string[][]; bytes: number[] }> {
    const ids: string[][] = [];
    const bytes: number[] = [];
    // Every id is greater than this one, and none is less.
    let from = way === 'after' ? undefined : '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const paginationOptions = { limit: '100', ...(from && { [way]: from }) };
      const read = await page({ ...filter, paginationOptions });
      if (read.activities.length === 0) return { ids, bytes };
      ids.push(read.activities.map(({ id }) => id));
      bytes.push(read.bytes);
      from = (way === 'after' ? read.activities.at(-1) : read.activities[0])?.id;
    }
  }

  const stored = () =>
    store.db
      .selectFrom('activities')
      .selectAll()
      .where('organization_id', '=', ada.organizationId)
      .orderBy('activity_id', 'desc')
      .execute();

  /** What a database holds that was there before members were bounded: refused signatures of so many bytes, kept twice. */
  async function olderRecords(count: number, bytes: number): Promise<void> {
    const refused = act(service, ada, signRawPayload, payloadOf('small', 'nobody'));
    await expect(refused).rejects.toMatchObject({ code: 'SIGNER_NOT_FOUND' });
    const [row] = await stored();
    if (!row) throw new Error('nothing was recorded');
    const payload = 'p'.repeat(bytes);
    const [vote] = votesIn(row, []);
    if (!vote) throw new Error('nobody voted');
    const { publicKey, signature } = vote;
    const voter = vote.user as User;
    const stamp = { publicKey, signature, scheme: 'SIGNATURE_SCHEME_TK_API_P256' } as const;
    const message = JSON.stringify(payloadOf(payload, 'nobody'));
    for (let made = 0; made < count; made += 1) {
      const place = String(made).padStart(4, '0');
      const older = {
        activity_id: `0190aaaa-${place}-7000-8000-000000000000`,
        fingerprint: `sha256:${place}`,
        intent: JSON.stringify({ signRawPayloadIntentV2: payloadOf(payload, 'nobody') }),
        ...decidingVote(service.service.tools, { voter, message, stamp, nowMs: 0 }),
      };
      await store.db
        .insertInto('activities')
        .values({ ...row, ...older })
        .execute();
    }
  }

  test('A-48: a payload above 64 KiB is refused, and nothing is recorded', async () => {
    const before = await stored();
    await done(service, ada, signRawPayload, payloadOf('p'.repeat(64 * kib)));
    for (const payload of ['p'.repeat(64 * kib + 1), 'é'.repeat(32 * kib + 1)]) {
      await refusedAs('REQUEST_INVALID', service, ada, signRawPayload, payloadOf(payload));
    }
    expect(await stored()).toHaveLength(before.length + 1);
  });

  test('A-48: a body of white space or escapes, which a vote would keep in full, is refused unrecorded', async () => {
    const before = await stored();
    const body = envelope(service, signRawPayload, ada.organizationId, payloadOf('hello'));
    for (const sparse of [
      body.replace('{', `{${' '.repeat(mib - 2 * kib)}`),
      body.replace('hello', '\\u0068'.repeat(60_000)),
    ]) {
      const answer = await sendStamped(service, ada.key, signRawPayload, sparse);
      expect([answer.status, await codeOf(answer)]).toEqual([400, 'REQUEST_INVALID']);
    }
    expect(await stored()).toHaveLength(before.length);
    const indented = JSON.stringify(JSON.parse(body), null, 8);
    expect((await sendStamped(service, ada.key, signRawPayload, indented)).status).toBe(200);
  });

  test('A-48: of a refused signature the long members are kept and shown as their hash, and so is the vote’s message', async () => {
    const payload = 'p'.repeat(60 * kib);
    service.clock.advanceMs(1);
    const body = envelope(service, signRawPayload, ada.organizationId, payloadOf(payload, 'nobody'));
    expect(await codeOf(await sendStamped(service, ada.key, signRawPayload, body))).toBe('SIGNER_NOT_FOUND');
    const [row] = await stored();
    expect(JSON.stringify([row?.intent, row && votesIn(row, [])]).length).toBeLessThan(3 * kib);
    const { activities } = await page();
    const [activity] = activities;
    expect(activity?.intent).toEqual({ signRawPayloadIntentV2: payloadOf(await dropped(payload), 'nobody') });
    expect(activity?.votes[0]?.message).toBe(await dropped(body));
    expect(activity?.fingerprint).toBe((await dropped(body)).slice('[dropped '.length, -1));
    // The same bytes still get the same error.
    expect(await codeOf(await sendStamped(service, ada.key, signRawPayload, body))).toBe('SIGNER_NOT_FOUND');
  });

  test('A-48: of a failed activity a list that is long is kept as the hash of its JSON, and short members in full', async () => {
    const accounts = Array.from({ length: 20 }, () => ({ ...wallet.accounts[0], path: 'm/1/' }));
    const failing = act(service, ada, createWallet, { walletName: 'Ünïcode', accounts, mnemonicLength: 24 });
    await expect(failing).rejects.toMatchObject({ code: 'PATH_MALFORMED' });
    const { activities } = await page();
    expect(activities[0]?.intent).toEqual({
      createWalletIntent: {
        walletName: 'Ünïcode',
        accounts: await dropped(JSON.stringify(accounts)),
        mnemonicLength: 24,
      },
    });
  });

  test('A-48: what waited for votes and failed then is kept as its hash, too; what completed is kept in full', async () => {
    const { users, wallet: made } = await makeSubOrganization(service, {
      roots: 2,
      threshold: 2,
      wallet: wallet as never,
    });
    const [bob, carol] = users as [Party, Party];
    const payload = 'p'.repeat(8 * kib);
    const outcomes = new Map<string, Activity>();
    for (const signWith of ['nobody', made.addresses[0] ?? '']) {
      const { id, fingerprint } = await act(service, bob, signRawPayload, payloadOf(payload, signWith));
      await act(service, carol, approveActivity, { fingerprint });
      const body = JSON.stringify({ organizationId: bob.organizationId, activityId: id });
      const answer = await post(service, getActivity.path, body, await stampOf(bob.key, body));
      const { activity } = (await answer.json()) as { activity: Activity };
      outcomes.set(activity.status, activity);
    }
    const payloads = [...outcomes].map(([status, { intent }]) => [
      status,
      (intent.signRawPayloadIntentV2 as { payload: string }).payload,
    ]);
    expect(payloads).toEqual([
      ['ACTIVITY_STATUS_FAILED', await dropped(payload)],
      ['ACTIVITY_STATUS_COMPLETED', payload],
    ]);
    const messages = [...outcomes.values()].map(({ votes }) => votes[0]?.message.slice(0, 9));
    expect(messages).toEqual(['[dropped ', '{"type":"']);
  });

  test('A-48: a page ends at 1 MiB, and the cut loses and doubles nothing, forth and back, filtered and not', async () => {
    for (let made = 0; made < 24; made += 1) {
      await done(service, ada, signRawPayload, payloadOf(`${made} ${'p'.repeat(60 * kib)}`));
    }
    const all = (await stored()).map(({ activity_id }) => activity_id);
    const bySigning = { filterByType: [signRawPayload.versions.V2.type] };
    for (const filter of [{}, bySigning]) {
      const forth = await pages('after', filter);
      expect(forth.ids.flat()).toEqual(all);
      const back = await pages('before', filter);
      expect([...back.ids].reverse().flat()).toEqual(all);
      for (const { ids, bytes } of [forth, back]) {
        expect(ids.length).toBeGreaterThan(2);
        for (const size of bytes) expect(size).toBeLessThanOrEqual(mib);
        // Full, but for the last one.
        for (const size of bytes.slice(0, -1)) expect(size).toBeGreaterThan(mib * 0.8);
      }
    }
  });

  test('A-48: records of an older database, a mebibyte each and kept twice, are answered one by one and shown as hashes', async () => {
    await olderRecords(12, mib - 4 * kib);
    const { ids, bytes } = await pages('after');
    expect(ids.map((each) => each.length)).toEqual(expect.arrayContaining(Array(12).fill(1)));
    expect(new Set(ids.flat()).size).toBe((await stored()).length);
    expect(Math.max(...bytes)).toBeLessThan(8 * kib);
    expect((await pages('before')).ids.flat()).toHaveLength(ids.flat().length);
  });

  test('A-48: votes count for the page: an activity whose votes are long leaves the next to the next page', async () => {
    const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    const [bob] = users as [Party, Party];
    [ada] = users;
    for (const name of ['One', 'Two', 'Three'])
      await act(service, bob, createWallet, { walletName: name, accounts: [] });
    await store.db
      .updateTable('votes')
      .set({ message: 'm'.repeat(300 * kib) })
      .where('organization_id', '=', bob.organizationId)
      .execute();
    expect((await pages('after')).ids.map((each) => each.length)).toEqual([1, 1, 1]);
    const { activities } = await page();
    await act(service, bob, rejectActivity, { fingerprint: activities[0]?.fingerprint });
  });

  test('A-48: an organization holds at most 100 wallets', async () => {
    const [row] = await store.db.selectFrom('wallets').selectAll().execute();
    if (!row) throw new Error('there is no wallet');
    const rows = Array.from({ length: 98 }, (_, index) => ({
      ...row,
      wallet_id: randomUUID(),
      wallet_name: `Wallet ${index}`,
      ordinal: index + 2,
    }));
    await store.db.insertInto('wallets').values(rows).execute();
    await done(service, ada, createWallet, { walletName: 'The hundredth', accounts: [] });
    await refusedAs('LIMIT_REACHED', service, ada, createWallet, { walletName: 'One more', accounts: [] });
    const other = (await makeSubOrganization(service)).users[0];
    await done(service, other, createWallet, { walletName: 'One more', accounts: [] });
  });
});
