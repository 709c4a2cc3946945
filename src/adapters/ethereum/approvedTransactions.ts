import { AnswerError } from '../../client/answerError.js';
import { ask } from '../../client/ask.js';
import { type EthereumChain, isEthereumChain } from '../../client/chains.js';
import type { Client } from '../../client/createClient.js';
import { livingSession } from '../../client/signer.js';
import { resultOf } from '../../client/submit.js';
import { getActivity } from '../../contract/activities.queries.js';
import type { Activity } from '../../contract/activities.records.js';
import { RefusedError } from '../../contract/refusals.js';
import { signTransaction } from '../../contract/signing.js';
import { fromHex } from '../../crypto/hex.js';
import { isObject } from '../../crypto/json.js';
import { ethereumFields, integerIn } from '../../reading/ethereumFields.js';
import type { Session } from '../../sessions/session.js';
import { SessionError } from '../../sessions/sessionError.js';
import { type AwaitedTransaction, awaitedTransactions } from './awaitedTransactions.js';
import { type NodeOf, nodesOf } from './chain.js';
import { codedRefusal } from './codedRefusal.js';
import { nonceAt, type UnsentTransaction } from './nonces.js';
import { sendVoted } from './sendTransaction.js';
import { hashOf, signatureIn } from './signedTransaction.js';
import type { Hex } from './transaction.js';

/**
 * A transaction that others agreed to when nobody waited for it any more: it is signed, the chain does not know it, and it could still be
 * sent.
 */
export type ApprovedTransaction = UnsentTransaction & {
  readonly chain: EthereumChain;
  readonly address: Hex;
  /** Whether the kit has chosen its nonce. */
  readonly isOwn: boolean;
  /** What others agreed to. */
  readonly activity: Activity;
};

/**
 * What was sent from this device, waited for others, and was signed when nobody waited any more: the page was closed, or the time was over.
 * What has ended otherwise is forgotten.
 *
 * @throws {SessionError}
 */
export async function approvedTransactions(client: Client, session: Session): Promise<readonly ApprovedTransaction[]> {
  const awaited = awaitedTransactions(client);
  const nodeOf = nodesOf(client);
  const found = await Promise.all(
    awaited.of(session).map(async (each) => {
      const approved = await readApproved(client, each, { session, nodeOf }).catch((error: unknown) => {
        if (error instanceof SessionError) throw error;
        return 'waiting' as const; // what cannot be read now hides no other
      });
      if (approved === 'ended') awaited.forget(each.activityId);
      return approved;
    }),
  );
  return found.filter((each) => typeof each === 'object');
}

/**
 * Sends what others agreed to when nobody waited for it any more.
 *
 * @throws {EthereumError} TRANSACTION_STALE, TRANSACTION_UNCERTAIN, CHAIN_UNREACHABLE, CHAIN_MISMATCH, CHAIN_REFUSED
 * @throws {SessionError}
 */
export async function sendApproved(
  client: Client,
  { chain, address, signed, nonce, isOwn }: ApprovedTransaction,
  given: Session | undefined,
): Promise<Hex> {
  const session = await livingSession(client, given);
  const of = { chain, ask: nodesOf(client)(chain), address, session };
  return codedRefusal('CHAIN_REFUSED', () => sendVoted(client, of, { signed, nonce, isOwn }));
}

async function readApproved(
  client: Client,
  { organizationId, activityId, chainId, address, unsigned, isOwn }: AwaitedTransaction,
  { session, nodeOf }: { readonly session: Session; readonly nodeOf: NodeOf },
): Promise<ApprovedTransaction | 'waiting' | 'ended'> {
  const activity = await ask(client, getActivity, { organizationId, activityId }, { session }).catch(
    (error: unknown) => {
      if (error instanceof RefusedError && error.code === 'ACTIVITY_NOT_FOUND') return undefined;
      throw error;
    },
  );
  const { status } = activity?.activity ?? {};
  if (!activity || status === 'ACTIVITY_STATUS_FAILED' || status === 'ACTIVITY_STATUS_REJECTED') return 'ended';
  const chain = (client.settings.chains ?? []).filter(isEthereumChain).find(({ id }) => id === chainId);
  if (status !== 'ACTIVITY_STATUS_COMPLETED' || !chain) return 'waiting';
  try {
    if (!Object.values(activity.activity.intent).some((intent) => isOf(intent, { unsigned, address }))) return 'ended';
    const bytes = fromHex(unsigned);
    const { signedTransaction } = resultOf(signTransaction, activity.activity);
    signatureIn(signedTransaction, bytes); // what was sent, byte by byte, and nothing else
    const fields = ethereumFields(bytes);
    if (!fields || integerIn(fields.chainId) !== BigInt(chainId)) return 'ended';
    const signed: Hex = `0x${signedTransaction}`;
    const hash = await hashOf(signed);
    const made = { hash, signed, nonce: Number(integerIn(fields.nonce)) };
    const node = nodeOf(chain);
    const of = { chain, ask: node, address };
    const known = await node('eth_getTransactionByHash', [hash]);
    const isInBlock = isObject(known) && known.blockNumber !== null && known.blockNumber !== undefined;
    if (isInBlock || (await nonceAt(of, 'latest')) > made.nonce) return 'ended';
    // It is on its way, or another one with its nonce is, and may yet be lost.
    if (isObject(known) || (isOwn && (await nonceAt(of, 'pending')) > made.nonce)) return 'waiting';
    return { ...made, chain, address, isOwn, activity: activity.activity };
  } catch (error) {
    // Bytes of somebody else's are not sent. What a node does not say now, it says later.
    return error instanceof RangeError || error instanceof AnswerError ? 'ended' : 'waiting';
  }
}

/** Whether an intent is to sign these bytes by this account: what is shown of it is what was sent. */
const isOf = (intent: unknown, { unsigned, address }: Pick<AwaitedTransaction, 'unsigned' | 'address'>): boolean =>
  isObject(intent) &&
  intent.type === 'TRANSACTION_TYPE_ETHEREUM' &&
  [intent.unsignedTransaction, intent.signWith].every((text) => typeof text === 'string') &&
  bare(String(intent.unsignedTransaction)) === unsigned &&
  String(intent.signWith).toLowerCase() === address.toLowerCase();

const bare = (hex: string) => hex.replace(/^0x/i, '').toLowerCase();
