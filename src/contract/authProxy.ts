import * as v from 'valibot';
import { getAuthProxyConfig } from './authProxy.queries.js';
import { authProxyChanges } from './authProxy.records.js';
import { nothing } from './fields.js';
import { activity } from './row.js';

const authProxyConfigId = v.object({ authProxyConfigId: v.string() });

const enableAuthProxyResult = v.object({ authProxyConfigId: v.string(), userId: v.string() });
export interface EnableAuthProxyParameters extends v.InferInput<typeof nothing> {}
export interface EnableAuthProxyResult extends v.InferOutput<typeof enableAuthProxyResult> {}

/**
 * Switches the auth proxy on: makes the proxy user, its API key (sealed for the proxy alone) and the rule that limits it to
 * login activities; once made they are kept, and only the switch turns.
 *
 * @throws NOT_AUTHORIZED
 * @see Specification 1; a row of our own, the hosted service offers this in its dashboard only (wire facts 1.5)
 */
export const enableAuthProxy = activity({
  name: 'enable_auth_proxy',
  versions: {
    V1: {
      type: 'ACTIVITY_TYPE_ENABLE_AUTH_PROXY',
      intentKey: 'enableAuthProxyIntent',
      resultKey: 'enableAuthProxyResult',
      parameters: nothing as v.GenericSchema<EnableAuthProxyParameters>,
      result: enableAuthProxyResult as v.GenericSchema<EnableAuthProxyResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH_PROXY',
  action: 'CREATE',
  right: 'root quorum only',
  changes: [getAuthProxyConfig],
  refusals: ['NOT_AUTHORIZED'],
});

export interface DisableAuthProxyParameters extends v.InferInput<typeof nothing> {}
export interface DisableAuthProxyResult extends v.InferOutput<typeof authProxyConfigId> {}

/**
 * Switches the auth proxy off: it serves nothing until enabled again.
 *
 * @throws PROXY_CONFIG_NOT_FOUND
 * @see Specification 3; a row of our own
 */
export const disableAuthProxy = activity({
  name: 'disable_auth_proxy',
  versions: {
    V1: {
      type: 'ACTIVITY_TYPE_DISABLE_AUTH_PROXY',
      intentKey: 'disableAuthProxyIntent',
      resultKey: 'disableAuthProxyResult',
      parameters: nothing as v.GenericSchema<DisableAuthProxyParameters>,
      result: authProxyConfigId as v.GenericSchema<DisableAuthProxyResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH_PROXY',
  action: 'DELETE',
  right: 'root quorum only',
  changes: [getAuthProxyConfig],
  refusals: ['PROXY_CONFIG_NOT_FOUND'],
});

export interface UpdateAuthProxyConfigParameters extends v.InferInput<typeof authProxyChanges> {}
export interface UpdateAuthProxyConfigResult extends v.InferOutput<typeof authProxyConfigId> {}

/**
 * Changes the members given of the auth proxy's configuration, and no others. An empty string removes an optional text.
 *
 * @remarks `codesPer…` and `textsPerAddress` limit how often a code may be asked for: by whoever has not logged in with that
 * contact from that device before, and, `…Device(s)`, by whoever has; what the ones do never keeps the others waiting.
 * `codesPerContactAndAddressLong` is the second, longer window of `codesPerContactAndAddress`, and lets at least as many through.
 * `allowedOrigins`: exact serialized origins (`https://app.example.com`), or `*` alone; partial wildcards are refused.
 * `refusalsPerAddress`: after so many refused requests of one client address in the window the auth proxy answers
 * TOO_MANY_REFUSALS to its end, to whatever that address asks but wallet_kit_config. `requestsPerAddress`: after so many requests
 * of one client address, whatever was answered, it answers TOO_MANY_REQUESTS. Each process of the service counts for itself. Raise
 * them where many people share an address: an office's, a carrier's, or your own server's that asks for them.
 * `maxSessionSeconds`: how long one login lasts at most, however often its session is renewed; at least
 * `sessionExpirationSeconds`. `freshLoginSeconds`: how old a session's login may be to change credentials, 0 for any age.
 * `retentionDays`: for how many days what the auth proxy did for people is kept in full, the completed and the failed activities;
 * it lengthens the service's own times (`LATCHKEY_RETENTION_DAYS`, 30 and 7) and never shortens them.
 * `recordPerHour`: what the organization itself may record in an hour by its own credentials; where it is absent, or a number of it
 * is 0, there is no limit. Its sub-organizations have the service's (`LATCHKEY_RECORD_PER_HOUR`).
 * `emailsPerHour`, `textsPerHour` and `textsPerHourAndCallingCode` (texts to each calling code) cap all codes together, once for
 * whoever asks and once more, as high, for devices that have logged in with the contact before. In the last fifth of a cap a
 * contact gets one code an hour and an address three; past it the answer is LOGIN_BUSY.
 * `smsCountries`: texts go to the calling codes of `allow` alone, where it is given, and to none of `deny`. Numbers of services
 * and of premium rate are refused without it; `allow` lets a service's calling code (like 881) in.
 * `oauthClientIds`: lists of client ids by provider (`google`, `apple`, `facebook`), the web page's first; an empty one switches it off.
 * `oidcIssuers`: further providers, each with the `id` that the kit calls it by. `oauthRedirectUrls`: where providers may send people
 * back, exactly. `socialLinkingClientIds`: client ids of Google whose word on an e-mail address of Google's own counts as proof of it.
 * `otpEncryption`: whether the kit sends typed codes sealed, so that nobody between it and the service reads one; default true. Either
 * way both forms are taken.
 * `subOrganizationMail`: whether invitations of sub-organizations are mailed, whose names and words are whoever's signs up.
 * @throws PROXY_CONFIG_NOT_FOUND, PROXY_CONFIG_INVALID, NOT_YET_SUPPORTED
 * @see Wire facts 1.5; a row of our own
 */
export const updateAuthProxyConfig = activity({
  name: 'update_auth_proxy_config',
  versions: {
    V1: {
      type: 'ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG',
      intentKey: 'updateAuthProxyConfigIntent',
      resultKey: 'updateAuthProxyConfigResult',
      parameters: authProxyChanges as v.GenericSchema<UpdateAuthProxyConfigParameters>,
      result: authProxyConfigId as v.GenericSchema<UpdateAuthProxyConfigResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH_PROXY',
  action: 'UPDATE',
  right: 'root quorum only',
  changes: [getAuthProxyConfig],
  refusals: ['PROXY_CONFIG_NOT_FOUND', 'PROXY_CONFIG_INVALID', 'NOT_YET_SUPPORTED'],
});
