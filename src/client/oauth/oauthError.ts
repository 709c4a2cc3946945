import { LatchkeyError } from '../../errors.js';

/** Why a login at a provider came to nothing. What the service refuses then is a {@link RefusedError}. */
export type OauthErrorCode =
  /** The configuration does not offer the provider. */
  | 'METHOD_NOT_ENABLED'
  /** What an app's developer has to mend: a redirect URL on this page's origin, an issuer's discovery document. */
  | 'OAUTH_NOT_CONFIGURED'
  /** The path to come back to is none of this page's origin. */
  | 'RETURN_PATH_INVALID'
  /** The browser opened no window. The same login by `mode: 'redirect'` needs none. */
  | 'POPUP_BLOCKED'
  /** The page is shown inside another app, in a browser that the provider refuses. */
  | 'IN_APP_BROWSER'
  /** The person closed the window, or began another login. */
  | 'OAUTH_CANCELLED'
  /** The person said no at the provider. */
  | 'OAUTH_DENIED'
  /** No answer within ten minutes. */
  | 'OAUTH_TIMED_OUT'
  /** The answer is for no login that this tab began, or for one that was answered before. */
  | 'OAUTH_STATE_MISMATCH'
  /** The token was made for another key. */
  | 'OAUTH_NONCE_MISMATCH'
  /** The answer, or its token, is of another issuer. */
  | 'OAUTH_ISSUER_MISMATCH'
  /** The token was made for another app. */
  | 'OAUTH_AUDIENCE_MISMATCH'
  /** The provider failed, or answered what it must not. */
  | 'OAUTH_PROVIDER_ERROR'
  /** The provider was not heard when the code was to be exchanged, or when it was asked where it answers. */
  | 'OAUTH_PROVIDER_UNREACHABLE'
  /** The provider does not take the code: it has expired, or was used before. */
  | 'OAUTH_CODE_REFUSED';

/** A login at an identity provider came to nothing, and nobody was logged in. */
export class OauthError extends LatchkeyError<OauthErrorCode> {
  /** Where the person began, as a path of this origin: of a login that left the page, for the page that it came back to. */
  readonly returnTo: string | undefined;

  constructor(code: OauthErrorCode, message: string, options: { cause?: unknown; returnTo?: string } = {}) {
    super(code, message, 'cause' in options ? { cause: options.cause } : undefined);
    this.returnTo = options.returnTo;
  }
}
