import * as v from 'valibot';
import { pagination, uuid } from './fields.js';
import { livingTokenRefusals } from './idTokenRefusals.js';
import { feature, quorum } from './organizations.records.js';
import { query } from './row.js';

const filter = v.strictObject({
  organizationId: uuid,
  filterType: v.optional(v.pipe(v.string(), v.maxLength(64))),
  filterValue: v.optional(v.pipe(v.string(), v.maxLength(8192))),
  paginationOptions: v.optional(pagination),
});
const organizationIds = v.object({ organizationIds: v.array(v.string()) });

const listSuborgsRefusals = ['FILTER_NOT_SUPPORTED', 'CONTACT_INVALID', ...livingTokenRefusals] as const;
export interface ListSuborgsRequest extends v.InferInput<typeof filter> {}
export interface ListSuborgsResponse extends v.InferOutput<typeof organizationIds> {}
/** A named union, since its list is long. */
export type ListSuborgsRefusal = Extract<(typeof listSuborgsRefusals)[number], string>;

/**
 * The sub-organizations of a parent, all or those that a filter selects: NAME, USERNAME, EMAIL, PHONE_NUMBER, CREDENTIAL_ID, PUBLIC_KEY
 * (only keys whose holder has proved them), OIDC_TOKEN, OIDC_CLAIMS (JSON of `iss`, `sub`, `aud`), WALLET_ACCOUNT_ADDRESS (of a wallet
 * account; Ethereum's in any case, any other exactly as it was answered). Oldest first, ten a page by default; those that version 0.1 made
 * stand anywhere among them, as their ids are random.
 *
 * @throws FILTER_NOT_SUPPORTED, CONTACT_INVALID, OIDC_TOKEN_MALFORMED, OIDC_HEADER_REFUSED, OIDC_ALGORITHM_REFUSED, OIDC_ISSUER_UNKNOWN,
 * OIDC_AUDIENCE_UNKNOWN, OIDC_TOKEN_EXPIRED, OIDC_TOKEN_NOT_YET_VALID, OIDC_KEY_UNKNOWN, OIDC_SIGNATURE_INVALID, PROVIDER_UNREACHABLE,
 * PROVIDER_ANSWER_INVALID
 * @see docs/wire.md 2.15 `list_suborgs`
 * @example
 * const filter = { filterType: 'WALLET_ACCOUNT_ADDRESS', filterValue: '0x…' }
 * const { organizationIds } = await call(client, listSuborgs, filter)
 */
export const listSuborgs = query({
  name: 'list_suborgs',
  request: filter as v.GenericSchema<ListSuborgsRequest>,
  response: organizationIds as v.GenericSchema<ListSuborgsResponse>,
  proxyUser: 'own organization',
  refusals: listSuborgsRefusals as readonly ListSuborgsRefusal[],
});

export interface ListVerifiedSuborgsRequest extends v.InferInput<typeof filter> {}
export interface ListVerifiedSuborgsResponse extends v.InferOutput<typeof organizationIds> {}

/**
 * The sub-organizations with a user whose *verified* EMAIL or PHONE_NUMBER is the filter's value, in the order of {@link listSuborgs}.
 *
 * @throws FILTER_NOT_SUPPORTED, CONTACT_INVALID
 * @see docs/wire.md 2.15 `list_verified_suborgs`
 */
export const listVerifiedSuborgs = query({
  name: 'list_verified_suborgs',
  request: filter as v.GenericSchema<ListVerifiedSuborgsRequest>,
  response: organizationIds as v.GenericSchema<ListVerifiedSuborgsResponse>,
  proxyUser: 'own organization',
  refusals: ['FILTER_NOT_SUPPORTED', 'CONTACT_INVALID'],
});

const getOrganizationConfigsRequest = v.strictObject({ organizationId: uuid });
const getOrganizationConfigsResponse = v.object({ configs: v.object({ features: v.array(feature), quorum }) });
export interface GetOrganizationConfigsRequest extends v.InferInput<typeof getOrganizationConfigsRequest> {}
export interface GetOrganizationConfigsResponse extends v.InferOutput<typeof getOrganizationConfigsResponse> {}

/**
 * The enabled features of an organization and its root quorum. A login method of a sub-organization works only if its parent has it enabled
 * too.
 *
 * @see docs/wire.md 2.15 `get_organization_configs`
 */
export const getOrganizationConfigs = query({
  name: 'get_organization_configs',
  request: getOrganizationConfigsRequest as v.GenericSchema<GetOrganizationConfigsRequest>,
  response: getOrganizationConfigsResponse as v.GenericSchema<GetOrganizationConfigsResponse>,
  refusals: [],
});
