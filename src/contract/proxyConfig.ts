import * as v from 'valibot';
import { proxyCall } from './row.js';

const proxyWalletKitClientParamsRequest = v.strictObject({});
const proxyWalletKitClientParamsResponse = v.object({ turnstileSiteKey: v.optional(v.string()) });
export interface ProxyWalletKitClientParamsRequest extends v.InferInput<typeof proxyWalletKitClientParamsRequest> {}
export interface ProxyWalletKitClientParamsResponse extends v.InferOutput<typeof proxyWalletKitClientParamsResponse> {}

/**
 * Further parameters of a client: the site key of the captcha, if the configuration has one enabled. {@link proxyWalletKitConfig}
 * returns it, too.
 *
 * @see docs/wire.md 1.2 `/v1/wallet_kit_client_params`
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
  turnstileSiteKey: v.optional(v.string()),
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
  appProofs: v.optional(v.boolean()),
  supportContact: v.optional(v.string()),
});
export interface ProxyWalletKitConfigRequest extends v.InferInput<typeof proxyWalletKitConfigRequest> {}
export interface ProxyWalletKitConfigResponse extends v.InferOutput<typeof proxyWalletKitConfigResponse> {}

/**
 * The enabled methods and settings of the calling organization. Numbers are decimal text. Members of our own: `otpExpirationSeconds`, how
 * long a code is valid; `appName` and `logoUrl`, which the screen shows (both absent until the organization sets them); `deviceTokens`,
 * whether {@link proxyOtpInit} takes a device token; `otpEncryption`, whether codes are to be sent sealed ({@link proxyOtpInitV2});
 * `turnstileSiteKey`, the site key of the captcha that {@link proxyOtpInit} and {@link proxySignup} need, if one is enabled;
 * `languages`, those of messages; `passkeyUserVerification`, `required` if passkeys must verify their user; `oauthRedirectUrls`, the
 * allowed redirect URLs of providers; `oidcIssuers`, the providers that the organization configured itself, whose `id` is in
 * `enabledProviders`; `oauth2AuthorizationEndpoints`, the authorization endpoints of X and Discord, where the service's settings replace
 * the providers' own; `appProofs`, whether {@link proxySignup} makes App Proofs; `supportContact`, an e-mail
 * address or https URL for people who are suspended.
 *
 * @see docs/wire.md S4.5 `/v1/wallet_kit_config`, 1.2 for the body
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
