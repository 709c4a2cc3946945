import * as v from 'valibot';
import { compressedKey, seconds, uuid } from './fields.js';
import { activity } from './row.js';

/**
 * Makes `publicKey` a session key of the user who stamps the request, 900 seconds long unless asked otherwise.
 *
 * @remarks At most ten expiring keys a user: the expired ones go first, else the oldest.
 * @see Wire facts 2.14 `stamp_login`, 3.4 for `session`, 3.5 for the keys
 */
export const stampLogin = activity({
  name: 'stamp_login',
  type: 'ACTIVITY_TYPE_STAMP_LOGIN',
  intentKey: 'stampLoginIntent',
  resultKey: 'stampLoginResult',
  parameters: v.strictObject({
    publicKey: compressedKey,
    expirationSeconds: v.optional(seconds),
    invalidateExisting: v.optional(v.boolean()),
    sessionProfileId: v.optional(uuid),
  }),
  result: v.object({ session: v.string() }),
  secrets: ['session'],
  refusals: ['PUBLIC_KEY_INVALID', 'CREDENTIAL_CONFLICT', 'NOT_YET_SUPPORTED'],
});
