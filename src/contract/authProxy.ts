import * as v from 'valibot';
import { getAuthProxyConfig } from './authProxy.queries.js';
import { authProxyChanges } from './authProxy.records.js';
import { expectedRevision, nothing } from './fields.js';
import { activity } from './row.js';

const authProxyConfigId = v.object({ authProxyConfigId: v.string() });

const enableAuthProxyResult = v.object({ authProxyConfigId: v.string(), userId: v.string() });
export interface EnableAuthProxyParameters extends v.InferInput<typeof nothing> {}
export interface EnableAuthProxyResult extends v.InferOutput<typeof enableAuthProxyResult> {}

/**
 * Enables the auth proxy: creates the proxy user, its API key (sealed for the proxy alone) and the rule that limits it to login activities.
 * Once created they are kept; enabling again only switches the proxy on.
 *
 * @throws FRESH_LOGIN_REQUIRED, NOT_AUTHORIZED
 * @see docs/wire.md S1; a row of our own, the hosted service offers this in its dashboard only (1.5)
 */
export const enableAuthProxy = activity({
  name: 'enable_auth_proxy',
  versions: {
    V1: {
      parameters: nothing as v.GenericSchema<EnableAuthProxyParameters>,
      result: enableAuthProxyResult as v.GenericSchema<EnableAuthProxyResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH_PROXY',
  action: 'CREATE',
  right: 'root quorum',
  fresh: 'required',
  changes: [getAuthProxyConfig],
  refusals: ['FRESH_LOGIN_REQUIRED', 'NOT_AUTHORIZED'],
});

export interface DisableAuthProxyParameters extends v.InferInput<typeof nothing> {}
export interface DisableAuthProxyResult extends v.InferOutput<typeof authProxyConfigId> {}

/**
 * Disables the auth proxy: it serves nothing until enabled again.
 *
 * @throws FRESH_LOGIN_REQUIRED, PROXY_CONFIG_NOT_FOUND
 * @see docs/wire.md S3; a row of our own
 */
export const disableAuthProxy = activity({
  name: 'disable_auth_proxy',
  versions: {
    V1: {
      parameters: nothing as v.GenericSchema<DisableAuthProxyParameters>,
      result: authProxyConfigId as v.GenericSchema<DisableAuthProxyResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH_PROXY',
  action: 'DELETE',
  right: 'root quorum',
  fresh: 'required',
  changes: [getAuthProxyConfig],
  refusals: ['FRESH_LOGIN_REQUIRED', 'PROXY_CONFIG_NOT_FOUND'],
});

const updateAuthProxyConfigParameters = v.strictObject({ ...authProxyChanges.entries, expectedRevision });
export interface UpdateAuthProxyConfigParameters extends v.InferInput<typeof updateAuthProxyConfigParameters> {}
export interface UpdateAuthProxyConfigResult extends v.InferOutput<typeof authProxyConfigId> {}

/**
 * Changes the given members of the auth proxy's configuration. An empty string removes an optional member.
 *
 * @remarks `codesPer…` and `textsPerAddress` limit how often codes may be requested: without a suffix by devices that have not logged in
 * with the contact before, with `…Device(s)` by devices that have. The two are counted apart. `codesPerContactAndAddressLong` is a
 * second, longer window of `codesPerContactAndAddress`, and allows at least as many.
 * `allowedOrigins`: exact serialized origins (`https://app.example.com`), or `*` alone; no partial wildcards.
 * `refusalsPerAddress`: after so many refused requests of one client address the auth proxy answers TOO_MANY_REFUSALS until the window
 * ends, except to wallet_kit_config. `requestsPerAddress`: after so many requests of one client address it answers TOO_MANY_REQUESTS.
 * Each process of the service counts for itself. Raise them if many people share an address: an office, a carrier, or your own server.
 * `maxSessionSeconds`: the longest time one login lasts, however often its session is renewed; at least
 * `sessionExpirationSeconds`. `freshLoginSeconds`: the maximum age of a login that may change credentials, 0 for any age. In the
 * organization itself, where operators log in, they are never more than 28,800 and 900.
 * `retentionDays`: how many days the completed and failed activities of the auth proxy are kept in full; it can lengthen the service's
 * own times (`LATCHKEY_RETENTION_DAYS`, 30 and 7), but not shorten them.
 * `recordPerHour`: how much the organization's own credentials may record in an hour; absent, or 0, is no limit. Its sub-organizations
 * have the service's limit (`LATCHKEY_RECORD_PER_HOUR`).
 * `emailsPerHour`, `textsPerHour` and `textsPerHourAndCallingCode` (texts to each calling code) cap all codes together: once for
 * unknown devices, and again for devices that have logged in with the contact before. In the last fifth of a cap a contact gets one
 * code an hour and an address three; beyond the cap the answer is LOGIN_BUSY.
 * `smsCountries`: texts are sent only to the calling codes of `allow`, if given, and to none of `deny`. Service and premium-rate
 * numbers are refused by default; `allow` can include a service's calling code (like 881).
 * `oauthClientIds`: client ids by provider (`google`, `apple`, `facebook`), the web page's first; an empty list disables a provider.
 * `oidcIssuers`: further providers, each with the `id` that the kit uses. `oauthRedirectUrls`: the exact redirect URLs of providers.
 * `socialLinkingClientIds`: Google client ids whose tokens count as proof of an e-mail address that Google hosts.
 * `otpEncryption`: whether the kit seals typed codes, so that only the service can read them; default true. The service accepts both.
 * `subOrganizationMail`: whether invitations of sub-organizations are mailed; their names and texts come from people who signed up.
 * `loginUrl`, `recoveryUrl`: the app's pages to which an operator's mail leads: https, or http on this machine, of an allowed origin.
 * `supportContact`: an e-mail address or https URL, shown to whoever is suspended.
 * `captchaEnabled`: whether codes and sign-ups need a solved captcha of Cloudflare Turnstile. It requires `turnstileSiteKey` and
 * `turnstileSecretKey`; the latter is stored sealed and never returned. `turnstileHostnames` and `turnstileActions`: the pages and
 * actions whose captcha tokens are accepted; an empty list accepts any.
 * `otpTemplateId`, `emailAuthTemplateId`: the e-mail templates ({@link createEmailTemplate}) of codes and of login links, used if a request
 * names none. `emailCustomizationParams.templateId`: a template of any kind, used for its kind if neither is set. A template of codes can
 * only show variables of the configuration's `templateVariables`, a flat JSON object of texts: requests to the auth proxy give none.
 * @param expectedRevision - the configuration's `revision` that the change was made from. If a member that the change gives was changed
 * since then, nothing is changed, and the refusal's `fieldViolations` have what these members say now, cut off after 1,024 characters.
 * It is checked when the change is submitted, and again when others have approved it.
 * @throws FRESH_LOGIN_REQUIRED, PROXY_CONFIG_NOT_FOUND, PROXY_CONFIG_CHANGED, PROXY_CONFIG_INVALID
 * @see docs/wire.md 1.5; a row of our own
 */
export const updateAuthProxyConfig = activity({
  name: 'update_auth_proxy_config',
  versions: {
    V1: {
      parameters: updateAuthProxyConfigParameters as v.GenericSchema<UpdateAuthProxyConfigParameters>,
      result: authProxyConfigId as v.GenericSchema<UpdateAuthProxyConfigResult>,
    },
  },
  newest: 'V1',
  resource: 'AUTH_PROXY',
  action: 'UPDATE',
  right: 'root quorum',
  fresh: 'required',
  secretParameters: ['turnstileSecretKey'],
  changes: [getAuthProxyConfig],
  refusals: ['FRESH_LOGIN_REQUIRED', 'PROXY_CONFIG_NOT_FOUND', 'PROXY_CONFIG_CHANGED', 'PROXY_CONFIG_INVALID'],
  unrecorded: { PROXY_CONFIG_CHANGED: 'always' },
});
