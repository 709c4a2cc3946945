import { LatchkeyError } from '../../errors.js';
import type { Session } from '../../sessions/session.js';
import type { SubmitOptions } from '../submit.js';

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

/** A redirect login that has returned to the page. */
export type CompletedOauth = {
  readonly session: Session;
  /** Where the login began: a path of this origin. */
  readonly returnTo: string;
  /** The draft that the app stored. */
  readonly draft: unknown;
};

/** Options of connecting another identity to an account. */
export type ConnectProviderOptions = Pick<SubmitOptions, 'session' | 'freshBy'> & {
  /** As `wallet_kit_config` names it: `google`, `apple`, `facebook`, `x`, `discord`, or the id of a configured issuer. */
  readonly provider: string;
  /** Called with the identity's id once the account has it, even if the window had looked closed and the call ended before. */
  readonly onConnected?: ((providerId: string) => void) | undefined;
  /** Cancels the login. */
  readonly signal?: AbortSignal | undefined;
};

/** Why a login at a provider failed. Refusals by the service are {@link RefusedError}s. */
export type OauthErrorCode =
  /** The configuration does not offer the provider. */
  | 'METHOD_NOT_ENABLED'
  /** The app's configuration is wrong: no redirect URL on this page's origin, or an issuer's discovery document is not usable. */
  | 'OAUTH_NOT_CONFIGURED'
  /** The return path is not one of this page's origin. */
  | 'RETURN_PATH_INVALID'
  /** The browser opened no window. `mode: 'redirect'` needs none. */
  | 'POPUP_BLOCKED'
  /** The page is shown in another app's browser, which the provider refuses. */
  | 'IN_APP_BROWSER'
  /** The person closed the window, or began another login. */
  | 'OAUTH_CANCELLED'
  /** The person declined at the provider. */
  | 'OAUTH_DENIED'
  /** No answer within ten minutes. */
  | 'OAUTH_TIMED_OUT'
  /** The answer belongs to no login of this tab, or to one that was already answered. */
  | 'OAUTH_STATE_MISMATCH'
  /** The token was made for another key. */
  | 'OAUTH_NONCE_MISMATCH'
  /** The answer, or its token, names another issuer. */
  | 'OAUTH_ISSUER_MISMATCH'
  /** The token was made for another app. */
  | 'OAUTH_AUDIENCE_MISMATCH'
  /** The provider failed, or its answer is not valid. */
  | 'OAUTH_PROVIDER_ERROR'
  /** The provider could not be reached for the code's exchange or its discovery document. */
  | 'OAUTH_PROVIDER_UNREACHABLE'
  /** The provider refused the code: it has expired, or was already used. */
  | 'OAUTH_CODE_REFUSED';

/** A login at an identity provider failed; nobody was logged in. */
export class OauthError extends LatchkeyError<OauthErrorCode> {
  /** The path where the person began, for the page that a redirect login returned to. */
  readonly returnTo: string | undefined;

  constructor(code: OauthErrorCode, message: string, options: { cause?: unknown; returnTo?: string } = {}) {
    super(code, message, 'cause' in options ? { cause: options.cause } : undefined);
    this.returnTo = options.returnTo;
  }
}
