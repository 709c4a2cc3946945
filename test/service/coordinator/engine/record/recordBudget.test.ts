import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listActivities } from '../../../../../src/contract/activities.queries.js';
import { createApiKeys } from '../../../../../src/contract/credentials.js';
import { signRawPayload } from '../../../../../src/contract/signing.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
import type { SigningKey } from '../../../../../src/crypto/p256.js';
import { hourMs } from '../../../../../src/service/limits/hourCounts.js';
import type { Store } from '../../../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { apiKeyOf, done, makeSubOrganization, newKey, rootOf } from '../../../../support/parties.js';
import { recordedBytes, type SignedUp, signUpFrom, submitFrom } from '../../../../support/signUpFrom.js';
import { databases } from '../../../../support/stores.js';
import { ask, wallet } from '../../../../support/wire.js';

const mebibyte = 1_048_576;
const attackersAddress = '192.0.2.1';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let store: Store;
  beforeEach(async () => {
    store = await open();
    const often = { most: 1000, windowSeconds: 60 };
    service = await createTestService({
      store,
      recordMebibytesPerAddress: 1,
      config: { allowedAuthMethods: ['email', 'wallet'], signupsPerAddress: often },
    });
  });
  afterEach(() => service.close());

  const signUps = async (count: number, address = attackersAddress) => {
    const people: SignedUp[] = [];
    for (let made = 0; made < count; made += 1) people.push(await signUpFrom(service, address));
    return people;
  };

  /** Has a text signed of which intent and vote keep a copy each. */
  const sign = (by: SignedUp, address = attackersAddress, kibibytes = 30) => {
    service.clock.advanceMs(1);
    return submitFrom(service, by, address, {
      row: signRawPayload,
      parameters: {
        signWith: by.signWith,
        payload: 'p'.repeat(kibibytes * 1024),
        encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
        hashFunction: 'HASH_FUNCTION_SHA256',
      },
    });
  };

  /** Each in turn records as much as it is let. @returns what was answered last */
  const fill = async (people: readonly SignedUp[], address?: string) => {
    let answer = '';
    for (const person of people) {
      do answer = await sign(person, address);
      while (answer === 'done');
    }
    return answer;
  };

  test('A-52: however many sub-organizations are used from an address, it adds no more to the record than its budget', async () => {
    const people = await signUps(12);
    for (let hour = 0; hour < 2; hour += 1) {
      const before = await recordedBytes(store);
      await fill(people);
      const added = (await recordedBytes(store)) - before;
      expect(added).toBeGreaterThan(0.9 * mebibyte);
      expect(added).toBeLessThan(mebibyte + 64 * 1024);
      service.clock.advanceMs(10 * 60_000);
      for (const person of people) expect(await sign(person)).toMatch(/^TOO_MANY_ACTIVITIES (29|30)\d\d$/);
      expect((await recordedBytes(store)) - before).toBe(added);
      service.clock.advanceMs(50 * 60_000);
    }
  });

  test('A-52: nobody elsewhere is affected, and existing records are read as before', async () => {
    const people = await signUps(8);
    const [bob] = (await signUps(1, '192.0.2.2')) as [SignedUp];
    await fill(people);
    expect(await sign(bob, '192.0.2.2')).toBe('done');
    expect(await sign(bob, '')).toBe('done');
    // The same sub-organization is used from another address, which has a budget of its own.
    expect(await sign(people[0] as SignedUp, '192.0.2.2')).toBe('done');
    const { key, organizationId } = people[0] as SignedUp;
    await ask(service, key, listActivities, { organizationId });
    await signUpFrom(service, attackersAddress);
  });

  test('A-52: what a parent made for its people and what it does itself counts for no address, nor do strangers for it', async () => {
    await fill(await signUps(8));
    const made = await makeSubOrganization(service, { wallet: wallet as never });
    const [{ key, organizationId }] = made.users;
    const signWith = made.wallet.addresses[0] ?? '';
    expect(await sign({ key, organizationId, signWith, walletId: made.wallet.walletId })).toBe('done');
    const root = await rootOf(service);
    const own = { row: createWallet, parameters: { walletName: 'Own', accounts: [] } };
    service.clock.advanceMs(1);
    expect(await submitFrom(service, root, attackersAddress, own)).toBe('done');
  });

  test('A-52: a parent’s server signs for people by a key that stands in the parent, until that key has ended there', async () => {
    const people = await signUps(8);
    const [person] = people as [SignedUp];
    const root = await rootOf(service);
    const ends = { expirationSeconds: '60' };
    const servers = await newKey(service, root, root.userId, ends);
    const { userId } = await firstUser(person);
    for (const key of [servers, root.key]) await give(person, userId, key);
    expect(await fill(people)).toMatch(/^TOO_MANY_ACTIVITIES/);
    expect(await sign({ ...person, key: servers })).toBe('done');
    expect(await sign({ ...person, key: root.key })).toBe('done');
    service.clock.advanceMs(61_000);
    expect(await sign({ ...person, key: servers })).toMatch(/^TOO_MANY_ACTIVITIES/);
    expect(await sign({ ...person, key: root.key })).toBe('done');
  });

  test('A-52: in the last fifth of an address’s budget there is room for those who have recorded little', async () => {
    const [heavy, light] = (await signUps(2)) as [SignedUp, SignedUp];
    await fill([heavy]);
    const used = service.service.tools.recordCounts.addresses.current(attackersAddress, hourMs)?.bytes ?? 0;
    expect(used).toBeGreaterThan(0.8 * mebibyte);
    expect(used).toBeLessThan(0.9 * mebibyte);
    for (let count = 0; count < 2; count += 1) expect(await sign(light, attackersAddress, 0)).toBe('done');
    expect(await sign(light, attackersAddress, 30)).toBe('done');
    expect(await sign(light, attackersAddress, 0)).toMatch(/^TOO_MANY_ACTIVITIES/);
  });

  const firstUser = async ({ organizationId }: SignedUp) => {
    const users = store.db.selectFrom('users').select('user_id as userId');
    return users.where('organization_id', '=', organizationId).executeTakeFirstOrThrow();
  };

  const give = async (person: SignedUp, userId: string, key: SigningKey) => {
    const apiKeyName = `Server ${key.publicKey.slice(-8)}`;
    await done(service, person, createApiKeys, { userId, apiKeys: [apiKeyOf(key, apiKeyName)] });
  };
});

test('A-52: an address that a service knows nothing about has no budget, and 0 is none for any', async () => {
  for (const recordMebibytesPerAddress of [0, 1]) {
    const service = await createTestService({
      recordMebibytesPerAddress,
      config: { allowedAuthMethods: ['email', 'wallet'] },
    });
    const person = await signUpFrom(service, attackersAddress);
    const { addresses } = service.service.tools.recordCounts;
    addresses.open(attackersAddress, hourMs).bytes = mebibyte;
    const make = (walletName: string, address: string) =>
      submitFrom(service, person, address, { row: createWallet, parameters: { walletName, accounts: [] } });
    expect(await make('Here', '')).toBe('done');
    const expected = recordMebibytesPerAddress === 0 ? 'done' : 'TOO_MANY_ACTIVITIES 3600';
    expect(await make('There', attackersAddress)).toBe(expected);
    await service.close();
  }
});
