/** A login at a provider, as it is asked for. */
export type OauthLogin = {
  /** As `wallet_kit_config` names it: `google`, `apple`, `facebook`, `x`, `discord`, or the id of a configured issuer. */
  readonly provider: string;
  /** `popup`, by default, opens a window; `redirect` leaves this tab, and `completeOauthLogin` ends the login there. */
  readonly mode?: 'popup' | 'redirect' | undefined;
  /** Where a redirect comes back to: a path of this origin. Default: where the person is now. */
  readonly returnTo?: string | undefined;
  /** What is found again there, as JSON: what the person had typed, for one. No secrets. */
  readonly draft?: unknown;
  /** Gives the login up. A window that is at the provider already stays: a browser lets nobody else close it. */
  readonly signal?: AbortSignal | undefined;
};

/** {@link OauthLogin} with a path to come back to that has been looked at. */
export type CheckedOauthLogin = OauthLogin & { readonly returnTo: string };
