import * as v from 'valibot';
import { compressedKey, seconds, uuid } from './fields.js';
import { activity } from './row.js';
import { getUser } from './users.queries.js';

const stampLoginParameters = v.strictObject({
  publicKey: compressedKey,
  expirationSeconds: v.optional(seconds),
  invalidateExisting: v.optional(v.boolean()),
  sessionProfileId: v.optional(uuid),
});
const stampLoginResult = v.object({ session: v.string() });
export interface StampLoginParameters extends v.InferInput<typeof stampLoginParameters> {}
export interface StampLoginResult extends v.InferOutput<typeof stampLoginResult> {}

/**
 * Makes `publicKey` a session key of the user who stamps the request, 900 seconds long unless asked otherwise, and no longer
 * than the configuration's `maxSessionSeconds`. Stamped by a session it renews that login: its time stays the same, and with it
 * how long it can be renewed.
 *
 * @remarks At most ten expiring keys a user: the expired ones go first, else the oldest. A request may name the parent: it is
 * executed and recorded in the one sub-organization that the key leads to.
 * @throws FRESH_LOGIN_REQUIRED where the login has been renewed for `maxSessionSeconds`; PUBLIC_KEY_AMBIGUOUS,
 * PUBLIC_KEY_INVALID, CREDENTIAL_CONFLICT, NOT_YET_SUPPORTED
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
  secretResult: ['session'],
  changes: [getUser],
  refusals: [
    'FRESH_LOGIN_REQUIRED',
    'PUBLIC_KEY_AMBIGUOUS',
    'PUBLIC_KEY_INVALID',
    'CREDENTIAL_CONFLICT',
    'NOT_YET_SUPPORTED',
  ],
});
