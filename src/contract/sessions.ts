import * as v from 'valibot';
import { compressedKey, seconds, uuid } from './fields.js';
import { idTokenRefusals } from './idTokenRefusals.js';
import { activity } from './row.js';
import { getUser } from './users.queries.js';

const stampLoginParameters = v.strictObject({
  publicKey: compressedKey,
  expirationSeconds: v.optional(seconds),
  invalidateExisting: v.optional(v.boolean()),
  sessionProfileId: v.optional(uuid),
});
const stampLoginResult = v.object({ session: v.string() });
const stampLoginRefusals = [
  'FRESH_LOGIN_REQUIRED',
  'PUBLIC_KEY_AMBIGUOUS',
  'PUBLIC_KEY_INVALID',
  'CREDENTIAL_CONFLICT',
  'NOT_YET_SUPPORTED',
  'OIDC_NONCE_MISMATCH',
  ...idTokenRefusals,
] as const;
export interface StampLoginParameters extends v.InferInput<typeof stampLoginParameters> {}
export interface StampLoginResult extends v.InferOutput<typeof stampLoginResult> {}
/** A named union, since its list is long. */
export type StampLoginRefusal = Extract<(typeof stampLoginRefusals)[number], string>;

/**
 * Makes `publicKey` a session key of the user who stamps the request, 900 seconds long unless asked otherwise, and no longer
 * than the configuration's `maxSessionSeconds`. Stamped by a session it renews that login: its time stays the same, and with it
 * how long it can be renewed.
 *
 * @remarks At most ten expiring keys a user: the expired ones go first, else the oldest. A request may name the parent: it is
 * executed and recorded in the one sub-organization that the key leads to. Stamped with `X-Stamp-Attested` it is a login by an OIDC
 * token of the last ten minutes, which names the key that stamps.
 * @throws FRESH_LOGIN_REQUIRED where the login has been renewed for `maxSessionSeconds`; PUBLIC_KEY_AMBIGUOUS,
 * PUBLIC_KEY_INVALID, CREDENTIAL_CONFLICT, NOT_YET_SUPPORTED, OIDC_NONCE_MISMATCH, OIDC_TOKEN_MALFORMED, OIDC_HEADER_REFUSED,
 * OIDC_ALGORITHM_REFUSED, OIDC_ISSUER_UNKNOWN, OIDC_AUDIENCE_UNKNOWN, OIDC_TOKEN_EXPIRED, OIDC_TOKEN_TOO_OLD,
 * OIDC_TOKEN_NOT_YET_VALID, OIDC_KEY_UNKNOWN, OIDC_SIGNATURE_INVALID, PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID
 * @see Wire facts 2.14 `stamp_login`, 3.4 for `session`, 3.5 for the keys
 */
export const stampLogin = activity({
  name: 'stamp_login',
  versions: {
    V1: {
      type: 'ACTIVITY_TYPE_STAMP_LOGIN',
      intentKey: 'stampLoginIntent',
      resultKey: 'stampLoginResult',
      parameters: stampLoginParameters as v.GenericSchema<StampLoginParameters>,
      result: stampLoginResult as v.GenericSchema<StampLoginResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH',
  action: 'CREATE',
  policyParameters: ['sessionProfileId'],
  right: 'own login',
  from: ['organization', 'sub-organization'],
  attestedStamps: 'taken',
  secretResult: ['session'],
  changes: [getUser],
  refusals: stampLoginRefusals as readonly StampLoginRefusal[],
});
