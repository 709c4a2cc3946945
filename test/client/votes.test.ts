import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../src/client/call.js';
import { createClient } from '../../src/client/createClient.js';
import { submit } from '../../src/client/submit.js';
import { approveActivity } from '../../src/contract/activities.js';
import { getActivity } from '../../src/contract/activities.queries.js';
import { createWallet } from '../../src/contract/wallets.js';
import { keyStamper } from '../../src/stampers/keyStamper.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { act, makeSubOrganization, type Party } from '../support/parties.js';
import { json, wireServer } from './wireServer.js';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const id = '22222222-2222-4222-8222-222222222222';
const by = ({ key, organizationId }: Party) => ({ stamper: keyStamper(key), organizationId });

test('two people who approve at one instant are both counted', async () => {
  const { users } = await makeSubOrganization(service, { roots: 3, threshold: 3 });
  const [ada, ...others] = users as [Party, Party, Party];
  const { fingerprint, id: activityId } = await act(service, ada, createWallet, { walletName: 'W', accounts: [] });
  // The clock does not move, so that both sign the same bytes.
  const clientOf = () =>
    createClient({
      authProxyUrl: 'https://latchkey.test',
      authProxyConfigId: service.authProxyConfigId,
      clock: service.clock,
      fetch: (url, init) => service.fetch(new Request(url, init)),
    });
  await Promise.all(others.map((party) => submit(clientOf(), approveActivity, { fingerprint }, by(party))));
  const { activity } = await call(clientOf(), getActivity, { activityId }, by(ada));
  expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  expect(activity.votes).toHaveLength(3);
});

test('a vote that is not counted is signed again with a later time, twice at most', async () => {
  const refusal = { code: 10, message: 'not counted', details: [{ '@type': errorInfo, reason: 'VOTE_NOT_COUNTED' }] };
  const { url, received } = await wireServer(json(refusal, 409, { Date: 'Tue, 14 Nov 2023 22:13:20 GMT' }));
  const [ada] = (await makeSubOrganization(service)).users;
  const client = createClient({ authProxyUrl: url, authProxyConfigId: id, clock: () => 1_700_000_000_500 });
  const answer = submit(client, approveActivity, { fingerprint: `sha256:${'0'.repeat(64)}` }, by(ada));
  await expect(answer).rejects.toMatchObject({ code: 'VOTE_NOT_COUNTED' });
  const times = received.map(({ body }) => Number(JSON.parse(body).timestampMs));
  expect(times).toEqual([1_700_000_000_500, 1_700_000_000_501, 1_700_000_000_502]);
});

const errorInfo = 'type.googleapis.com/google.rpc.ErrorInfo';
