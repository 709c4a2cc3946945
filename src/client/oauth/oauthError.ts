import { LatchkeyError } from '../../errors.js';

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
