import * as v from 'valibot';
import { count, label, text, uuid } from './fields.js';
import { idTokenRefusals, strangersTokens } from './idTokenRefusals.js';
import { getOrganizationConfigs, listSuborgs, listVerifiedSuborgs } from './organizations.queries.js';
import { feature, featureName } from './organizations.records.js';
import { activity } from './row.js';
import { oauthProviderParams, oauthProviderParamsV2, walletResult } from './shapes.js';
import { subOrganizationParams } from './subOrganizationParams.js';
import { whoami } from './users.queries.js';

const createSubOrganizationResult = v.object({
  subOrganizationId: v.string(),
  wallet: v.optional(walletResult),
  rootUserIds: v.optional(v.array(v.string())),
});

const createSubOrganizationParameters = subOrganizationParams(oauthProviderParamsV2);
const createSubOrganizationParametersV7 = subOrganizationParams(oauthProviderParams);
const createSubOrganizationRefusals = [
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
  'PASSKEY_INVALID',
  'TOO_MANY_SIGNUPS',
  'PATH_MALFORMED',
  'PATH_NOT_HARDENED',
  'ADDRESS_FORMAT_NOT_SUPPORTED',
  'ADDRESS_FORMAT_CURVE_MISMATCH',
  'ACCOUNT_EXISTS',
  'NAME_TAKEN',
  'TOO_MANY_DERIVATIONS',
  'OIDC_NONCE_MISMATCH',
  'OIDC_CLAIMS_UNPROVED',
  ...idTokenRefusals,
] as const;
export interface CreateSubOrganizationParameters extends v.InferInput<typeof createSubOrganizationParameters> {}
export interface CreateSubOrganizationResult extends v.InferOutput<typeof createSubOrganizationResult> {}
export interface CreateSubOrganizationParametersV7 extends v.InferInput<typeof createSubOrganizationParametersV7> {}
/** A named union, since its list is long. */
export type CreateSubOrganizationRefusal = Extract<(typeof createSubOrganizationRefusals)[number], string>;

/**
 * Creates a sub-organization with its root users, their credentials, and a wallet if requested; `disable…` members switch features off.
 *
 * @remarks Keys given by the parent's own users belong to it at once; keys of a sign-up do so from their first stamp that names the new
 * organization.
 * @throws FRESH_LOGIN_REQUIRED, CONTACT_INVALID, CONTACT_NOT_VERIFIED, QUORUM_INVALID, SUB_ORGANIZATION_NESTED, CREDENTIAL_REQUIRED,
 * VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED, VERIFICATION_TOKEN_SPENT, CLIENT_SIGNATURE_INVALID, CREDENTIAL_CONFLICT,
 * PUBLIC_KEY_INVALID, PASSKEY_INVALID, TOO_MANY_SIGNUPS, PATH_MALFORMED, PATH_NOT_HARDENED, ADDRESS_FORMAT_NOT_SUPPORTED,
 * ADDRESS_FORMAT_CURVE_MISMATCH, ACCOUNT_EXISTS, NAME_TAKEN, TOO_MANY_DERIVATIONS, OIDC_NONCE_MISMATCH,
 * OIDC_CLAIMS_UNPROVED, OIDC_TOKEN_MALFORMED, OIDC_HEADER_REFUSED, OIDC_ALGORITHM_REFUSED, OIDC_ISSUER_UNKNOWN,
 * OIDC_AUDIENCE_UNKNOWN, OIDC_TOKEN_EXPIRED, OIDC_TOKEN_TOO_OLD, OIDC_TOKEN_NOT_YET_VALID, OIDC_KEY_UNKNOWN, OIDC_SIGNATURE_INVALID,
 * PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID
 * @see docs/wire.md 2.14 `create_sub_organization`
 */
export const createSubOrganization = activity({
  name: 'create_sub_organization',
  versions: {
    V8: {
      parameters: createSubOrganizationParameters as v.GenericSchema<CreateSubOrganizationParameters>,
      result: createSubOrganizationResult as v.GenericSchema<CreateSubOrganizationResult>,
    },
    V7: {
      parameters: createSubOrganizationParametersV7 as v.GenericSchema<CreateSubOrganizationParametersV7>,
      result: createSubOrganizationResult as v.GenericSchema<CreateSubOrganizationResult>,
    },
  },
  newest: 'V8',
  resource: 'ORGANIZATION',
  action: 'CREATE',
  right: 'quorum',
  fresh: 'required',
  proxyUser: 'own organization',
  secretParameters: ['verificationToken', 'oidcToken'],
  changes: [listSuborgs, listVerifiedSuborgs],
  refusals: createSubOrganizationRefusals as readonly CreateSubOrganizationRefusal[],
  unrecorded: { ...strangersTokens, OIDC_CLAIMS_UNPROVED: 'proxy', TOO_MANY_DERIVATIONS: 'always' },
});

const updateOrganizationNameParameters = v.strictObject({ organizationName: label });
const updateOrganizationNameResult = v.object({ organizationId: v.string(), organizationName: v.string() });
export interface UpdateOrganizationNameParameters extends v.InferInput<typeof updateOrganizationNameParameters> {}
export interface UpdateOrganizationNameResult extends v.InferOutput<typeof updateOrganizationNameResult> {}

