import * as v from 'valibot';
import { proxyCall } from './row.js';

const proxyWalletKitClientParamsRequest = v.strictObject({});
const proxyWalletKitClientParamsResponse = v.object({ turnstileSiteKey: v.optional(v.string()) });
export interface ProxyWalletKitClientParamsRequest extends v.InferInput<typeof proxyWalletKitClientParamsRequest> {}
export interface ProxyWalletKitClientParamsResponse extends v.InferOutput<typeof proxyWalletKitClientParamsResponse> {}

/**
 * Further parameters of a client. There are none: the captcha, whose site key stands here, is not supported yet.
 *
 * @see Wire facts 1.2 `/v1/wallet_kit_client_params`
 */
export const proxyWalletKitClientParams = proxyCall({
  name: 'wallet_kit_client_params',
  request: proxyWalletKitClientParamsRequest as v.GenericSchema<ProxyWalletKitClientParamsRequest>,
  response: proxyWalletKitClientParamsResponse as v.GenericSchema<ProxyWalletKitClientParamsResponse>,
  refusals: [],
  repeatable: true,
  counted: false,
});

const proxyWalletKitConfigRequest = v.strictObject({});
const proxyWalletKitConfigResponse = v.object({
  enabledProviders: v.array(v.string()),
  sessionExpirationSeconds: v.string(),
  organizationId: v.string(),
  oauthClientIds: v.optional(v.record(v.string(), v.string())),
  oauthRedirectUrl: v.optional(v.string()),
  otpAlphanumeric: v.optional(v.boolean()),
  otpLength: v.optional(v.string()),
  otpExpirationSeconds: v.optional(v.string()),
  deviceTokens: v.optional(v.boolean()),
  otpEncryption: v.optional(v.boolean()),
  oauthRedirectUrls: v.optional(v.array(v.string())),
  oidcIssuers: v.optional(
    v.array(
      v.object({
        id: v.string(),
        issuer: v.string(),
        clientId: v.string(),
        label: v.string(),
        icon: v.optional(v.string()),
      }),
    ),
  ),
  oauth2AuthorizationEndpoints: v.optional(v.record(v.string(), v.string())),
  appName: v.optional(v.string()),
  passkeyUserVerification: v.optional(v.picklist(['preferred', 'required'])),
  logoUrl: v.optional(v.string()),
  languages: v.optional(v.array(v.string())),
});
export interface ProxyWalletKitConfigRequest extends v.InferInput<typeof proxyWalletKitConfigRequest> {}
export interface ProxyWalletKitConfigResponse extends v.InferOutput<typeof proxyWalletKitConfigResponse> {}

/**
 * What the calling organization has switched on. Numbers are decimal text. Members of our own: `otpExpirationSeconds`, how long a
 * code lives, `appName`, which the screen's title says, and `logoUrl`, which it shows (both absent until the organization has given
 * them), `deviceTokens`, whether {@link proxyOtpInit} takes a device token, `otpEncryption`, whether
 * codes are to be sent sealed ({@link proxyOtpInitV2}), `languages`, in which messages are written,
 * `passkeyUserVerification`, `required` where passkeys have to know their person, `oauthRedirectUrls`, to which providers may send
 * people back, and `oidcIssuers`, the providers that the organization has configured itself, whose `id` is in `enabledProviders`;
 * `oauth2AuthorizationEndpoints`, where people are sent to, of X and Discord, where the service's settings put another address in
 * the place of theirs.
 *
 * @see Specification 4.5 `/v1/wallet_kit_config`; the body follows wire facts 1.2
 * @example const { data, error } = useWalletKitConfig()
 */
export const proxyWalletKitConfig = proxyCall({
  name: 'wallet_kit_config',
  request: proxyWalletKitConfigRequest as v.GenericSchema<ProxyWalletKitConfigRequest>,
  response: proxyWalletKitConfigResponse as v.GenericSchema<ProxyWalletKitConfigResponse>,
  refusals: [],
  repeatable: true,
  counted: false,
});
