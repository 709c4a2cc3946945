import type { Session } from '../../sessions/session.js';

/** A login that left the page and has come back. */
export type CompletedOauth = {
  readonly session: Session;
  /** Where the login began: a path of this origin. */
  readonly returnTo: string;
  /** What the app left there. */
  readonly draft: unknown;
};
