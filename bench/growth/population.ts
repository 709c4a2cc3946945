import { createPolicies } from '../../src/contract/policies.js';
import { createUsers } from '../../src/contract/users.js';
import { createSigningKey, importSigningKey, type SigningKey } from '../../src/crypto/p256.js';
import { nodePrimitives } from '../../src/service/nodePrimitives.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { seed } from '../../test/support/growth/seed.js';
import { makeTemplate } from '../../test/support/growth/template.js';
import { noLimits } from '../../test/support/live/noLimits.js';
import { apiKeyOf, done } from '../../test/support/parties.js';
import { type Person, signUp, submit } from '../../test/support/wire.js';
import { policiesFor } from '../crowd.js';
import { type BenchOptions, scaled } from '../options.js';
import type { Place } from './place.js';

/** A service with many sub-organizations, and some people among them who log in again. */
export type Population = {
  readonly test: TestService;
  /** The parent's root user. */
  readonly root: SigningKey;
  readonly regulars: readonly Regular[];
  /** One of many members of an organization with many policies. */
  readonly member: Member;
  readonly count: number;
  readonly seededAtMs: number;
  readonly seedSeconds: number;
  readonly diskBytes: number;
  readonly parentWalletId: string;
};

/** A person who signed up, and logs in again and again. */
export type Regular = Person & { contact: string };

/** A user who signs with an account of their organization. */
export type Member = Pick<Person, 'key' | 'organizationId' | 'addresses'>;

const people = 100;
/** As many of both as an organization may have. */
const most = 100;

export async function gather(place: Place, count: number, options: BenchOptions): Promise<Population> {
  const clock = Object.assign(() => Date.now(), { advanceMs: () => {} });
  const test = await createTestService({
    store: place.store,
    clock,
    primitives: await nodePrimitives(),
    config: noLimits,
  });
  const template = await makeTemplate(test);
  const seededAtMs = clock();
  await place.inBulk(() => seed(place.store, template, count, seededAtMs));
  const seedSeconds = (clock() - seededAtMs) / 1000;
  const diskBytes = await place.diskBytes();
  console.log(
    `  ${place.engine}: ${count} sub-organizations in ${Math.round(seedSeconds)} s, ${Math.round(diskBytes / 1e6)} MB`,
  );
  const regulars: Regular[] = [];
  for (let index = 0; index < scaled(people, options); index += 1) {
    const contact = `regular-${index}@example.com`;
    regulars.push({ ...(await signUp(test, contact)), contact });
  }
  const root = await importSigningKey(test.rootApiKey);
  const { parentWalletId } = template;
  const member = await memberOfMany(test);
  return { test, root, regulars, member, count, seededAtMs, seedSeconds, diskBytes, parentWalletId };
}

async function memberOfMany(test: TestService): Promise<Member> {
  const owner = await signUp(test, 'owner@example.com');
  const { organizationId, addresses } = owner;
  const key = await createSigningKey();
  const names = Array.from({ length: most - 1 }, (_, index) => `Member ${index}`);
  const lists = { userTags: [], authenticators: [], oauthProviders: [] };
  const users = names.map((userName, index) => ({ userName, ...lists, apiKeys: index === 0 ? [apiKeyOf(key)] : [] }));
  const { userIds } = await done(test, owner, createUsers, { users });
  const policies = policiesFor({ userId: userIds[0] ?? '', address: addresses[0] ?? '' }, most);
  await submit(test, owner.key, createPolicies, organizationId, { policies });
  return { key, organizationId, addresses };
}
