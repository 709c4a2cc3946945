import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { getActivity } from '../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../src/contract/activities.records.js';
import type { Right } from '../../../../src/contract/facts.js';
import { createPolicy, deletePolicy } from '../../../../src/contract/policies.js';
import type { ActivityRow } from '../../../../src/contract/row.js';
import { activityRows } from '../../../../src/contract/rows.js';
import { guardedOutbound } from '../../../../src/service/node/guardedOutbound.js';
import type { Store } from '../../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../support/contents.js';
import { unique } from '../../../support/examples/example.js';
import { deleteEndpointsBut } from '../../../support/examples/webhooks.js';
import { noNames } from '../../../support/noNames.js';
import {
  absentId,
  act,
  codeOf,
  done,
  makeOtherParent,
  type Party,
  refusedAs,
  sendStamped,
} from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask, envelope } from '../../../support/wire.js';
import { changesBetween, masked, recordTables } from './everyActivity/changes.js';
import { effectiveRequest, oauth2Provider, placeFor } from './everyActivity/effects.js';
import { type FurnishedPlace, makeFurnishedPlace, setThreshold } from './everyActivity/places.js';

type Name = keyof typeof activityRows;
const names = Object.keys(activityRows) as Name[];
const rowOf = (name: Name): ActivityRow => activityRows[name];

/** The policies, by who may submit a row. */
const policiesAsked: Record<Right, 'of it' | 'of it, but never for consent' | 'never'> = {
  quorum: 'of it',
  'own credential': 'of it',
  'own contact': 'of it',
  parent: 'of it',
  login: 'of it',
  'own login': 'of it, but never for consent',
  'root quorum': 'never',
  vote: 'never',
};

