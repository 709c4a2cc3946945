import * as v from 'valibot';
import { listSuborgs, listVerifiedSuborgs } from './organizations.queries.js';
import { activity } from './row.js';
import { oauthProviderParams, oauthProviderParamsV2, subOrganizationParams, walletResult } from './shapes.js';

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
  'TOO_MANY_SIGNUPS',
  'NOT_YET_SUPPORTED',
  'PATH_MALFORMED',
  'PATH_NOT_HARDENED',
  'ADDRESS_FORMAT_NOT_SUPPORTED',
  'ADDRESS_FORMAT_CURVE_MISMATCH',
  'ACCOUNT_EXISTS',
  'NAME_TAKEN',
  'TOO_MANY_DERIVATIONS',
] as const;
export interface CreateSubOrganizationParameters extends v.InferInput<typeof createSubOrganizationParameters> {}
export interface CreateSubOrganizationResult extends v.InferOutput<typeof createSubOrganizationResult> {}
export interface CreateSubOrganizationParametersV7 extends v.InferInput<typeof createSubOrganizationParametersV7> {}
/** A named union, since its list is long. */
export type CreateSubOrganizationRefusal = Extract<(typeof createSubOrganizationRefusals)[number], string>;

/**
 * Makes a sub-organization with its root users, their keys, and a wallet if asked.
 *
 * @remarks Keys that the parent's own users give lead to it at once; one that a sign-up through the auth proxy brings, from its
 * first stamp that names the new organization on.
 * @throws FRESH_LOGIN_REQUIRED, CONTACT_INVALID, CONTACT_NOT_VERIFIED, QUORUM_INVALID, SUB_ORGANIZATION_NESTED,
 * CREDENTIAL_REQUIRED, VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED, VERIFICATION_TOKEN_SPENT,
 * CLIENT_SIGNATURE_INVALID, CREDENTIAL_CONFLICT, PUBLIC_KEY_INVALID, TOO_MANY_SIGNUPS, NOT_YET_SUPPORTED, PATH_MALFORMED,
 * PATH_NOT_HARDENED, ADDRESS_FORMAT_NOT_SUPPORTED, ADDRESS_FORMAT_CURVE_MISMATCH, ACCOUNT_EXISTS, NAME_TAKEN,
 * TOO_MANY_DERIVATIONS
 * @see Wire facts 2.14 `create_sub_organization`
 */
export const createSubOrganization = activity({
  name: 'create_sub_organization',
  versions: {
    V8: {
      type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8',
      intentKey: 'createSubOrganizationIntentV8',
      resultKey: 'createSubOrganizationResultV8',
      parameters: createSubOrganizationParameters as v.GenericSchema<CreateSubOrganizationParameters>,
      result: createSubOrganizationResult as v.GenericSchema<CreateSubOrganizationResult>,
    },
    V7: {
      type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7',
      intentKey: 'createSubOrganizationIntentV7',
      resultKey: 'createSubOrganizationResultV7',
      parameters: createSubOrganizationParametersV7 as v.GenericSchema<CreateSubOrganizationParametersV7>,
      result: createSubOrganizationResult as v.GenericSchema<CreateSubOrganizationResult>,
    },
  },
  newest: 'V8',
  resource: 'ORGANIZATION',
  action: 'CREATE',
  right: 'quorum',
  fresh: 'asked for',
  proxyUser: 'in its own organization',
  secretParameters: ['verificationToken', 'oidcToken'],
  changes: [listSuborgs, listVerifiedSuborgs],
  refusals: createSubOrganizationRefusals as readonly CreateSubOrganizationRefusal[],
});
