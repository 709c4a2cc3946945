import { listVerifiedSuborgs } from '../../../../../src/contract/organizations.queries.js';
import type { User } from '../../../../../src/contract/shapes.js';
import { createUsers } from '../../../../../src/contract/users.js';
import { getUser, listUsers } from '../../../../../src/contract/users.queries.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import type { Store } from '../../../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { apiKeyOf, done, makeSubOrganization, type Party, rootOf } from '../../../../support/parties.js';
import { ask } from '../../../../support/wire.js';

/** The lists of a new user that has nothing. */
export const none = { apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };

let counter = 0;

/** An address that nobody had before. */
export function unique(name: string): string {
  counter += 1;
  return `${name}-${counter}@example.com`;
}

/** A service with room for many codes. */
export async function openUsersService(store: Store): Promise<TestService> {
  const service = await createTestService({ store });
  const often = { most: 1000, windowSeconds: 60 };
  await service.configure({ codesPerAddress: often, codesPerContact: often, codesPerContactAndAddress: often });
  return service;
}

/** A sub-organization of two root users, and what one of them does with its users. */
export async function makeRootUsers(service: TestService) {
  const [ada, bob = ada] = (await makeSubOrganization(service, { roots: 2 })).users;
  const readUser = async (userId: string, by: Party = ada): Promise<User> =>
    (await ask<{ user: User }>(service, by.key, getUser, { organizationId: by.organizationId, userId })).user;
  const usersOf = async (by: Party = ada): Promise<User[]> =>
    (await ask<{ users: User[] }>(service, by.key, listUsers, { organizationId: by.organizationId })).users;
  const add = async (userName: string, more: object = {}, by: Party = ada): Promise<string> => {
    const { userIds } = await done(service, by, createUsers, { users: [{ userName, ...none, ...more }] });
    return userIds[0] ?? '';
  };
  const member = async (userName = 'Carol', by: Party = ada): Promise<Party> => {
    const key = await createSigningKey();
    return { ...by, key, userId: await add(userName, { apiKeys: [apiKeyOf(key)] }, by) };
  };
  const foundBy = async (contact: string): Promise<string[]> => {
    const root = await rootOf(service);
    const filter = { organizationId: root.organizationId, filterType: 'EMAIL', filterValue: contact };
    return (await ask<{ organizationIds: string[] }>(service, root.key, listVerifiedSuborgs, filter)).organizationIds;
  };
  return { ada, bob, readUser, usersOf, add, member, foundBy };
}

export type RootUsers = Awaited<ReturnType<typeof makeRootUsers>>;
