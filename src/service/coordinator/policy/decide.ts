import type { ActivityRow, QueryRow } from '../../../contract/row.js';
import type { Caller, Organization } from '../caller/caller.js';
import { isRecoveryKey } from '../caller/recoveryKey.js';
import type { Ruling } from './judge.js';
import type { Approval } from './subject.js';

/** The activity, its submitter, and its approvals so far. */
export type SubmittedActivity = {
  readonly organization: Organization;
  readonly caller: Caller;
  readonly row: ActivityRow;
  readonly parameters: unknown;
  /** Of users of the organization, the caller's included. */
  readonly approvals: readonly Approval[];
};

export type Verdict = 'allow' | 'needs consensus' | 'deny' | 'denied by a policy';

/**
 * The one place where it is decided whether an activity may happen, in this order: the proxy user's rows; a parent's logins; what a
 * recovery key is for; the root quorum; what the root quorum alone may; a policy that denies; the right to log in, to change one's own credentials, and one's own
 * contact with a token; what is for the root quorum alone by whom it is about; a policy that allows; one that waits for others, or a root member's approval; else deny.
 *
 * @param rule - asks the policies, where they matter.
 * @param isForRootsAlone - whether the root quorum alone may, by whom it is about: a member of that quorum, or whoever is not the caller.
 */
export async function decide(
  activity: SubmittedActivity,
  rule: () => Promise<Ruling>,
  isForRootsAlone: () => Promise<boolean>,
): Promise<Verdict> {
  const { caller, row, organization } = activity;
  if (caller.user.is_proxy) return proxyMay(row, caller) ? 'allow' : 'deny';
  if (caller.fromParent) return row.right === 'login' && caller.user.is_root ? 'allow' : 'deny';
  if (isRecoveryKey(caller)) return isOwn(activity) ? 'allow' : 'deny';
  if (row.right === 'own login' && caller.user.is_root) return 'allow';
  const roots = new Set(activity.approvals.filter(({ user }) => user.is_root).map(({ user: { user_id } }) => user_id));
  if (roots.size >= organization.root_quorum_threshold) return 'allow';
  const unlessRoot = roots.size > 0 ? 'needs consensus' : undefined;
  if (row.right === 'root quorum only') return unlessRoot ?? 'deny';
  const ruling = await rule();
  if (ruling.denies) return unlessRoot ?? 'denied by a policy';
  if (isOfOwn(activity)) return 'allow';
  if (await isForRootsAlone()) return unlessRoot ?? 'deny';
  if (ruling.allows) return 'allow';
  return ruling.awaits ? 'needs consensus' : (unlessRoot ?? 'deny');
}

/** Whether the proxy user may submit it, without a policy. */
export const proxyMay = ({ proxyUser }: ActivityRow | QueryRow, { fromParent }: Caller): boolean =>
  proxyUser === (fromParent ? 'in sub-organizations' : 'in its own organization');

/** What every user may about themselves. */
function isOfOwn(activity: SubmittedActivity): boolean {
  const { right } = activity.row;
  if (right === 'own contact') return isOwn(activity) && isProved(activity);
  return right === 'own login' || (right === 'own credential' && isOwn(activity));
}

/** Whether it is about the caller: the user that it names, or by default the caller. */
export function isOwn({ parameters, caller }: SubmittedActivity): boolean {
  const { userId = caller.user.user_id } = parameters as { userId?: unknown };
  return userId === caller.user.user_id;
}

/** Whether a token is shown; what it proves, the execution checks. */
const isProved = ({ parameters }: SubmittedActivity): boolean =>
  (parameters as { verificationToken?: unknown }).verificationToken !== undefined;
