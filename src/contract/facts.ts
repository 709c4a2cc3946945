// What stands on a row beside its shapes: facts of an operation, each read where it is needed and written nowhere else.

/**
 * Whose keys may stamp a request that names an organization: those of its own users; those of its parent's users; and, where it is
 * a parent, those of the one sub-organization that the key leads to: it is then answered, or executed, there. What a parent's
 * user may do in a sub-organization is for {@link Right} to say.
 */
export type From = 'organization' | 'parent' | 'sub-organization';

/**
 * Who may submit an activity at all, beside the auth proxy's own key.
 *
 * - `quorum`: the root quorum, and whom a policy allows it.
 * - `root quorum only`: the root quorum, whatever else may allow others.
 * - `own credential`: the root quorum; and every user, for what changes their own credentials: the user that the parameters name is
 *   the caller, or they name none.
 * - `own contact`: the root quorum; and every user, for their own contact, with a verification token that proves it.
 * - `own login`: every user for themselves, as far as no policy denies it; a root user always.
 * - `started by the parent`: the root quorum, and whom a policy allows it; and in a sub-organization a parent's user, as far as the
 *   parent's root quorum and policies let that user alone.
 * - `login`: the root quorum; and a parent's root user in a sub-organization, with evidence that the execution checks.
 * - `vote`: root users, and those whom a policy names for what waits, each for themselves.
 */
export type Right =
  | 'quorum'
  | 'root quorum only'
  | 'own credential'
  | 'own contact'
  | 'own login'
  | 'started by the parent'
  | 'login'
  | 'vote';

/** Where the auth proxy's own key may ask it: what leads to a login, and nothing else. */
export type ProxyUser = 'nowhere' | 'in its own organization' | 'in sub-organizations';

/** Whether only the root quorum may submit it about one of its members, whatever policies allow; each may for themselves. */
export type OfRootMember = 'as its right says' | 'root quorum only';

/**
 * Whether a session of a sub-organization must come from a recent login to submit it: what changes who can enter there, or takes
 * away for good. `unless it ends own sessions`: a logout, here and everywhere, works at any age.
 */
export type FreshLogin =
  | 'not asked for'
  | 'asked for'
  | 'asked for, unless it ends own sessions'
  | 'asked for, unless it is about the caller';

/** Whether a stamp by a key that a verification token or an OIDC token names is taken beside those of credentials. @see Wire facts 3.3 */
export type AttestedStamps = 'not taken' | 'taken';

/** Whether a recovery key, which is for nothing but coming back, may ask it. @see Wire facts 2.12 `CREDENTIAL_TYPE_RECOVER_USER_KEY_P256` */
export type RecoveryKeys = 'not taken' | 'taken';

/** What an activity is about, as policies see it. @see Wire facts 7.5 */
export type Resource =
  | 'ACTIVITY'
  | 'AUTH'
  | 'AUTH_PROXY'
  | 'CREDENTIAL'
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

/** What an activity does to it, as policies see it. @see Wire facts 7.5 */
export type Action = 'APPROVE' | 'CREATE' | 'DELETE' | 'EXPORT' | 'IMPORT' | 'REJECT' | 'SIGN' | 'UPDATE' | 'VERIFY';

/** What of the things that an activity is about a policy's condition may read. Of those with a dot an activity has one. @see Wire facts 7.3 */
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
