import type { ActivityRow, QueryRow } from '../../../contract/row.js';
import type { Row } from '../../store/schema.js';
import type { Caller, Organization } from '../caller/caller.js';

/** What is asked for, by whom, and who has approved it so far. */
export type Question = {
  readonly organization: Organization;
  readonly caller: Caller;
  readonly row: ActivityRow;
  readonly parameters: unknown;
  /** Users of the organization who approve, the caller included. */
  readonly approvers: readonly Row<'users'>[];
};

export type Decision = 'allow' | 'needs consensus' | 'deny';

/**
 * The one place where it is decided whether an activity may happen: the proxy user's rows; a parent's logins; votes; the general
 * right to change one's own credentials, and one's own contact with a token; the root quorum; else deny.
 */
export function decide(question: Question): Decision {
  const { caller, row, organization, approvers } = question;
  if (caller.user.is_proxy) return proxyMay(row, caller) ? 'allow' : 'deny';
  if (caller.fromParent) return row.right === 'login' && caller.user.is_root ? 'allow' : 'deny';
  if (row.right === 'vote') return caller.user.is_root ? 'allow' : 'deny';
  if (row.right === 'own credential' && isOwn(question)) return 'allow';
  if (row.right === 'own contact' && isOwn(question) && isProved(question)) return 'allow';
  const roots = new Set(approvers.filter((user) => user.is_root).map((user) => user.user_id));
  if (roots.size >= organization.root_quorum_threshold) return 'allow';
  return roots.size > 0 ? 'needs consensus' : 'deny';
}

/** Whether the proxy user may ask it, and no policy is asked about that. */
export const proxyMay = ({ proxyUser }: ActivityRow | QueryRow, { fromParent }: Caller): boolean =>
  proxyUser === (fromParent ? 'in sub-organizations' : 'in its own organization');

/** Whether it is about the caller: the user that it names, or, where it names none, whoever asks. */
function isOwn({ parameters, caller }: Question): boolean {
  const { userId = caller.user.user_id } = parameters as { userId?: unknown };
  return userId === caller.user.user_id;
}

/** Whether a token is shown; what it proves, the execution checks. */
const isProved = ({ parameters }: Question): boolean =>
  (parameters as { verificationToken?: unknown }).verificationToken !== undefined;
