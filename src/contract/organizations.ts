import * as v from 'valibot';
import { pagination, uuid } from './fields.js';
import { activity, query } from './row.js';
import { oauthProviderParams, oauthProviderParamsV2, subOrganizationParams, walletResult } from './shapes.js';

const createSubOrganizationResult = v.object({
  subOrganizationId: v.string(),
  wallet: v.optional(walletResult),
  rootUserIds: v.optional(v.array(v.string())),
});

/**
 * Makes a sub-organization with its root users, their keys, and a wallet if asked.
 *
 * @remarks Keys that the parent's own users give lead to it at once; one that a sign-up through the auth proxy brings, from its
 * first stamp that names the new organization on.
 * @throws FRESH_LOGIN_REQUIRED, CONTACT_INVALID, CONTACT_NOT_VERIFIED, QUORUM_INVALID, SUB_ORGANIZATION_NESTED, and those of the verification token
 * @see Wire facts 2.14 `create_sub_organization`
 */
export const createSubOrganization = activity({
  name: 'create_sub_organization',
  type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8',
  intentKey: 'createSubOrganizationIntentV8',
  resultKey: 'createSubOrganizationResultV8',
  parameters: subOrganizationParams(oauthProviderParamsV2),
  result: createSubOrganizationResult,
  older: [
    {
      type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7',
      intentKey: 'createSubOrganizationIntentV7',
      resultKey: 'createSubOrganizationResultV7',
      parameters: subOrganizationParams(oauthProviderParams),
      result: createSubOrganizationResult,
    },
  ],
  secrets: ['verificationToken', 'oidcToken'],
  fresh: 'asked for',
  refusals: [
    'FRESH_LOGIN_REQUIRED',
    'CONTACT_INVALID',
    'CONTACT_NOT_VERIFIED',
    'CREDENTIAL_REQUIRED',
    'QUORUM_INVALID',
    'SUB_ORGANIZATION_NESTED',
    'VERIFICATION_TOKEN_INVALID',
    'VERIFICATION_TOKEN_EXPIRED',
    'VERIFICATION_TOKEN_SPENT',
    'CLIENT_SIGNATURE_INVALID',
    'CREDENTIAL_CONFLICT',
    'PUBLIC_KEY_INVALID',
    'TOO_MANY_SIGNUPS',
    'NOT_YET_SUPPORTED',
    'PATH_MALFORMED',
    'PATH_NOT_HARDENED',
    'ADDRESS_FORMAT_NOT_SUPPORTED',
    'ADDRESS_FORMAT_CURVE_MISMATCH',
    'ACCOUNT_EXISTS',
    'NAME_TAKEN',
    'TOO_MANY_DERIVATIONS',
  ],
});

const filter = v.strictObject({
  organizationId: uuid,
  filterType: v.optional(v.pipe(v.string(), v.maxLength(64))),
  filterValue: v.optional(v.pipe(v.string(), v.maxLength(1024))),
  paginationOptions: v.optional(pagination),
});
const organizationIds = v.object({ organizationIds: v.array(v.string()) });

/**
 * The sub-organizations of a parent, all or those a filter names: NAME, USERNAME, EMAIL, PHONE_NUMBER, CREDENTIAL_ID, PUBLIC_KEY
 * (of proved keys alone: what somebody claims of another's key is not found).
 *
 * @throws FILTER_NOT_SUPPORTED
 * @see Wire facts 2.15 `list_suborgs`
 */
export const listSuborgs = query({
  name: 'list_suborgs',
  request: filter,
  response: organizationIds,
  refusals: ['FILTER_NOT_SUPPORTED', 'NOT_YET_SUPPORTED'],
});

/**
 * The sub-organizations with a user whose *verified* EMAIL or PHONE_NUMBER is the filter's value.
 *
 * @throws FILTER_NOT_SUPPORTED
 * @see Wire facts 2.15 `list_verified_suborgs`
 */
export const listVerifiedSuborgs = query({
  name: 'list_verified_suborgs',
  request: filter,
  response: organizationIds,
  refusals: ['FILTER_NOT_SUPPORTED'],
});
