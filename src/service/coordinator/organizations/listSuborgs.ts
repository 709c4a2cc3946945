import type { SelectQueryBuilder } from 'kysely';
import { canonicalEmail, canonicalPhone } from '../../../contract/contact.js';
import type { listSuborgs } from '../../../contract/organizations.queries.js';
import { refused } from '../../../contract/refusals.js';
import type { Tables } from '../../store/schema.js';
import { passkeyLookup } from '../caller/passkeyStamp.js';
import { limitOf, type PageRequest } from '../pipeline/pagination.js';
import type { AnswerQuery, Question } from '../pipeline/question.js';

/** All sub-organizations, or those that a filter names. */
export const answerListSuborgs: AnswerQuery<typeof listSuborgs> = async (request, question) =>
  pageOfIds(filtered(question, request), request.paginationOptions);

type Ids = SelectQueryBuilder<Tables, keyof Tables, { organization_id: string }>;
type Filter = { organizationId: string; filterType?: string | undefined; filterValue?: string | undefined };

function filtered({ db }: Question, { organizationId, filterType, filterValue }: Filter): Ids {
  const all = db
    .selectFrom('organizations')
    .select('organizations.organization_id')
    .where('parent_id', '=', organizationId);
  if (filterType === undefined || filterType === '') return all as unknown as Ids;
  if (filterValue === undefined) throw refused('FILTER_NOT_SUPPORTED');
  switch (filterType) {
    case 'PUBLIC_KEY':
      return withCredential(filterValue.toLowerCase());
    case 'NAME':
      return all.where('organizations.name', '=', filterValue) as unknown as Ids;
    case 'USERNAME':
      return withUser('user_name', filterValue);
    case 'EMAIL':
      return withUser('email', canonicalEmail(filterValue));
    case 'PHONE_NUMBER':
      return withUser('phone_number', canonicalPhone(filterValue));
    case 'CREDENTIAL_ID':
      return withCredential(passkeyLookup(filterValue).lookupKey);
    default:
      throw refused('FILTER_NOT_SUPPORTED');
  }

  function withCredential(lookupKey: string): Ids {
    return db
      .selectFrom('credential_index')
      .select('organization_id')
      .where('parent_id', '=', organizationId)
      .where('lookup_key', '=', lookupKey) as unknown as Ids;
  }

  function withUser(column: 'user_name' | 'email' | 'phone_number', value: string): Ids {
    return db
      .selectFrom('users')
      .select('organization_id')
      .distinct()
      .where('parent_id', '=', organizationId)
      .where(column, '=', value) as unknown as Ids;
  }
}

/** One page of ids, in their own order. */
export async function pageOfIds(ids: unknown, page: PageRequest): Promise<{ organizationIds: string[] }> {
  let list = ids as Ids;
  if (page?.after) list = list.where('organization_id', '>', page.after);
  if (page?.before) list = list.where('organization_id', '<', page.before);
  const wayBack = page?.before !== undefined && page.after === undefined;
  const found = await list
    .orderBy('organization_id', wayBack ? 'desc' : 'asc')
    .limit(limitOf(page))
    .execute();
  const organizationIds = found.map(({ organization_id }) => organization_id);
  return { organizationIds: wayBack ? organizationIds.reverse() : organizationIds };
}
