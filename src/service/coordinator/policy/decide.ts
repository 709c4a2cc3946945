import type { Row } from '../../store/schema.js';
import type { Caller, Organization } from '../caller.js';

/** What is asked for, by whom, and who has approved it so far. */
export type Question = {
  readonly organization: Organization;
  readonly caller: Caller;
  /** The version-free name of the activity type: `CREATE_WALLET`. */
  readonly kind: string;
  readonly parameters: unknown;
  /** Users of the organization who approve, the caller included. */
  readonly approvers: readonly Row<'users'>[];
};

export type Decision = 'allow' | 'needs consensus' | 'deny';

/**
 * The one place where it is decided whether an activity may happen: root quorum allows; else the rule of the proxy user; else
 * the general right to change one's own credentials; else deny.
 */
export function decide(question: Question): Decision {
  const { caller, kind, organization, approvers } = question;
  if (caller.user.is_proxy) return proxyMay(question) ? 'allow' : 'deny';
  if (caller.fromParent) return isLogin(kind) && caller.user.is_root ? 'allow' : 'deny';
  if (isVote(kind)) return caller.user.is_root ? 'allow' : 'deny';
  if (isOwnCredential(question)) return 'allow';
  const roots = new Set(approvers.filter((user) => user.is_root).map((user) => user.user_id));
  if (roots.size >= organization.root_quorum_threshold) return 'allow';
  return roots.size > 0 ? 'needs consensus' : 'deny';
}

const isLogin = (kind: string): boolean => kind === 'OTP_LOGIN' || kind === 'OAUTH_LOGIN';
const isVote = (kind: string): boolean => kind === 'APPROVE_ACTIVITY' || kind === 'REJECT_ACTIVITY';

/** Login activities and nothing else: in its own organization those that lead to a login, in sub-organizations the login itself. */
const proxyMay = ({ caller, kind }: Question): boolean =>
  caller.fromParent
    ? isLogin(kind)
    : ['INIT_OTP', 'VERIFY_OTP', 'CREATE_SUB_ORGANIZATION', 'OAUTH2_AUTHENTICATE'].includes(kind);

/** Every user may change their own credentials. */
function isOwnCredential({ kind, parameters, caller }: Question): boolean {
  if (kind === 'STAMP_LOGIN') return true;
  const userId = (parameters as { userId?: unknown }).userId;
  return (kind === 'CREATE_API_KEYS' || kind === 'DELETE_API_KEYS') && userId === caller.user.user_id;
}
