import { describe, expect, test } from 'vitest';
import { createSubOrganization } from '../../../src/contract/organizations.js';
import { listSuborgs } from '../../../src/contract/organizations.queries.js';
import { createSigningKey, importSigningKey } from '../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { stores } from '../../support/stores.js';
import { ask, submit } from '../../support/wire.js';

describe.each(stores)('on $name', ({ open }) => {
  test('a parent finds its sub-organizations by name, user name, contact and key, page by page', async () => {
    const test = await createTestService({ store: await open() });
    const ada = await found(test, { userName: 'Ada', userEmail: 'Ada@Example.com', userPhoneNumber: '+14155550100' });
    const bob = await found(test, { userName: 'Bob', userEmail: 'bob@example.com', userPhoneNumber: '+14155550101' });

    expect(await list(test, 'NAME', 'Home of Ada')).toEqual([ada.organizationId]);
    expect(await list(test, 'USERNAME', 'Bob')).toEqual([bob.organizationId]);
    expect(await list(test, 'EMAIL', 'ada@EXAMPLE.com')).toEqual([ada.organizationId]);
    expect(await list(test, 'PHONE_NUMBER', '+14155550101')).toEqual([bob.organizationId]);
    expect(await list(test, 'PUBLIC_KEY', ada.publicKey)).toEqual([ada.organizationId]);
    expect(await list(test, 'EMAIL', 'nobody@example.com')).toEqual([]);

    const both = [ada.organizationId, bob.organizationId].sort();
    expect(await list(test)).toEqual(both);
    expect(await list(test, '', '', { limit: '1', after: both[0] })).toEqual([both[1]]);
    expect(await list(test, 'EMAIL', 'bob@example.com', { after: bob.organizationId })).toEqual([]);
    await test.close();
  });
});

type Contacts = { userName: string; userEmail: string; userPhoneNumber: string };

async function found(test: TestService, user: Contacts): Promise<{ organizationId: string; publicKey: string }> {
  const { publicKey } = await createSigningKey();
  const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }];
  const activity = await submit(
    test,
    await importSigningKey(test.rootApiKey),
    createSubOrganization,
    test.organizationId,
    {
      subOrganizationName: `Home of ${user.userName}`,
      rootUsers: [{ ...user, apiKeys, authenticators: [], oauthProviders: [] }],
      rootQuorumThreshold: 1,
    },
  );
  const result = activity.result.createSubOrganizationResultV8 as { subOrganizationId: string };
  return { organizationId: result.subOrganizationId, publicKey };
}

async function list(
  test: TestService,
  filterType?: string,
  filterValue?: string,
  paginationOptions?: object,
): Promise<string[]> {
  const { organizationId } = test;
  const request = { organizationId, filterType, filterValue, paginationOptions };
  const key = await importSigningKey(test.rootApiKey);
  return (await ask<{ organizationIds: string[] }>(test, key, listSuborgs, request)).organizationIds;
}
