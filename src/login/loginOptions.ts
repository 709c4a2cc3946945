import type { SetTimer } from '../sessions/expiry.js';
import type { Session } from '../sessions/session.js';
import type { FollowConfig } from './knownConfig.js';
import type { LoginMethod } from './methods.js';

/** What a login begins with. All but `defaultContact` may change on the way. */
export type LoginOptions = {
  /** Called once, when the session is there. */
  readonly onLogin?: ((session: Session) => void) | undefined;
  /** First choice first. Default: what the configuration has switched on; a code by e-mail until that is known. */
  readonly methods?: readonly LoginMethod[] | undefined;
  /** The same by their names in the configuration: `email`, `sms`, `google`, `passkey`. Of providers and passkeys, what it has not switched on is left out. */
  readonly names?: readonly string[] | undefined;
  /** An e-mail address, or a phone number that begins with `+`. Default: who logged in last in this tab. */
  readonly defaultContact?: string | undefined;
  /** How long a code is told to live, in seconds, where the service does not say. Default: 300. */
  readonly codeLifetimeSeconds?: number | undefined;
};

/** What a login gets from around it. */
export type LoginTools = {
  /** Where the configuration comes from. Default: the service is asked once. */
  readonly followConfig?: FollowConfig;
  /** Default: the page's own timer. */
  readonly setTimer?: SetTimer;
};
