import { afterEach, beforeEach, expect, test } from 'vitest';
import { rejectActivity } from '../../../../src/contract/activities.js';
import { createPolicies } from '../../../../src/contract/policies.js';
import { signRawPayload, signRawPayloads } from '../../../../src/contract/signing.js';
import { openLibsql } from '../../../../src/service/store/openLibsql.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { countTurns } from '../../../support/countTurns.js';
import { act, done, makeMember, makeSubOrganization } from '../../../support/parties.js';
import { wallet } from '../../../support/wire.js';

/** Typed data that are read in some milliseconds. */
const typedData = (name: string, count: number): string =>
  JSON.stringify({
    types: { Flag: [{ name: 'isOn', type: 'bool' }], Flags: [{ name: 'all', type: 'Flag[]' }] },
    domain: { name },
    primaryType: 'Flags',
    message: { all: Array.from({ length: count }, () => ({ isOn: true })) },
  });

const hashed = { encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' } as const;

let service: TestService;
/** The turns of the event loop that each transaction waited for, since it was asked last. */
let turnsInside: number[];
let stop: () => void;

beforeEach(async () => {
  const store = await openLibsql(':memory:');
  const counting = countTurns();
  stop = counting.stop;
  turnsInside = [];
  service = await createTestService({
    store: {
      ...store,
      transaction: (run) =>
        store.transaction(async (transaction) => {
          const before = counting.turn();
          try {
            return await run(transaction);
          } finally {
            turnsInside.push(counting.turn() - before);
          }
        }),
    },
  });
});

afterEach(async () => {
  stop();
  await service.close();
});

test('A-65: a transaction waits for no turn of others, whatever policies read of what is signed in it.', async () => {
  const { users, organizationId, wallet: made } = await makeSubOrganization(service, { wallet: wallet as never });
  const [root] = users;
  const member = await makeMember(service, organizationId, service.organizationId);
  const reads = { effect: 'EFFECT_ALLOW' as const, condition: "eth.eip_712.primary_type == 'Flags'" };
  await done(service, root, createPolicies, { policies: [{ policyName: 'Flags', ...reads }] });
  const signWith = made?.addresses[0] ?? '';
  turnsInside = [];
  const payloads = Array.from({ length: 8 }, (_, index) => typedData(`Data ${index}`, 600));
  await Promise.all([
    ...payloads.map((payload) => done(service, member, signRawPayload, { signWith, payload, ...hashed })),
    ...payloads.map((payload) => done(service, root, signRawPayload, { signWith, payload, ...hashed })),
    done(service, member, signRawPayloads, { signWith, payloads: payloads.slice(0, 4), ...hashed }),
    done(service, root, signRawPayload, { signWith, payload: typedData('Short', 10), ...hashed }),
  ]);
  expect(turnsInside).toHaveLength(18);
  expect(Math.max(...turnsInside)).toBe(0);
});

test('A-65: who rejects what waits begins again where it is long, and its payloads are read before the transaction.', async () => {
  const { users, organizationId, wallet: made } = await makeSubOrganization(service, { wallet: wallet as never });
  const [root] = users;
  const parent = service.organizationId;
  const [asks, votes] = [
    await makeMember(service, organizationId, parent),
    await makeMember(service, organizationId, parent, 'Otto'),
  ];
  const consensus = `approvers.any(a, a.id == '${asks.userId}') && approvers.any(a, a.id == '${votes.userId}')`;
  const condition = "eth.eip_712.primary_type == 'Flags'";
  const both = { policyName: 'Both', effect: 'EFFECT_ALLOW' as const, consensus, condition };
  await done(service, root, createPolicies, { policies: [both] });
  const payloads = Array.from({ length: 4 }, (_, index) => typedData(`Data ${index}`, 600));
  const signing = { signWith: made?.addresses[0] ?? '', payloads, ...hashed };
  const { fingerprint, status } = await act(service, asks, signRawPayloads, signing);
  expect(status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  turnsInside = [];
  await done(service, votes, rejectActivity, { fingerprint });
  expect(turnsInside).toEqual([0, 0]);
});
