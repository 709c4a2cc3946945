import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { FoundBy } from '../../../../contract/loginState.records.js';
import { limits } from '../../../limits/limits.js';
import type { Row, Tables } from '../../../store/schema.js';
import { usersOf } from '../../records/users.js';

/** One thing that people are found by, in the form in which it is stored. */
export type Search =
  | { readonly userId: string }
  | { readonly organizationId: string }
  | { readonly email: string }
  | { readonly phoneNumber: string }
  | { readonly lookupKey: string; readonly by: 'CREDENTIAL_ID' | 'PUBLIC_KEY' }
  | { readonly address: string }
  /** Without those whom the same text finds by their contact: a sign-up names people by it. */
  | { readonly namePrefix: string; readonly exceptEmail?: string; readonly exceptPhoneNumber?: string };

export type Found = { readonly user: User; readonly by: FoundBy };
type User = Row<'users'>;

/** Where a page begins, and how much of the list is wanted. */
export type SearchPage = {
  /** The top-level organization: its own users and those of its sub-organizations are searched. */
  readonly organizationId: string;
  readonly after: Place;
  readonly most: number;
};
/** Users are in the order of their organizations and ids; those found by a name, first in the order of names. */
type Place = { readonly name: string; readonly organizationId: string; readonly userId: string };

/** The next users that a search finds. The auth proxy's own is nobody. */
export async function usersBy(db: Kysely<Tables>, search: Search, part: SearchPage): Promise<Found[]> {
  const { users, by } = await candidates(db, search, part);
  const order = by === 'USER_NAME' ? byName : byPlace;
  const after = { user_name: part.after.name, organization_id: part.after.organizationId, user_id: part.after.userId };
  return users
    .filter((user) => user.is_proxy === 0 && order(user, after) > 0)
    .sort(order)
    .slice(0, part.most)
    .map((user) => ({ user, by }));
}

type Placed = Pick<User, 'user_name' | 'organization_id' | 'user_id'>;
const byPlace = (one: Placed, other: Placed): number =>
  compare(one.organization_id, other.organization_id) || compare(one.user_id, other.user_id);
const byName = (one: Placed, other: Placed): number => compare(one.user_name, other.user_name) || byPlace(one, other);

/** By bytes, as the database compares. */
const compare = (one: string, other: string): number => {
  const [mine, theirs] = [[...one], [...other]];
  const at = mine.findIndex((character, index) => character !== theirs[index]);
  if (at === -1) return mine.length - theirs.length;
  return (mine[at]?.codePointAt(0) ?? 0) - (theirs[at]?.codePointAt(0) ?? -1);
};

/** All of the next users, and some that may be before or behind them. */
async function candidates(
  db: Kysely<Tables>,
  search: Search,
  part: SearchPage,
): Promise<{ readonly users: readonly User[]; readonly by: FoundBy }> {
  if ('lookupKey' in search) return { users: await usersWithKey(db, search.lookupKey, part), by: search.by };
  if ('address' in search)
    return {
      users: await usersOfAll(db, await organizationsAt(db, search.address, part)),
      by: 'WALLET_ACCOUNT_ADDRESS',
    };
  const own = await usersOf(db, part.organizationId);
  const below = db.selectFrom('users').selectAll().where('parent_id', '=', part.organizationId);
  if ('organizationId' in search) {
    const { organizationId } = search;
    const isOwn = organizationId === part.organizationId;
    const users = isOwn ? own : await usersOf(db, organizationId);
    return {
      users: users.filter(({ parent_id }) => isOwn || parent_id === part.organizationId),
      by: 'ORGANIZATION_ID',
    };
  }
  if ('userId' in search) {
    const { userId } = search;
    const users = await below.where('user_id', '=', userId).execute();
    return { users: [...own.filter(({ user_id }) => user_id === userId), ...users], by: 'USER_ID' };
  }
  if ('namePrefix' in search) return { users: await usersNamed(db, search, own, part), by: 'USER_NAME' };
  const [column, value, by] =
    'email' in search
      ? (['email', search.email, 'EMAIL'] as const)
      : (['phone_number', search.phoneNumber, 'PHONE_NUMBER'] as const);
  const users = await nextOf(below.where(column, '=', value), part)
    .orderBy('organization_id')
    .execute();
  return { users: [...own.filter((user) => user[column] === value), ...users], by };
}

