import type { SelectQueryBuilder } from 'kysely';
import { canonicalContact, canonicalEmail, canonicalPhone } from '../../../../contract/contact.js';
import type { listSuborgs, listVerifiedSuborgs } from '../../../../contract/organizations.queries.js';
import { refused } from '../../../../contract/refusals.js';
import { issuersFor } from '../../../configuration/oauth2Apps.js';
import { identityOfClaims } from '../../../identity/claims.js';
import { verifyIdToken } from '../../../identity/verifyIdToken.js';
import type { Tables } from '../../../store/schema.js';
import { passkeyLookup } from '../../callers/passkeyStamp.js';
import { type ProviderIdentity, providerLookup } from '../../callers/providerLookup.js';
import type { AnswerQuery, QueryContext } from '../../engine/handlers/handler.js';
import { type PageRequest, readPage } from '../../engine/pagination.js';
import { storedAddress } from '../../records/wallets.js';

/** All sub-organizations, or those that a filter names. */
export const answerListSuborgs: AnswerQuery<typeof listSuborgs> = async (request, question) => {
  const { db } = question;
  const { organizationId, filterType, filterValue, paginationOptions: page } = request;
  const all = db
    .selectFrom('organizations')
    .select('organizations.organization_id')
    .where('parent_id', '=', organizationId);
  if (filterType === undefined || filterType === '') return pageOfIds(all, page);
  if (filterValue === undefined) throw refused('FILTER_NOT_SUPPORTED');
  switch (filterType) {
    case 'PUBLIC_KEY':
      return withCredential(/^[0-9a-fA-F]*$/.test(filterValue) ? filterValue.toLowerCase() : '');
    case 'NAME':
      return pageOfIds(all.where('organizations.name', '=', filterValue), page);
    case 'USERNAME':
      return withUser('user_name', filterValue);
    case 'EMAIL':
      return withUser('email', canonicalEmail(filterValue));
    case 'PHONE_NUMBER':
      return withUser('phone_number', canonicalPhone(filterValue));
    case 'CREDENTIAL_ID':
      return withCredential(passkeyLookup(filterValue).lookupKey);
    case 'WALLET_ACCOUNT_ADDRESS':
      return withAccount(await storedAddress(filterValue));
    case 'OIDC_TOKEN':
      return withCredential((await providerLookup(await identityIn(filterValue, question))).lookupKey);
    case 'OIDC_CLAIMS':
      return withCredential((await providerLookup(identityOfClaims(filterValue, question.tools))).lookupKey);
    default:
      throw refused('FILTER_NOT_SUPPORTED');
  }

  function withCredential(lookupKey: string) {
    const ids = db
      .selectFrom('credential_index')
      .select('organization_id')
      .where('parent_id', '=', organizationId)
      .where('lookup_key', '=', lookupKey);
    return pageOfIds(ids, page);
  }

  /** Accounts do not name their parent: each organization at the address, and there are few, is asked for its own. */
  function withAccount(address: string) {
    const ids = db
      .selectFrom('wallet_accounts')
      .select('organization_id')
      .distinct()
      .where('address', '=', address)
      .where(
        (account) =>
          account
            .selectFrom('organizations')
            .select('parent_id')
            .whereRef('organizations.organization_id', '=', 'wallet_accounts.organization_id'),
        '=',
        organizationId,
      );
    return pageOfIds(ids, page);
  }

  function withUser(column: 'user_name' | 'email' | 'phone_number', value: string) {
    const ids = db
      .selectFrom('users')
      .select('organization_id')
      .distinct()
      .where('parent_id', '=', organizationId)
      .where(column, '=', value);
    return pageOfIds(ids, page);
  }
};

async function identityIn(token: string, { tools, db, organization }: QueryContext): Promise<ProviderIdentity> {
  return verifyIdToken(tools, await issuersFor(db, organization), token, tools.clock());
}

/** One page of ids, in their own order. */
async function pageOfIds<Table extends keyof Tables>(
  ids: SelectQueryBuilder<Tables, Table, { organization_id: string }>,
  page: PageRequest,
): Promise<{ organizationIds: string[] }> {
  const found = await readPage(ids, { by: 'organization_id', from: 'least' }, page);
  return { organizationIds: found.map(({ organization_id }) => organization_id) };
}

/** Looks verified contacts up; a contact that is claimed only is not found. */
export const answerListVerifiedSuborgs: AnswerQuery<typeof listVerifiedSuborgs> = async (request, { db }) => {
  const { organizationId, filterType, filterValue } = request;
  if ((filterType !== 'EMAIL' && filterType !== 'PHONE_NUMBER') || filterValue === undefined) {
    throw refused('FILTER_NOT_SUPPORTED');
  }
  const contact = canonicalContact(filterType === 'EMAIL' ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS', filterValue);
  const ids = db
    .selectFrom('contacts')
    .select('organization_id')
    .distinct()
    .where('parent_id', '=', organizationId)
    .where('kind', '=', filterType)
    .where('contact', '=', contact);
  return pageOfIds(ids, request.paginationOptions);
};
