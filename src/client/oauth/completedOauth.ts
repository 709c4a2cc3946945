import type { Session } from '../../sessions/session.js';

/** A redirect login that has returned to the page. */
export type CompletedOauth = {
  readonly session: Session;
  /** Where the login began: a path of this origin. */
  readonly returnTo: string;
  /** The draft that the app stored. */
  readonly draft: unknown;
};
