import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
import { deleteApiKeys } from '../../../../../src/contract/credentials.js';
import { stampLogin } from '../../../../../src/contract/sessions.js';
import { deleteUsers, updateUserName } from '../../../../../src/contract/users.js';
import { whoami } from '../../../../../src/contract/users.queries.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { hourMs } from '../../../../../src/service/limits/hourCounts.js';
import type { Store } from '../../../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  done,
  makeMember,
  makeSubOrganization,
  type Party,
  refusedAs,
} from '../../../../support/parties.js';
import { signUpFrom, submitFrom } from '../../../../support/signUpFrom.js';
import { databases } from '../../../../support/stores.js';
import { ask } from '../../../../support/wire.js';

const address = '192.0.2.1';
/** Of which a login has 10 in reserve, and a user 100. */
const activities = 1000;

describe.each(databases)('the budget of what is recorded, on $name', ({ open }) => {
  let service: TestService;
  let store: Store;
  beforeEach(async () => {
    store = await open();
    service = await createTestService({
      store,
      recordPerHour: { mebibytes: 64, activities },
      config: { allowedAuthMethods: ['wallet'] },
    });
  });
  afterEach(() => service.close());

  const spend = (organizationId: string) => {
    service.service.tools.recordCounts.organizations.open(organizationId, hourMs).activities = activities;
  };
  const renamed = { userName: 'Another' };
  /** By a key it is a login, by a session a renewal. */
  const logIn = async (by: Party): Promise<Party & { apiKeyId: string }> => {
    const key = await createSigningKey();
    await done(service, by, stampLogin, { publicKey: key.publicKey });
    const keys = store.db.selectFrom('credentials').select('credential_id').where('lookup_key', '=', key.publicKey);
    return { ...by, key, apiKeyId: (await keys.executeTakeFirstOrThrow()).credential_id };
  };

  test('A-52: a member who has spent it keeps no root member from logging in, voting and deleting them', async () => {
    const { users, organizationId } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    const [ada, bob] = users as [Party, Party];
    const mallory = await makeMember(service, organizationId, service.organizationId, 'Mallory');
    spend(organizationId);
    await refusedAs('TOO_MANY_ACTIVITIES', service, mallory, updateUserName, { userId: mallory.userId, ...renamed });
    await refusedAs('TOO_MANY_ACTIVITIES', service, ada, createWallet, { walletName: 'Wallet', accounts: [] });
    const session = await logIn(ada);
    const { fingerprint } = await act(service, session, deleteUsers, { userIds: [mallory.userId] });
    await done(service, bob, approveActivity, { fingerprint });
    const left = store.db.selectFrom('users').select('user_id').where('user_id', '=', mallory.userId);
    expect(await left.execute()).toEqual([]);
  });

  test('A-52: what a root member may record beyond it has a bound for each login, and a tenfold one for the user', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const vote = (by: Party) =>
      act(service, by, approveActivity, { fingerprint: `sha256:${'0'.repeat(64)}` }).catch(({ code }) => code);
    spend(ada.organizationId);
    const [stolen, fresh] = [await logIn(ada), await logIn(ada)];
    const votes: string[] = [];
    for (let count = 0; count < 11; count += 1) votes.push(await vote(stolen));
    expect(votes.filter((code) => code === 'TOO_MANY_ACTIVITIES')).toHaveLength(1);
    expect(await vote(stolen)).toBe('TOO_MANY_ACTIVITIES');
    // A renewal is the same login.
    await refusedAs('TOO_MANY_ACTIVITIES', service, stolen, stampLogin, { publicKey: fresh.key.publicKey });
    expect(await vote(fresh)).not.toBe('TOO_MANY_ACTIVITIES');
    const { reserves } = service.service.tools.recordCounts;
    reserves.open(`${ada.organizationId} ${ada.userId}`, hourMs).activities = 100;
    expect(await vote(fresh)).toBe('TOO_MANY_ACTIVITIES');
    // What ends sessions needs no reserve: there are no more of them than were made.
    await refusedAs('TOO_MANY_ACTIVITIES', service, fresh, deleteApiKeys, {
      userId: ada.userId,
      apiKeyIds: [stolen.apiKeyId, absentId],
    });
    await done(service, fresh, deleteApiKeys, { userId: ada.userId, apiKeyIds: [stolen.apiKeyId, fresh.apiKeyId] });
    service.clock.advanceMs(60 * 60_000);
    expect(await vote(ada)).not.toBe('TOO_MANY_ACTIVITIES');
  });

  test('A-52: a member ends their own sessions whatever others of the organization have recorded, and nothing else', async () => {
    const { organizationId } = await makeSubOrganization(service);
    const member = await makeMember(service, organizationId, service.organizationId);
    const session = await logIn(member);
    const keys = store.db
      .selectFrom('credentials')
      .select('credential_id')
      .where('lookup_key', '=', member.key.publicKey);
    const { credential_id: lasting } = await keys.executeTakeFirstOrThrow();
    spend(organizationId);
    const { userId } = member;
    for (const apiKeyIds of [[lasting], [lasting, session.apiKeyId], [absentId]])
      await refusedAs('TOO_MANY_ACTIVITIES', service, member, deleteApiKeys, { userId, apiKeyIds });
    await done(service, session, deleteApiKeys, { userId, apiKeyIds: [session.apiKeyId] });
  });

  test('A-52: behind an address whose budget others have spent, people still log in and out, each a little', async () => {
    const [ada, eve] = [await signUpFrom(service, address), await signUpFrom(service, address)];
    const { addresses, reserves } = service.service.tools.recordCounts;
    const spent = 128 * 1_048_576;
    addresses.open(address, hourMs).bytes = spent;
    const logInFrom = async (by: typeof ada) => {
      service.clock.advanceMs(1);
      const { publicKey } = await createSigningKey();
      return submitFrom(service, by, address, { row: stampLogin, parameters: { publicKey } });
    };
    expect(await logInFrom(ada)).toBe('done');
    const wallet = { row: createWallet, parameters: { walletName: 'Wallet', accounts: [] } };
    expect(await submitFrom(service, ada, address, wallet)).toMatch(/^TOO_MANY_ACTIVITIES/);
    const { userId } = await ask(service, ada.key, whoami, { organizationId: ada.organizationId });
    reserves.open(`${ada.organizationId} ${userId} from ${address}`, hourMs).bytes = 0.001 * spent;
    expect(await logInFrom(ada)).toMatch(/^TOO_MANY_ACTIVITIES/);
    expect(await logInFrom(eve)).toBe('done');
    reserves.open(`from ${address}`, hourMs).bytes = 0.2 * spent;
    expect(await logInFrom(eve)).toMatch(/^TOO_MANY_ACTIVITIES/);
  });
});
