import type { Row } from '../../../store/schema.js';
import type { Caller, Organization } from '../../callers/caller.js';

/** What somebody asks for, and all that they hold. */
export type Requested = {
  readonly organization: Organization;
  readonly caller: Caller;
  readonly credentials: readonly Row<'credentials'>[];
  readonly parameters: Record<string, unknown>;
  readonly nowMs: number;
};

/** Whether it is about a user of the organization who is the caller. */
export const isAboutCaller = ({ caller, parameters }: Requested): boolean =>
  !caller.fromParent && parameters.userId === caller.user.user_id;
