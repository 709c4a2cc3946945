import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SearchUsersResponse, searchUsers } from '../../../../../src/contract/loginState.queries.js';
import { createSubOrganization } from '../../../../../src/contract/organizations.js';
import type { WalletParams } from '../../../../../src/contract/shapes.js';
import { whoami } from '../../../../../src/contract/users.queries.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import {
  apiKeyOf,
  codeOf,
  done,
  makeMember,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  proxyOf,
  rootOf,
  sendStamped,
} from '../../../../support/parties.js';
import { createPasskey } from '../../../../support/passkey.js';
import { databases } from '../../../../support/stores.js';
import { ask, signUp, wallet } from '../../../../support/wire.js';

let service: TestService;
let root: Party;
afterEach(() => service.close());

const search = (query: string, more: { cursor?: string; by?: Party } = {}) => {
  const { by = root, ...page } = more;
  return ask<SearchUsersResponse>(service, by.key, searchUsers, { organizationId: by.organizationId, query, ...page });
};
const found = async (query: string, by?: Party) =>
  (await search(query, { ...(by && { by }) })).users.map(({ userId, foundBy }) => [userId, foundBy]);

describe.each(databases)('on $name', ({ open }) => {
  beforeEach(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
  });

  test('a person is found by contact, ids, credential, key, address and the beginning of the name', async () => {
    const ada = await signUp(service, 'ada@example.com');
    const passkey = await createPasskey();
    const key = await createSigningKey();
    const { subOrganizationId, rootUserIds: [bob = ''] = [] } = await done(service, root, createSubOrganization, {
      subOrganizationName: 'Bob’s',
      rootUsers: [
        {
          userName: 'Bob Miller',
          userPhoneNumber: '+14155550100',
          apiKeys: [apiKeyOf(key)],
          authenticators: [await passkey.register()],
        },
      ],
      rootQuorumThreshold: 1,
      wallet: wallet as WalletParams,
    });
    const { users } = await search(' Ada@Example.com ');
    expect(users).toEqual([
      {
        organizationId: ada.organizationId,
        userId: ada.userId,
        userName: 'ada@example.com',
        userEmail: 'ada@example.com',
        verifiedContacts: ['EMAIL'],
        foundBy: 'EMAIL',
      },
    ]);
    expect(await found(ada.userId.toUpperCase())).toEqual([[ada.userId, 'USER_ID']]);
    expect(await found(subOrganizationId)).toEqual([[bob, 'ORGANIZATION_ID']]);
    expect(await found(passkey.credentialId)).toEqual([[bob, 'CREDENTIAL_ID']]);
    expect(await found(key.publicKey)).toEqual([[bob, 'PUBLIC_KEY']]);
    expect(await found(ada.key.publicKey)).toEqual([[ada.userId, 'PUBLIC_KEY']]);
    expect(await found(ada.addresses[0]?.toLowerCase() ?? '')).toEqual([[ada.userId, 'WALLET_ACCOUNT_ADDRESS']]);
    expect(await found('Bob')).toEqual([[bob, 'USER_NAME']]);
    expect(await found('ob')).toEqual([]);
    expect(await found('bob')).toEqual([]);
    expect((await search('+14155550100')).users).toMatchObject([
      { userId: bob, verifiedContacts: [], foundBy: 'PHONE_NUMBER' },
    ]);
    expect(await found('nobody@example.com')).toEqual([]);
  });

  test('the organization’s own users are found, too, and its auth proxy’s is nobody', async () => {
    const proxy = await proxyOf(service);
    const helper = await makeMember(service, root.organizationId, null, 'Helper');
    expect(await found('Help')).toEqual([[helper.userId, 'USER_NAME']]);
    expect(await found(helper.key.publicKey)).toEqual([[helper.userId, 'PUBLIC_KEY']]);
    expect(await found(proxy.userId)).toEqual([]);
    const own = await found(root.organizationId);
    expect(own.map(([userId]) => userId).sort()).toEqual([root.userId, helper.userId].sort());
    expect(await found('Help', helper)).toEqual([[helper.userId, 'USER_NAME']]);
  });

  test('pages of twenty hold everybody once, also while others come and go', async () => {
    const ids: string[] = [];
    for (let each = 0; each < 25; each += 1) {
      const { organizationId } = await makeSubOrganization(service);
      // As many of one name as of many.
      for (const name of each < 3 ? ['Carol', `Carol ${each}`] : ['Carol'])
        ids.push((await makeMember(service, organizationId, root.organizationId, name)).userId);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: SearchUsersResponse = await search('Caro', { ...(cursor && { cursor }) });
      seen.push(...page.users.map(({ userId }) => userId));
      cursor = page.cursor;
      if (cursor) {
        expect(page.users).toHaveLength(20);
        await service.service.tools.store.db
          .deleteFrom('users')
          .where('user_id', '=', seen.at(-1) ?? '')
          .execute();
      }
    } while (cursor);
    expect(seen).toHaveLength(28);
    expect(seen.sort()).toEqual(ids.sort());
    await expect(search('Caro', { cursor: 'bm8' })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  test('T-48: nobody of another parent is found, and no person may search', async () => {
    const ada = await signUp(service, 'ada@example.com');
    const other = await makeOtherParent(service);
    for (const query of [
      'ada@example.com',
      ada.userId,
      ada.organizationId,
      ada.key.publicKey,
      ada.addresses[0] ?? '',
      'ada',
    ])
      expect(await found(query, other)).toEqual([]);
    await ask(service, ada.key, whoami, { organizationId: ada.organizationId });
    const refusal = async (by: Party, organizationId: string) =>
      codeOf(await sendStamped(service, by.key, searchUsers, JSON.stringify({ organizationId, query: 'a' })));
    expect(await refusal(ada, ada.organizationId)).toBe('NOT_AUTHORIZED');
    expect(await refusal(ada, root.organizationId)).toBe('PUBLIC_KEY_NOT_FOUND');
    expect(await refusal(other, root.organizationId)).toBe('PUBLIC_KEY_NOT_FOUND');
    expect(await refusal(await proxyOf(service), root.organizationId)).toBe('NOT_AUTHORIZED');
  });
});
