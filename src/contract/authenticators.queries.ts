import * as v from 'valibot';
import { uuid } from './fields.js';
import { query } from './row.js';
import { type Authenticator, authenticator } from './shapes.js';

const authenticatorShape = authenticator as v.GenericSchema<unknown, Authenticator>;

const getAuthenticatorRequest = v.strictObject({ organizationId: uuid, authenticatorId: uuid });
const getAuthenticatorResponse = v.object({ authenticator: authenticatorShape });
export interface GetAuthenticatorRequest extends v.InferInput<typeof getAuthenticatorRequest> {}
export interface GetAuthenticatorResponse extends v.InferOutput<typeof getAuthenticatorResponse> {}

/**
 * A passkey by its id.
 *
 * @throws AUTHENTICATOR_NOT_FOUND
 * @see docs/wire.md 2.13
 */
export const getAuthenticator = query({
  name: 'get_authenticator',
  request: getAuthenticatorRequest as v.GenericSchema<GetAuthenticatorRequest>,
  response: getAuthenticatorResponse as v.GenericSchema<GetAuthenticatorResponse>,
  refusals: ['AUTHENTICATOR_NOT_FOUND'],
});

const getAuthenticatorsRequest = v.strictObject({ organizationId: uuid, userId: uuid });
const getAuthenticatorsResponse = v.object({ authenticators: v.array(authenticatorShape) });
export interface GetAuthenticatorsRequest extends v.InferInput<typeof getAuthenticatorsRequest> {}
export interface GetAuthenticatorsResponse extends v.InferOutput<typeof getAuthenticatorsResponse> {}

/**
 * A user's passkeys, oldest first.
 *
 * @throws USER_NOT_FOUND
 * @see docs/wire.md 2.15 `get_authenticators`
 */
export const getAuthenticators = query({
  name: 'get_authenticators',
  request: getAuthenticatorsRequest as v.GenericSchema<GetAuthenticatorsRequest>,
  response: getAuthenticatorsResponse as v.GenericSchema<GetAuthenticatorsResponse>,
  refusals: ['USER_NOT_FOUND'],
});
