import type { SetTimer } from '../sessions/expiry.js';
import type { Session } from '../sessions/session.js';
import type { FollowConfig } from './knownConfig.js';
import type { LoginError } from './loginError.js';
import type { LoginMethod, MethodName } from './methods.js';

/** The options of a login. All but `defaultContact` may change later. */
export type LoginOptions = {
  /** Called once, with the session. */
  readonly onLogin?: ((session: Session) => void) | undefined;
  /** Called with each failure that the person is shown, once; not with what they mistyped or called off. */
  readonly onError?: ((error: LoginError) => void) | undefined;
  /** In order. Default: what the configuration has enabled; a code by e-mail until it is known. */
  readonly methods?: readonly LoginMethod[] | undefined;
  /**
   * The same by name in the configuration: `email`, `sms`, `google`, `passkey`, `{ issuer: 'acme' }`. Providers and passkeys that it has
   * not enabled are left out.
   */
  readonly names?: readonly MethodName[] | undefined;
  /** An e-mail address, or a phone number that begins with `+`. Default: that of the last login in this tab. */
  readonly defaultContact?: string | undefined;
  /** The lifetime of codes in seconds, if the service does not return it. Default: 300. */
  readonly codeLifetimeSeconds?: number | undefined;
};

/** The dependencies of a login. */
export type LoginTools = {
  /** The source of the configuration. Default: one request to the service. */
  readonly followConfig?: FollowConfig;
  /** Default: the page's own timer. */
  readonly setTimer?: SetTimer;
};
