import { generateP256KeyPair } from '@turnkey/crypto';
import { createApiKeys } from '../../src/contract/credentials.js';
import { type ActivityRow, newestOf, type QueryRow, versionOf } from '../../src/contract/row.js';
import { activityRows, queryRows } from '../../src/contract/rows.js';
import type { TestService } from '../../src/testing/createTestService.js';
import { exampleOf, type RowName, requestOfVersion } from '../support/examples/examples.js';
import { type Resources, resourcesOf } from '../support/examples/resources.js';
import { apiKeyOf, done, makeOtherParent, makeSubOrganization, type Party } from '../support/parties.js';
import type { Loopback } from './loopback.js';

/** An activity or a query, by its name in our contract. */
export type Row = { readonly name: RowName; readonly row: ActivityRow | QueryRow };

export const everyRow: readonly Row[] = Object.entries<ActivityRow | QueryRow>({ ...activityRows, ...queryRows }).map(
  ([name, row]) => ({ name: name as RowName, row }),
);

/** A method of a third-party client. */
export type Method = (input: object) => Promise<unknown>;

/** The name of the method that posts to a path, which is in its source text. Methods that only create a request are left out. */
export function methodNames(client: object): ReadonlyMap<string, string> {
  const names = new Set([
    ...Object.getOwnPropertyNames(client),
    ...Object.getOwnPropertyNames(Object.getPrototypeOf(client)),
  ]);
  const found = [...names].map(
    (name) =>
      [/\.\w+\(\s*["'](\/public\/v1\/\w+\/\w+)["']/.exec(String(Reflect.get(client, name)))?.[1], name] as const,
  );
  return new Map(found.flatMap(([path, name]) => (path === undefined ? [] : [[path, name] as const])).reverse());
}

/** An organization to which examples are sent: with the key that stamps them, and the resources that they name. */
export type Place = {
  readonly organizationId: string;
  readonly key: { readonly publicKey: string; readonly privateKey: string };
  readonly has: Resources;
  readonly isParent: boolean;
};

/** A parent and a sub-organization, each with one resource of every kind. */
export async function openPlaces(home: Loopback): Promise<Place[]> {
  // With the machine's clock, because the clients use it, too.
  const test: TestService = { ...home, clock: Object.assign(() => Date.now(), { advanceMs: () => {} }) };
  const [sub] = (await makeSubOrganization(test)).users;
  return [await placeOf(test, await makeOtherParent(test), null), await placeOf(test, sub, home.organizationId)];
}

async function placeOf(test: TestService, root: Party, parentId: string | null): Promise<Place> {
  const { organizationId, userId } = root;
  const key = generateP256KeyPair();
  await done(test, root, createApiKeys, { userId, apiKeys: [apiKeyOf(key, 'Exported')] });
  return { organizationId, key, has: await resourcesOf(test, root, parentId), isParent: parentId === null };
}

/** The expected answer to a row's example in an organization, as an activity of that type. */
export function expectedOf({ name, row }: Row, { isParent }: Place, type: string): string {
  if (row.kind === 'activity' && versionOf(row, type) === undefined) return 'NOT_YET_SUPPORTED';
  const { inParent = 'ok', inSub = 'ok' } = exampleOf(name);
  return isParent ? inParent : inSub;
}

/** The activity type that a method sends by itself, or else our newest one, which is passed to it. */
export function typeSentBy(method: Method, { row }: Row): string {
  if (row.kind === 'query') return '';
  return /["'](ACTIVITY_TYPE_\w+)["']/.exec(String(method))?.[1] ?? newestOf(row).type;
}

/** The example's parameters for that type. */
export function membersOf({ name, row }: Row, type: string, has: Resources): object | Promise<object> {
  const version = row.kind === 'activity' ? versionOf(row, type)?.name : undefined;
  return requestOfVersion(name, version ?? '', has);
}

/** `ok`, or the code of the refusal that a client throws. */
export async function outcomeOf(answer: Promise<unknown>): Promise<string> {
  try {
    await answer;
    return 'ok';
  } catch (error) {
    const reason = reasonIn(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

function reasonIn(error: unknown): string | undefined {
  const { details, cause } = error as { details?: { reason?: string }[]; cause?: unknown };
  const reason = Array.isArray(details) ? details.find((detail) => detail.reason !== undefined)?.reason : undefined;
  return reason ?? (cause === undefined ? undefined : reasonIn(cause));
}
