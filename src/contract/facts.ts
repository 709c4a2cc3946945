// The facts on a row beside its schemas. Each fact is stated once, on the row, and read where it is needed.

/**
 * Whose keys may stamp a request that names an organization: its own users'; its parent's users'; and, if it is a parent, those of the one
 * sub-organization that the key belongs to, where the request is then answered or executed. {@link Right} says what a parent's user may do
 * in a sub-organization.
 */
export type From = 'organization' | 'parent' | 'sub-organization';

/**
 * Who may submit an activity, beside the auth proxy's own key.
 *
 * - `quorum`: the root quorum, and users that a policy allows.
 * - `root quorum`: the root quorum; no policy can allow others.
 * - `own credential`: the root quorum; and every user for their own credentials: the parameters name the caller, or no user.
 * - `own contact`: the root quorum; and every user for their own contact, with a verification token that proves it.
 * - `own login`: every user for themselves, unless a policy denies it; a root user always.
 * - `parent`: the root quorum, and users that a policy allows; and in a sub-organization a parent's user, if the parent's
 *   root quorum and policies allow that user without further approval.
 * - `login`: the root quorum; and in a sub-organization a parent's root user, with evidence that the execution checks.
 * - `vote`: root users, and users whom a policy names as approvers of the pending activity, each for themselves.
 */
export type Right =
  | 'quorum'
  | 'root quorum'
  | 'own credential'
  | 'own contact'
  | 'own login'
  | 'parent'
  | 'login'
  | 'vote';

/** Who may ask a query, of those whom {@link From} lets in: users of top-level organizations alone. Without it, every user. */
export type Readers = 'top level';

/** Where the auth proxy's own key may submit it: only what leads to a login. */
export type ProxyUser = 'nowhere' | 'own organization' | 'sub-organizations';

/**
 * Whether only the root quorum may submit it about one of its members, even if policies allow others; members may submit it about
 * themselves.
 */
export type OfRootMember = 'unrestricted' | 'root quorum';

/** The same for activities that open a session of another user: no policy can allow it. */
export type OfOthers = 'unrestricted' | 'root quorum';

/**
 * Whether a session must come from a recent login to submit it: required for what changes who can log in and how, or deletes for good.
 * `except logout`: a logout, here and everywhere, works at any age.
 */
export type FreshLogin = 'never' | 'required' | 'except logout' | 'except self';

/**
 * Whether stamps by a key that a verification token or an OIDC token names are accepted beside those of credentials. @see docs/wire.md 3.3
 */
export type AttestedStamps = 'refused' | 'accepted';

/**
 * Whether a recovery key, which is for account recovery alone, may submit it. @see docs/wire.md 2.12 `CREDENTIAL_TYPE_RECOVER_USER_KEY_P256`
 */
export type RecoveryKeys = 'refused' | 'accepted';

/**
 * What may be submitted in a suspended sub-organization; without it, nothing: SUSPENDED. Queries always are answered.
 *
 * - `allowed`: every login and way in.
 * - `recovery key`: the way in of who stamps by a recovery key, for themselves: a login alone must not make what outlives it.
 * - `export`: what takes keys away.
 * - `vote`: a vote on any of these that was begun after the suspension.
 * - `own`: deletes session keys of the caller's own, or other credentials of theirs while another way in stays that was there before.
 */
export type WhileSuspended = 'allowed' | 'recovery key' | 'export' | 'vote' | 'own';

/** What an activity is about, as policies see it. @see docs/wire.md 7.5 */
export type Resource =
  | 'ACTIVITY'
  | 'AUTH'
  | 'AUTH_PROXY'
  | 'CREDENTIAL'
  | 'EMAIL_TEMPLATE'
  | 'INVITATION'
  | 'ORGANIZATION'
  | 'OTP'
  | 'POLICY'
  | 'PRIVATE_KEY'
  | 'RECOVERY'
  | 'SMART_CONTRACT_INTERFACE'
  | 'USER'
  | 'TVC_APP'
  | 'TVC_DEPLOYMENT'
  | 'WALLET'
  | 'WEBHOOK_ENDPOINT';

/** What an activity does to it, as policies see it. @see docs/wire.md 7.5 */
export type Action = 'APPROVE' | 'CREATE' | 'DELETE' | 'EXPORT' | 'IMPORT' | 'REJECT' | 'SIGN' | 'UPDATE' | 'VERIFY';

/**
 * What a policy's condition may read of the things that an activity is about. An activity has at most one of those with a dot.
 *
 * @see docs/wire.md 7.3
 */
export type PolicyRoot =
  | 'wallet'
  | 'wallets'
  | 'wallet_account'
  | 'private_key'
  | 'eth.tx'
  | 'eth.eip_712'
  | 'eth.eip_7702_authorization'
  | 'solana.tx'
  | 'tron.tx'
  | 'bitcoin.tx';
