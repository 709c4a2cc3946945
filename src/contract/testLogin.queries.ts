import * as v from 'valibot';
import { bundle, text, uuid } from './fields.js';
import { idTokenRefusals } from './idTokenRefusals.js';
import { codeVerifier, oauth2Nonce } from './oauth2.records.js';
import { query } from './row.js';

/** As the kit names it: `google`, `apple`, `facebook`, `x`, `discord`, or the id of a configured issuer. */
const provider = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/, 'must be the name of a provider'));
/** @see RFC 7636, section 4.2 */
const challenge = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'must be a SHA-256 in base64url'));
const state = v.pipe(v.string(), v.regex(/^[\w-]{16,128}$/, 'must have 16 to 128 characters of base64url'));

const beginTestLoginRequest = v.strictObject({
  organizationId: uuid,
  provider,
  redirectUri: text,
  state,
  nonce: oauth2Nonce,
  codeChallenge: challenge,
});
const beginTestLoginResponse = v.object({ url: v.string(), issuer: v.optional(v.string()) });
export interface BeginTestLoginRequest extends v.InferInput<typeof beginTestLoginRequest> {}
export interface BeginTestLoginResponse extends v.InferOutput<typeof beginTestLoginResponse> {}

/**
 * Where a provider of the configuration logs people in, for a login that only tries whether it works, in a query of our own. Users of the
 * top-level organization alone may ask.
 *
 * @param redirectUri - a page of yours that the provider knows.
 * @param codeChallenge - of PKCE, S256.
 * @returns `url`: where to send the browser. `issuer`: what `iss` of the provider's answer is, if it has one.
 * @throws METHOD_NOT_ENABLED, PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID
 * @see A row of our own
 */
export const beginTestLogin = query({
  name: 'begin_test_login',
  request: beginTestLoginRequest as v.GenericSchema<BeginTestLoginRequest>,
  response: beginTestLoginResponse as v.GenericSchema<BeginTestLoginResponse>,
  readers: 'top level',
  refusals: ['METHOD_NOT_ENABLED', 'PROVIDER_UNREACHABLE', 'PROVIDER_ANSWER_INVALID'],
});

const endTestLoginRequest = v.strictObject({
  organizationId: uuid,
  provider,
  redirectUri: text,
  nonce: oauth2Nonce,
  codeVerifier,
  authCode: v.optional(bundle),
  idToken: v.optional(bundle),
});
const claim = v.object({ name: v.string(), value: v.string() });
const endTestLoginResponse = v.object({
  identity: v.object({ issuer: v.string(), audience: v.string(), subject: v.string() }),
  claims: v.array(claim),
});
export interface EndTestLoginRequest extends v.InferInput<typeof endTestLoginRequest> {}
export interface EndTestLoginResponse extends v.InferOutput<typeof endTestLoginResponse> {}

const endTestLoginRefusals = [
  'METHOD_NOT_ENABLED',
  ...idTokenRefusals,
  'OIDC_NONCE_MISMATCH',
  'OAUTH_CODE_REFUSED',
  'OAUTH_CLIENT_REFUSED',
] as const;
/** A named union, since its list is long. */
export type EndTestLoginRefusal = Extract<(typeof endTestLoginRefusals)[number], string>;

/**
 * What a provider says of the person of a test login: its answer is verified as that of a login, and nothing else is done. Nobody is logged
 * in or signed up, and nothing is kept. In a query of our own, for users of the top-level organization alone.
 *
 * @param authCode - or `idToken`: what the provider answered.
 * @returns `identity`: what people are recognised by. `claims`: at most 50, values as text of at most 200 characters; no tokens.
 * @throws METHOD_NOT_ENABLED, OIDC_TOKEN_MALFORMED, OIDC_HEADER_REFUSED, OIDC_ALGORITHM_REFUSED,
 * OIDC_ISSUER_UNKNOWN, OIDC_AUDIENCE_UNKNOWN, OIDC_TOKEN_EXPIRED, OIDC_TOKEN_TOO_OLD, OIDC_TOKEN_NOT_YET_VALID, OIDC_KEY_UNKNOWN,
 * OIDC_SIGNATURE_INVALID, PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID, OIDC_NONCE_MISMATCH, OAUTH_CODE_REFUSED, OAUTH_CLIENT_REFUSED
 * @see A row of our own
 */
export const endTestLogin = query({
  name: 'end_test_login',
  request: endTestLoginRequest as v.GenericSchema<EndTestLoginRequest>,
  response: endTestLoginResponse as v.GenericSchema<EndTestLoginResponse>,
  readers: 'top level',
  refusals: endTestLoginRefusals as readonly EndTestLoginRefusal[],
});