/** Of one organization at each end of the page there may be so many that do not belong to it. */
const mostAtEnds = 2 * (limits.users.most + 1);

/** From the organization of the last user on. */
const nextOf = (users: SelectQueryBuilder<Tables, 'users', User>, { after, most }: SearchPage) =>
  users.where('organization_id', '>=', after.organizationId).limit(most + mostAtEnds);

/** Those of the last user's name, and then those of later names: each is one part of the index. */
async function usersNamed(
  db: Kysely<Tables>,
  { namePrefix, exceptEmail, exceptPhoneNumber }: Extract<Search, { namePrefix: string }>,
  own: readonly User[],
  part: SearchPage,
): Promise<readonly User[]> {
  const { after, most, organizationId } = part;
  const below = db.selectFrom('users').selectAll().where('parent_id', '=', organizationId);
  const same =
    after.name === ''
      ? []
      : await nextOf(below.where('user_name', '=', after.name), part)
          .orderBy('organization_id')
          .execute();
  const later = await below
    .where('user_name', after.name < namePrefix ? '>=' : '>', after.name < namePrefix ? namePrefix : after.name)
    .where('user_name', '<', `${namePrefix}${lastCharacter}`)
    .orderBy('user_name')
    .orderBy('organization_id')
    .limit(most + mostAtEnds)
    .execute();
  return [...own.filter(({ user_name }) => user_name.startsWith(namePrefix)), ...same, ...later].filter(
    ({ email, phone_number }) =>
      (exceptEmail === undefined || email !== exceptEmail) &&
      (exceptPhoneNumber === undefined || phone_number !== exceptPhoneNumber),
  );
}

/** Behind every character of a name. */
const lastCharacter = '\u{10ffff}';

/** By a credential that leads to its holder: a passkey, or a key that its holder has stamped with. */
async function usersWithKey(db: Kysely<Tables>, lookupKey: string, part: SearchPage): Promise<User[]> {
  const { organizationId, after, most } = part;
  const places = await db
    .selectFrom('credential_index')
    .select(['organization_id', 'user_id'])
    .where('parent_id', '=', organizationId)
    .where('lookup_key', '=', lookupKey)
    .where('organization_id', '>=', after.organizationId)
    .orderBy('organization_id')
    .limit(most + 1)
    .execute();
  const own = await db
    .selectFrom('credentials')
    .select(['organization_id', 'user_id'])
    .where('organization_id', '=', organizationId)
    .where('lookup_key', '=', lookupKey)
    .execute();
  const holders = new Map([...own, ...places].map((place) => [place.organization_id, place.user_id]));
  return (await usersOfAll(db, [...holders.keys()])).filter(
    (user) => holders.get(user.organization_id) === user.user_id,
  );
}

/** The next organizations with an account at the address. Accounts do not name their parent: each organization, and there are few, is asked for its own. */
async function organizationsAt(
  db: Kysely<Tables>,
  address: string,
  { organizationId, after, most }: SearchPage,
): Promise<readonly string[]> {
  const found = await db
    .selectFrom('wallet_accounts')
    .select('organization_id')
    .distinct()
    .where('address', '=', address)
    .where('organization_id', '>=', after.organizationId)
    .where((account) =>
      account.or([
        account('organization_id', '=', organizationId),
        account(
          account
            .selectFrom('organizations')
            .select('parent_id')
            .whereRef('organizations.organization_id', '=', 'wallet_accounts.organization_id'),
          '=',
          organizationId,
        ),
      ]),
    )
    .orderBy('organization_id')
    .limit(most + 1)
    .execute();
  return found.map(({ organization_id }) => organization_id);
}

async function usersOfAll(db: Kysely<Tables>, organizationIds: readonly string[]): Promise<User[]> {
  if (organizationIds.length === 0) return [];
  return db.selectFrom('users').selectAll().where('organization_id', 'in', organizationIds).execute();
}
