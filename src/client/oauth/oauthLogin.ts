/** Options of a login at a provider. */
export type OauthLogin = {
  /** As `wallet_kit_config` names it: `google`, `apple`, `facebook`, `x`, `discord`, or the id of a configured issuer. */
  readonly provider: string;
  /** `popup`, by default, opens a window; `redirect` leaves this tab, and `completeOauthLogin` ends the login there. */
  readonly mode?: 'popup' | 'redirect' | undefined;
  /** The path of this origin that a redirect returns to. Default: the current one. */
  readonly returnTo?: string | undefined;
  /** JSON data that is returned there, such as typed input. No secrets. */
  readonly draft?: unknown;
  /** Cancels the login. A window that is already at the provider stays open, since browsers do not let others close it. */
  readonly signal?: AbortSignal | undefined;
};

/** {@link OauthLogin} with a validated return path. */
export type CheckedOauthLogin = OauthLogin & { readonly returnTo: string };
