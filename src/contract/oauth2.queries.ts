import * as v from 'valibot';
import { uuid } from './fields.js';
import { type Oauth2Credential, oauth2Credential } from './oauth2.records.js';
import { query } from './row.js';

const getRequest = v.strictObject({ organizationId: uuid, oauth2CredentialId: uuid });
const getResponse = v.object({ oauth2Credential: oauth2Credential as v.GenericSchema<unknown, Oauth2Credential> });
export interface GetOauth2CredentialRequest extends v.InferInput<typeof getRequest> {}
export interface GetOauth2CredentialResponse extends v.InferOutput<typeof getResponse> {}

/**
 * An OAuth 2.0 app credential by id, without its client secret.
 *
 * @throws OAUTH_CREDENTIAL_NOT_FOUND
 * @see docs/wire.md 2.15 `get_oauth2_credential`
 */
export const getOauth2Credential = query({
  name: 'get_oauth2_credential',
  request: getRequest as v.GenericSchema<GetOauth2CredentialRequest>,
  response: getResponse as v.GenericSchema<GetOauth2CredentialResponse>,
  refusals: ['OAUTH_CREDENTIAL_NOT_FOUND'],
});

const listRequest = v.strictObject({ organizationId: uuid });
const listResponse = v.object({
  oauth2Credentials: v.array(oauth2Credential as v.GenericSchema<unknown, Oauth2Credential>),
});
export interface ListOauth2CredentialsRequest extends v.InferInput<typeof listRequest> {}
export interface ListOauth2CredentialsResponse extends v.InferOutput<typeof listResponse> {}

/**
 * All OAuth 2.0 app credentials of an organization, oldest first, without their client secrets.
 *
 * @see docs/wire.md 2.15 `list_oauth2_credentials`
 */
export const listOauth2Credentials = query({
  name: 'list_oauth2_credentials',
  request: listRequest as v.GenericSchema<ListOauth2CredentialsRequest>,
  response: listResponse as v.GenericSchema<ListOauth2CredentialsResponse>,
  refusals: [],
});
