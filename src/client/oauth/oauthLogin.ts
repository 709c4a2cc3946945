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
  /** For a login in a window. */
  readonly on?: WindowEvents | undefined;
};

/** What a login in a window tells while it waits. */
export type WindowEvents = {
  /** It was opened. `show` brings it to the front, or opens it again; call it in a click. It returns false if the browser opens none. */
  readonly opened?: ((show: () => boolean) => void) | undefined;
  /**
   * The window seems to be closed. With this function OAUTH_CANCELLED is not thrown: the login goes on, since an answer may still come, until
   * the signal is aborted.
   */
  readonly closed?: (() => void) | undefined;
  /** The provider has answered: the session is being opened. */
  readonly answered?: (() => void) | undefined;
};

/** {@link OauthLogin} with a validated return path. */
export type CheckedOauthLogin = OauthLogin & { readonly returnTo: string };
