import { RefusedError } from '../../../contract/refusals.js';
import type { ActivityRow, QueryRow } from '../../../contract/row.js';
import { type Caller, isRecoveryKey, type Organization } from '../callers/caller.js';
import type { Ruling } from './judge.js';
import type { Approval } from './subject.js';

/** The activity, its submitter, and its approvals so far. */
export type DecidedActivity = {
  readonly organization: Organization;
  readonly caller: Caller;
  readonly row: ActivityRow;
  readonly parameters: unknown;
  /** Of users of the organization, the caller's included. */
  readonly approvals: readonly Approval[];
};

/**
 * `not allowed`: nobody says that it may happen, and what waits for votes goes on waiting. `denied by a policy`: that ends what waits.
 * `alias in a policy`: it gives a name that policies go by. `too costly`: policies would take more steps than a decision may.
 */
export type Verdict =
  | 'allow'
  | 'needs consensus'
  | 'not allowed'
  | 'denied by a policy'
  | 'alias in a policy'
  | 'too costly';

/** What is looked up where it matters. */
export type DecisionRequest<Ruled extends Ruling | RefusedError> = {
  /** What policies say, or the refusal where that would take too many steps. */
  readonly rule: () => Promise<Ruled>;
  /** Whether the root quorum alone may, by whom it is about: a member of that quorum, or whoever is not the caller. */
  readonly isForRootsAlone: () => Promise<boolean>;
  /** Whether a policy reads users' names. */
  readonly readsAlias: () => Promise<boolean>;
};

/**
 * Decides whether an activity may happen, in this order: the proxy user's rows; a parent's logins; what a recovery key is for; a root
 * member's own login; the root quorum; what the root quorum alone may; a policy that denies; the right to log in, to change one's own
 * credentials, and one's own contact with a token; what is for the root quorum alone by whom it is about; a policy that allows; one that
 * waits for others, or a root member's approval; else it is not allowed. Votes are decided in `engine/pending.ts`.
 *
 * Names are given by the root quorum alone where policies read them, and what is too costly to decide is decided by it.
 *
 * @returns `ruling` where policies were asked
 */
export async function decide<Ruled extends Ruling | RefusedError>(
  activity: DecidedActivity,
  asked: DecisionRequest<Ruled>,
): Promise<{ readonly verdict: Verdict; readonly ruling?: Ruled }> {
  const verdict = verdictWithoutPolicies(activity);
  if (verdict) return { verdict };
  const ruling = await asked.rule();
  return { verdict: await verdictUnder(ruling, activity, asked), ruling };
}

/** Where policies have no say. */
function verdictWithoutPolicies(activity: DecidedActivity): Verdict | undefined {
  const { caller, row, organization, approvals } = activity;
  if (caller.user.is_proxy) return proxyMay(row, caller) ? 'allow' : 'not allowed';
  if (caller.fromParent) return row.right === 'login' && caller.user.is_root ? 'allow' : 'not allowed';
  if (isRecoveryKey(caller)) return isOwn(activity) ? 'allow' : 'not allowed';
  if (row.right === 'own login' && caller.user.is_root) return 'allow';
  if (isRootQuorum(organization, approvals)) return 'allow';
  if (row.right === 'root quorum') return orConsensus(approvals, 'not allowed');
  return undefined;
}

async function verdictUnder(
  ruling: Ruling | RefusedError,
  activity: DecidedActivity,
  asked: Pick<DecisionRequest<Ruling>, 'isForRootsAlone' | 'readsAlias'>,
): Promise<Verdict> {
  const { approvals } = activity;
  if (ruling instanceof RefusedError) return orConsensus(approvals, 'too costly');
  if (ruling.denies) return orConsensus(approvals, 'denied by a policy');
  const isForRootsAlone = !isOfOwn(activity) && (await asked.isForRootsAlone());
  const verdict = isForRootsAlone ? 'not allowed' : verdictOf(activity, ruling);
  if (verdict === 'not allowed') return orConsensus(approvals, verdict);
  const isName = givesName(activity) && (await asked.readsAlias());
  return isName ? orConsensus(approvals, 'alias in a policy') : verdict;
}

/** What a root member approves waits for the root quorum, whatever else is said of it. */
const orConsensus = (approvals: readonly Approval[], verdict: Verdict): Verdict =>
  rootsOf(approvals) > 0 ? 'needs consensus' : verdict;

function verdictOf(activity: DecidedActivity, ruling: Ruling): 'allow' | 'needs consensus' | 'not allowed' {
  if (isOfOwn(activity) || ruling.allows) return 'allow';
  return ruling.awaits ? 'needs consensus' : 'not allowed';
}

/** Whether as many root members approve as the quorum asks for. */
export const isRootQuorum = (
  { root_quorum_threshold }: Pick<Organization, 'root_quorum_threshold'>,
  approvals: readonly Approval[],
): boolean => rootsOf(approvals) >= root_quorum_threshold;

const rootsOf = (approvals: readonly Approval[]): number =>
  new Set(approvals.filter(({ user }) => user.is_root).map(({ user: { user_id } }) => user_id)).size;

/** Whether it gives a user a name, or changes one. */
const givesName = ({ row: { givesName: member }, parameters }: DecidedActivity): boolean =>
  member !== undefined && (parameters as { [name: string]: unknown })[member] !== undefined;

/** Whether the proxy user may submit it, without a policy. */
export const proxyMay = ({ proxyUser }: ActivityRow | QueryRow, { fromParent }: Caller): boolean =>
  proxyUser === (fromParent ? 'sub-organizations' : 'own organization');

/** What every user may about themselves. */
function isOfOwn(activity: DecidedActivity): boolean {
  const { right } = activity.row;
  if (right === 'own contact') return isOwn(activity) && isProved(activity);
  return right === 'own login' || (right === 'own credential' && isOwn(activity));
}

/** Whether it is about the caller: the user that it names, or by default the caller. */
export function isOwn({ parameters, caller }: DecidedActivity): boolean {
  const { userId = caller.user.user_id } = parameters as { userId?: unknown };
  return userId === caller.user.user_id;
}

/** Whether a token is shown; what it proves, the execution checks. */
const isProved = ({ parameters }: DecidedActivity): boolean =>
  (parameters as { verificationToken?: unknown }).verificationToken !== undefined;