/**
 * Renames the organization. `latchkey init` also finds a parent by its original name.
 *
 * @throws FRESH_LOGIN_REQUIRED
 * @see The public OpenAPI document, v1UpdateOrganizationNameIntent
 */
export const updateOrganizationName = activity({
  name: 'update_organization_name',
  versions: {
    V1: {
      parameters: updateOrganizationNameParameters as v.GenericSchema<UpdateOrganizationNameParameters>,
      result: updateOrganizationNameResult as v.GenericSchema<UpdateOrganizationNameResult>,
    },
  },
  newest: 'V1',
  resource: 'ORGANIZATION',
  action: 'UPDATE',
  right: 'root quorum',
  fresh: 'required',
  changes: [whoami],
  refusals: ['FRESH_LOGIN_REQUIRED'],
});

const updateRootQuorumParameters = v.strictObject({
  threshold: count(1, 100),
  userIds: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(100)),
});
const updateRootQuorumResult = v.object({});
export interface UpdateRootQuorumParameters extends v.InferInput<typeof updateRootQuorumParameters> {}
export interface UpdateRootQuorumResult extends v.InferOutput<typeof updateRootQuorumResult> {}

/**
 * Sets the root users, and how many of them must approve. Approvals by users who are no longer root users stop counting.
 *
 * @throws QUORUM_INVALID where the threshold is above the number of users, or the auth proxy's user is named; LAST_CREDENTIAL where fewer
 * of them than the threshold can always come back: by a key without an end, or by codes to a verified contact; FRESH_LOGIN_REQUIRED,
 * USER_NOT_FOUND
 * @see docs/wire.md S4.2 `update_root_quorum`
 */
export const updateRootQuorum = activity({
  name: 'update_root_quorum',
  versions: {
    V1: {
      parameters: updateRootQuorumParameters as v.GenericSchema<UpdateRootQuorumParameters>,
      result: updateRootQuorumResult as v.GenericSchema<UpdateRootQuorumResult>,
    },
  },
  newest: 'V1',
  resource: 'ORGANIZATION',
  action: 'UPDATE',
  right: 'root quorum',
  fresh: 'required',
  changes: [getOrganizationConfigs],
  refusals: ['FRESH_LOGIN_REQUIRED', 'USER_NOT_FOUND', 'QUORUM_INVALID', 'LAST_CREDENTIAL'],
});

const features = v.object({ features: v.array(feature) });
const setOrganizationFeatureParameters = v.strictObject({ name: featureName, value: text });
export interface SetOrganizationFeatureParameters extends v.InferInput<typeof setOrganizationFeatureParameters> {}
export interface SetOrganizationFeatureResult extends v.InferOutput<typeof features> {}

/**
 * Enables a feature, or changes its value. `FEATURE_NAME_WEBAUTHN_ORIGINS` takes exact origins, separated by commas; a sub-organization's
 * must be among its parent's. The login methods (`FEATURE_NAME_OTP_EMAIL_AUTH`, `FEATURE_NAME_SMS_AUTH`, `FEATURE_NAME_EMAIL_AUTH`,
 * `FEATURE_NAME_EMAIL_RECOVERY`) are enabled by default, and accept any value.
 *
 * @returns all enabled features.
 * @throws FRESH_LOGIN_REQUIRED, NOT_YET_SUPPORTED for every other feature
 * @see docs/wire.md 2.14 `set_organization_feature`
 */
export const setOrganizationFeature = activity({
  name: 'set_organization_feature',
  versions: {
    V1: {
      parameters: setOrganizationFeatureParameters as v.GenericSchema<SetOrganizationFeatureParameters>,
      result: features as v.GenericSchema<SetOrganizationFeatureResult>,
    },
  },
  newest: 'V1',
  resource: 'ORGANIZATION',
  action: 'UPDATE',
  right: 'root quorum',
  fresh: 'required',
  changes: [getOrganizationConfigs],
  refusals: ['FRESH_LOGIN_REQUIRED', 'NOT_YET_SUPPORTED'],
});

const removeOrganizationFeatureParameters = v.strictObject({ name: featureName });
export interface RemoveOrganizationFeatureParameters extends v.InferInput<typeof removeOrganizationFeatureParameters> {}
export interface RemoveOrganizationFeatureResult extends v.InferOutput<typeof features> {}

/**
 * Disables a feature. Disabling a parent's login method disables it in its sub-organizations too, even for users who have no other way to
 * log in; the service only prevents that the organization's own root quorum is locked out.
 *
 * @returns all enabled features.
 * @throws LAST_CREDENTIAL where too few root users could come back without it; FRESH_LOGIN_REQUIRED, NOT_YET_SUPPORTED
 */
export const removeOrganizationFeature = activity({
  name: 'remove_organization_feature',
  versions: {
    V1: {
      parameters: removeOrganizationFeatureParameters as v.GenericSchema<RemoveOrganizationFeatureParameters>,
      result: features as v.GenericSchema<RemoveOrganizationFeatureResult>,
    },
  },
  newest: 'V1',
  resource: 'ORGANIZATION',
  action: 'DELETE',
  right: 'root quorum',
  fresh: 'required',
  changes: [getOrganizationConfigs],
  refusals: ['FRESH_LOGIN_REQUIRED', 'NOT_YET_SUPPORTED', 'LAST_CREDENTIAL'],
});
