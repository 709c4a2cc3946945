import {
  bitcoinTransaction,
  eip712TypedData,
  eip7702Authorization,
  ethereumTransaction,
  privateKey,
  solanaTransaction,
  tronTransaction,
  walletAccountType,
  walletType,
} from './context.js';
import type { Scope } from './language/check.js';
import { struct, type ValueOfType } from './language/types.js';

/** The three expressions of a policy. */
export type Clause = 'consensus' | 'condition' | 'time';

/** `email` is the verified one; without one it is the empty text, as is `credential_id` of a key that is no passkey. */
const user = struct('User', { id: 'string', tags: { list: 'string' }, email: 'string', alias: 'string' });

const credential = struct('Credential', {
  id: 'string',
  user_id: 'string',
  type: 'string',
  credential_id: 'string',
  public_key: 'string',
});

export type UserFacts = ValueOfType<typeof user>;
export type CredentialFacts = ValueOfType<typeof credential>;

/** Every parameter that some row lets policies read. @see docs/wire.md 7.4 */
const parameters = struct(
  'Params',
  {},
  {
    api_key_ids: { list: 'string' },
    encoding: 'string',
    endpoint_id: 'string',
    hash_function: 'string',
    otp_length: 'int',
    session_profile_id: 'string',
    sign_with: 'string',
    signatures: { list: 'string' },
    target_public_key: 'string',
    type: 'string',
    user_id: 'string',
    user_ids: { list: 'string' },
    wallet_id: 'string',
  },
);

const activity = struct('Activity', {
  type: 'string',
  kind: 'string',
  resource: 'string',
  action: 'string',
  params: parameters,
});

/** What each expression may name. @see docs/wire.md 7.3 */
export const roots = {
  consensus: { approvers: { list: user }, credentials: { list: credential } },
  condition: {
    activity,
    wallet: walletType,
    wallets: { list: walletType },
    wallet_account: walletAccountType,
    private_key: privateKey,
    eth: struct(
      'Ethereum',
      {},
      { tx: ethereumTransaction, eip_712: eip712TypedData, eip_7702_authorization: eip7702Authorization },
    ),
    solana: struct('Solana', { tx: solanaTransaction }),
    tron: struct('Tron', { tx: tronTransaction }),
    bitcoin: struct('Bitcoin', { tx: bitcoinTransaction }),
  },
  time: { time: struct('Time', { now: 'timestamp' }) },
} as const satisfies Record<Clause, Scope>;

/** The depth at which roots are distinguished: `eth.tx`, `activity.params.user_id`; `undefined` for other names. */
export function depthOfRoot(name: string): number | undefined {
  if (name === 'activity') return 2;
  if (name === 'eth' || name === 'solana' || name === 'tron' || name === 'bitcoin') return 1;
  return Object.hasOwn(roots.condition, name) || Object.hasOwn(roots.consensus, name) ? 0 : undefined;
}