describe.each(databases)('every activity on $name', ({ name: database, open }) => {
  let store: Store;
  let service: TestService;
  let shared: { test: TestService; parent: FurnishedPlace; sub: FurnishedPlace };
  let stranger: Party;
  beforeAll(async () => {
    store = await open();
    service = await createTestService({
      store,
      outbound: guardedOutbound('public and loopback', noNames),
      publicUrl: 'https://latchkey.test',
      oauth2Endpoints: (await oauth2Provider()).endpoints,
    });
    const parent = await makeFurnishedPlace(service, 'parent');
    shared = { test: service, parent, sub: await makeFurnishedPlace(service, 'sub-organization') };
    stranger = await makeOtherParent(service);
  });
  afterAll(() => service.close());
  /** Past every limit that counts by the hour. */
  const rest = () => service.clock.advanceMs(61 * 60_000);
  beforeEach(rest);
  afterEach(() => deleteEndpointsBut(store, [shared.parent.has.endpointId]));

  const contents = () => contentsOf(store);
  /** Of what activities do, as opposed to their record. */
  const effects = () => contentsOf(store, { but: recordTables });
  const read = async ({ organizationId, key }: Party, activityId: string) =>
    (await ask<{ activity: Activity }>(service, key, getActivity, { organizationId, activityId })).activity;
  const resultOf = ({ result }: Activity) => masked(JSON.stringify(result));

  /** An organization, the caller there, and the request. */
  async function prepared(name: Name, who: (place: FurnishedPlace) => Party) {
    const place = await placeFor(name, shared);
    const by = who(place);
    return { place, by, request: await effectiveRequest(name, { test: service, place, by }) };
  }

  /** Done at once, by whom nobody else's consent is needed for. */
  async function doneAtOnce(name: Name, who: (place: FurnishedPlace) => Party) {
    rest();
    const { by, request } = await prepared(name, who);
    const before = await effects();
    const activity = await act(service, by, rowOf(name), request);
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    return { activity, changes: changesBetween(before, await effects()) };
  }

  test.each(names)('T-22 %s: the same bytes get the same activity, and happen once', async (name) => {
    const { place, by, request } = await prepared(name, ({ roots }) => roots[0]);
    const body = envelope(service, rowOf(name), place.organizationId, request);
    const first = await sendStamped(service, by.key, rowOf(name), body);
    const after = await contents();
    service.clock.advanceMs(1000);
    const second = await sendStamped(service, by.key, rowOf(name), body);
    expect(first.status).toBe(200);
    expect(await contents()).toEqual(after);
    // A deleted organization has no keys any more.
    if (name === 'deleteSubOrganization') expect(await codeOf(second)).toBe('ORGANIZATION_NOT_FOUND');
    else expect(await second.text()).toBe(await first.text());
    await setThreshold(service, place, 1);
  });

  test.each(names.filter((name) => rowOf(name).right !== 'vote'))(
    'T-50 %s: once others consent it does what it does at once, and nothing before',
    async (name) => {
      const row = rowOf(name);
      // A test message names nobody: it is always for oneself.
      const asked = policiesAsked[name === 'sendTestMessage' ? 'own login' : row.right];
      const ofRoots = asked === 'never' || row.ofOthers === 'root quorum';
      const atOnce = await doneAtOnce(name, ({ roots, allowed }) => (ofRoots ? roots[0] : allowed));
      // A signature, a token for a code, and an event are all that they leave.
      if (row.action === 'SIGN' || ['oauth2Authenticate', 'resendWebhookDelivery'].includes(name))
        expect(atOnce.changes).toEqual({});
      else expect(atOnce.changes).not.toEqual({});
      if (asked === 'of it, but never for consent') {
        expect(await doneAtOnce(name, ({ waiting }) => waiting)).toMatchObject({ changes: atOnce.changes });
        return;
      }
      rest();
      const { place, by, request } = await prepared(name, ({ roots, waiting }) => (ofRoots ? roots[0] : waiting));
      if (ofRoots) await setThreshold(service, place, 2);
      const before = await effects();
      const waits = await act(service, by, row, request);
      expect(waits).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', result: {} });
      expect(changesBetween(before, await effects())).toEqual({});
      await act(service, ofRoots ? place.roots[1] : place.voter, approveActivity, { fingerprint: waits.fingerprint });
      expect(changesBetween(before, await effects())).toEqual(atOnce.changes);
      await setThreshold(service, place, 1);
      if (name === 'deleteSubOrganization') return;
      const executed = await read(by, waits.id);
      expect(executed.status).toBe('ACTIVITY_STATUS_COMPLETED');
      expect(resultOf(executed)).toBe(resultOf(await read(by, atOnce.activity.id)));
    },
  );

  // Who may, no statement of one database alone decides.
  if (database === databases[0]?.name) {
    test.each(names)(
      'T-48 %s: in a foreign organization and in none it is refused, whatever it names, and changes nothing',
      async (name) => {
        const { place, request } = await prepared(name, ({ roots }) => roots[0]);
        const before = await contents();
        const [there, nowhere] = await Promise.all(
          [place.organizationId, absentId].map(async (organizationId) => {
            const body = envelope(service, rowOf(name), organizationId, request);
            const answer = await sendStamped(service, stranger.key, rowOf(name), body);
            return [answer.status, await codeOf(answer)];
          }),
        );
        expect(there).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
        expect(nowhere).toEqual([404, 'ORGANIZATION_NOT_FOUND']);
        expect(await contents()).toEqual(before);
      },
    );

    test.each(names)('T-49 %s: a policy that denies it counts, whatever else allows it', async (name) => {
      const row = rowOf(name);
      const voted = row.right === 'vote';
      const { place, by, request } = await prepared(name, ({ allowed, voter }) => (voted ? voter : allowed));
      const { policyId } = await done(service, place.roots[0], createPolicy, {
        policyName: unique('Deny'),
        effect: 'EFFECT_DENY',
        condition: `activity.kind == '${row.activityKind}'`,
      });
      const own = 'userId' in request && row.right !== 'quorum' ? [{ ...request, userId: by.userId }] : [];
      const before = await contents();
      for (const asked of voted ? [] : [request, ...own]) {
        await refusedAs('NOT_AUTHORIZED', service, by, row, asked);
        expect(await contents()).toEqual(before);
      }
      if (voted) expect(await act(service, by, row, request)).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' });
      await done(service, place.roots[0], deletePolicy, { policyId });
    });
  }
});
