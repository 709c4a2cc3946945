import * as v from 'valibot';
import { canonicalEmail, canonicalPhone } from '../../../../contract/contact.js';
import { uuid } from '../../../../contract/fields.js';
import type { searchUsers } from '../../../../contract/loginState.queries.js';
import type { FoundBy, FoundUser } from '../../../../contract/loginState.records.js';
import { RefusedError, refused } from '../../../../contract/refusals.js';
import { readStrictJson } from '../../../../contract/strictJson.js';
import { fromBase64Url, toBase64Url } from '../../../../crypto/base64url.js';
import { fromUtf8, utf8 } from '../../../../crypto/bytes.js';
import type { Row } from '../../../store/schema.js';
import { passkeyLookup } from '../../callers/passkeyStamp.js';
import type { AnswerQuery } from '../../engine/handlers/handler.js';
import { storedAddress } from '../../records/wallets.js';
import { type Found, type Search, usersBy } from './userSearches.js';

/**
 * Asks by one thing after another that the text may be. The cursor is the place of the last user, so that a page goes on behind it even
 * where that user is gone.
 */
export const answerSearchUsers: AnswerQuery<typeof searchUsers> = async ({ query, cursor }, { db, organization }) => {
  const searches = await searchesFor(query);
  const begin = cursor === undefined ? beginning : readCursor(cursor);
  const found: (Found & { readonly index: number })[] = [];
  for (const [index, search] of searches.entries()) {
    const most = page + 1 - found.length;
    if (index < begin.index || most === 0) continue;
    const after = index === begin.index ? begin : beginning;
    const here = await usersBy(db, search, { organizationId: organization.organization_id, after, most });
    found.push(...here.map((user) => ({ ...user, index })));
  }
  const shown = found.slice(0, page);
  const last = shown.at(-1);
  return {
    users: shown.map(({ user, by }) => written(user, by)),
    ...(found.length > page && last && { cursor: cursorOf(last) }),
  };
};

/** People on one page. */
const page = 20;

/** Everything that the text may be by its form, the exact before the beginning of a name. */
async function searchesFor(text: string): Promise<Search[]> {
  const lower = text.toLowerCase();
  if (v.is(uuid, lower)) return [{ userId: lower }, { organizationId: lower }, { namePrefix: text }];
  const email = canonicalOrNone(() => canonicalEmail(text));
  if (email !== undefined) return [{ email }, { namePrefix: text, exceptEmail: email }];
  const phoneNumber = canonicalOrNone(() => canonicalPhone(text));
  if (phoneNumber !== undefined) return [{ phoneNumber }, { namePrefix: text, exceptPhoneNumber: phoneNumber }];
  const isHex = /^[0-9a-f]{64,130}$/.test(lower);
  return [
    isHex ? { lookupKey: lower, by: 'PUBLIC_KEY' } : { lookupKey: passkeyLookup(text).lookupKey, by: 'CREDENTIAL_ID' },
    { address: await storedAddress(text) },
    { namePrefix: text },
  ];
}

function canonicalOrNone(canonical: () => string): string | undefined {
  try {
    return canonical();
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

function written(user: Row<'users'>, foundBy: FoundBy): FoundUser {
  return {
    organizationId: user.organization_id,
    userId: user.user_id,
    userName: user.user_name,
    ...(user.email !== null && { userEmail: user.email }),
    ...(user.phone_number !== null && { userPhoneNumber: user.phone_number }),
    verifiedContacts: [
      ...(user.email_verified === 1 ? ['EMAIL' as const] : []),
      ...(user.phone_verified === 1 ? ['PHONE_NUMBER' as const] : []),
    ],
    foundBy,
  };
}

/** Before everybody. */
const beginning = { index: 0, name: '', organizationId: '', userId: '' };
const id = v.union([v.literal(''), uuid]);
const cursorForm = v.strictTuple([v.pipe(v.number(), v.integer()), v.string(), id, id]);

const cursorOf = ({ index, user }: { index: number; user: Row<'users'> }): string =>
  toBase64Url(utf8(JSON.stringify([index, user.user_name, user.organization_id, user.user_id])));

/** @throws {RefusedError} REQUEST_INVALID */
function readCursor(cursor: string): typeof beginning {
  try {
    const [index, name, organizationId, userId] = v.parse(cursorForm, readStrictJson(fromUtf8(fromBase64Url(cursor))));
    return { index, name, organizationId, userId };
  } catch (cause) {
    const fieldViolations = [{ field: 'cursor', description: 'must be the cursor of an answer' }];
    throw refused('REQUEST_INVALID', { fieldViolations, cause });
  }
}
