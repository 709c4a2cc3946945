import { createPolicy } from '../../../../../src/contract/policies.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { addUser } from '../../../../../src/service/coordinator/records/newUser.js';
import type { TestService } from '../../../../../src/testing/createTestService.js';
import { type Resources, resourcesOf } from '../../../../support/examples/resources.js';
import {
  apiKeyOf,
  done,
  makeMember,
  makeOtherParent,
  makeSubOrganization,
  type Party,
} from '../../../../support/parties.js';

/** An organization, its users with their rights, and its resources. */
export type Place = {
  readonly organizationId: string;
  /** `null` for a parent organization. */
  readonly parentId: string | null;
  /** Three members of the root quorum: how many must agree, {@link setThreshold} says. */
  readonly roots: readonly [Party, Party, Party];
  /** A policy allows her everything. */
  readonly allowed: Party;
  /** A policy allows him everything, once the {@link Place.voter} approves it too. */
  readonly waiting: Party;
  readonly voter: Party;
};

/** A place, and one of each kind of thing that requests name. */
export type FurnishedPlace = Place & { readonly has: Resources };

export async function makePlace(test: TestService, kind: 'parent' | 'sub-organization'): Promise<Place> {
  const root = kind === 'parent' ? await makeOtherParent(test) : (await makeSubOrganization(test)).users[0];
  const { organizationId } = root;
  const parentId = kind === 'parent' ? null : test.organizationId;
  const member = (name: string) => makeMember(test, organizationId, parentId, name);
  const [allowed, waiting, voter] = [await member('Mona'), await member('Wanda'), await member('Otto')];
  const isOne = ({ userId }: Party) => `approvers.any(u, u.id == '${userId}')`;
  const allow = (policyName: string, consensus: string) =>
    done(test, root, createPolicy, { policyName, effect: 'EFFECT_ALLOW', condition: 'true', consensus });
  await allow('Mona may', isOne(allowed));
  await allow('Wanda may, with Otto', `${isOne(waiting)} && ${isOne(voter)}`);
  const place = { organizationId, parentId, allowed, waiting, voter };
  const [second, third] = [await anotherRoot(test, place, 'Second'), await anotherRoot(test, place, 'Third')];
  return { ...place, roots: [root, second, third] };
}

export async function makeFurnishedPlace(test: TestService, kind: 'parent' | 'sub-organization') {
  const place = await makePlace(test, kind);
  return { ...place, has: await resourcesOf(test, place.roots[0], place.parentId) };
}

async function anotherRoot(
  test: TestService,
  { organizationId, parentId }: Pick<Place, 'organizationId' | 'parentId'>,
  userName: string,
): Promise<Party> {
  const key = await createSigningKey();
  const { tools } = test.service;
  const organization = { organization_id: organizationId, parent_id: parentId };
  const user = { userName, verified: { email: false, phoneNumber: false }, apiKeys: [apiKeyOf(key)] };
  const as = { isRoot: 1, isProxy: 0, keyProof: 'parent', nowMs: test.clock() } as const;
  const userId = await tools.store.transaction((transaction) => addUser(tools, transaction, organization, user, as));
  return { key, organizationId, userId };
}

/** How many of the three roots must agree. */
export async function setThreshold(
  { service }: TestService,
  { organizationId }: Place,
  threshold: number,
): Promise<void> {
  await service.tools.store.db
    .updateTable('organizations')
    .set({ root_quorum_threshold: threshold })
    .where('organization_id', '=', organizationId)
    .execute();
}
