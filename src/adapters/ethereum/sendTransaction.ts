import type { AskNode } from '../../client/askNode.js';
import type { EthereumChain } from '../../client/chains.js';
import type { Client } from '../../client/createClient.js';
import { livingSession } from '../../client/signer.js';
import { signTransaction } from '../../contract/signing.js';
import { toHex } from '../../crypto/hex.js';
import { withLock } from '../../sessions/locks.js';
import type { Session } from '../../sessions/session.js';
import { awaitVotes, needsVotes, type VotingOptions } from '../awaitVotes.js';
import type { DeviceRecord } from '../deviceRecord.js';
import { awaitedTransactions } from './awaitedTransactions.js';
import { broadcast, isKnown } from './broadcast.js';
import type { NodeOf } from './chain.js';
import { EthereumError } from './ethereumError.js';
import { type AccountNotes, accountNotes, nextNonce, noNotes, nonceAt, type UnsentTransaction } from './nonces.js';
import { checkedEthereumTransaction, signEthereumTransaction } from './signEthereumTransaction.js';
import { hashOf } from './signedTransaction.js';
import type { Hex, TransactionToSign } from './transaction.js';
import { unsignedTransaction } from './unsignedTransaction.js';

/** A filled transaction whose nonce may be open, its chain and that chain's node, and who signs it. */
export type SignAndSendRequest = {
  readonly chain: EthereumChain;
  readonly ask: AskNode;
  readonly address: Hex;
  readonly transaction: TransactionToSign;
};

/** How a transaction is sent. */
export type SignAndSendOptions = VotingOptions & {
  /** Called with what is signed, before it is sent. */
  readonly onSigned?: ((made: UnsentTransaction) => void) | undefined;
};

/**
 * Signs a transaction with the account's next nonce, and sends it. All tabs take turns; nobody waits for votes in that turn. What is signed
 * is kept until a node says that it has it: where its answer is lost, the same bytes are sent again, also after a reload.
 *
 * @returns the transaction's hash.
 * @throws {EthereumError} TRANSACTION_STALE, TRANSACTION_UNCERTAIN, CHAIN_UNREACHABLE, CHAIN_MISMATCH
 * @throws {ProviderRpcError} what the node refused with
 */
export async function sendTransaction(
  client: Client,
  { chain, ask, address, transaction }: SignAndSendRequest,
  options: SignAndSendOptions,
): Promise<Hex> {
  const { onSigned } = options;
  const notes = accountNotes(client, { chainId: chain.id, address });
  const openNonce = async () =>
    nextNonce(await nonceAt({ chain, ask, address }, 'pending'), notes.read() ?? noNotes, Date.now());

  const first = await inTurn(chain, address, async () => {
    await sendUnsent(ask, notes);
    const complete = { ...transaction, nonce: Number(transaction.nonce ?? (await openNonce())) };
    try {
      const { session } = options;
      const signed = await signEthereumTransaction(client, { transaction: complete, address, session });
      const isOwn = transaction.nonce === undefined;
      return await send(ask, notes, { signed, nonce: complete.nonce, isOwn, onSigned });
    } catch (pending) {
      if (needsVotes(pending)) return { pending, complete };
      throw pending;
    }
  });
  if (typeof first === 'string') return first;
  const { pending, complete } = first;
  const { id: activityId, organizationId } = pending.activity;
  const { userId } = options.session;
  const unsigned = toHex(await unsignedTransaction(complete));
  // Whoever closes the page, or waits no longer, finds it among what was approved and not sent.
  const isOwn = transaction.nonce === undefined;
  const of = { organizationId, userId, activityId, chainId: chain.id, address };
  awaitedTransactions(client).add({ ...of, unsigned, isOwn, atMs: Date.now() });
  const { signedTransaction } = await awaitVotes(client, signTransaction, pending, options);
  const signed = await checkedEthereumTransaction(signedTransaction, complete);
  const made = { signed, nonce: complete.nonce, isOwn, onSigned };
  return sendVoted(client, { chain, ask, address, session: options.session }, made);
}

/**
 * Sends what others agreed to, while its nonce is open. Where it was sent already, by another tab or by whoever can read the activity, it is
 * not sent again: its hash is the answer.
 *
 * @throws {EthereumError} TRANSACTION_STALE: another transaction has its nonce
 */
export function sendVoted(
  client: Client,
  { session, ...of }: Omit<SignAndSendRequest, 'transaction'> & { readonly session: Session },
  made: SignedToSend,
): Promise<Hex> {
  const { chain, ask, address } = of;
  const notes = accountNotes(client, { chainId: chain.id, address });
  return inTurn(chain, address, async () => {
    // Nothing is sent for a person who has logged out meanwhile.
    await livingSession(client, session);
    const hash = await hashOf(made.signed);
    const noted = notes.read() ?? noNotes;
    const leftOver = noted.unsent.find((each) => each.hash === hash);
    if (leftOver) {
      made.onSigned?.(leftOver);
      await sendLeftOver(ask, notes, leftOver);
      return hash;
    }
    const isOpen = made.isOwn
      ? nextNonce(await nonceAt(of, 'pending'), noted, Date.now()) <= made.nonce
      : (await nonceAt(of, 'latest')) <= made.nonce;
    if (isOpen) return send(ask, notes, made);
    if (noted.last?.hash === hash || (await isKnown(ask, hash))) return hash;
    throw new EthereumError('TRANSACTION_STALE', 'Others agreed too late: the nonce has been used. Send it again.');
  });
}

/** Sends again what was signed here, on these chains, and no node has answered for. What fails is tried at the next chance. */
export async function resumeSending(
  client: Client,
  { chains, nodeOf }: { readonly chains: readonly EthereumChain[]; readonly nodeOf: NodeOf },
  address: Hex,
): Promise<void> {
  for (const chain of chains) {
    const notes = accountNotes(client, { chainId: chain.id, address });
    if (notes.read()?.unsent.length)
      await inTurn(chain, address, () => sendUnsent(nodeOf(chain), notes)).catch(() => {});
  }
}

/** One at a time of an account on a chain, over all tabs. */
const inTurn = <Result>({ id }: EthereumChain, address: Hex, run: () => Promise<Result>): Promise<Result> =>
  withLock(`ethereum.${id}.${address.toLowerCase()}`, run);

/**
 * Sends again what was signed and may not have arrived.
 *
 * @throws {EthereumError} TRANSACTION_UNCERTAIN
 * @throws {ProviderRpcError} what the node refused with
 */
export function sendAgain(
  client: Client,
  { chain, ask, address }: Omit<SignAndSendRequest, 'transaction'>,
  made: UnsentTransaction,
): Promise<Hex> {
  const notes = accountNotes(client, { chainId: chain.id, address });
  return inTurn(chain, address, async () => {
    await sendLeftOver(ask, notes, made);
    return made.hash;
  });
}

/** What an earlier page, or an earlier request, has signed and no node has answered for. */
async function sendUnsent(ask: AskNode, notes: DeviceRecord<AccountNotes>): Promise<void> {
  for (const each of notes.read()?.unsent ?? [])
    try {
      // A note that somebody else has written: no answer of a node would be for it.
      if ((await hashOf(each.signed)) !== each.hash) giveUp(notes, each);
      else await sendLeftOver(ask, notes, each);
    } catch (error) {
      if (isUncertain(error)) return;
    }
}

async function sendLeftOver(ask: AskNode, notes: DeviceRecord<AccountNotes>, each: UnsentTransaction): Promise<void> {
  try {
    await broadcast(ask, each);
  } catch (error) {
    if (isUncertain(error)) throw error;
    giveUp(notes, each);
    throw error;
  }
  forget(notes, each);
}

/** Its nonce is open again. */
function giveUp(notes: DeviceRecord<AccountNotes>, each: UnsentTransaction): void {
  forget(notes, each);
  const { last, ...rest } = notes.read() ?? noNotes;
  if (last !== undefined && last.nonce >= each.nonce) notes.write(rest);
}

/** What is signed. `isOwn`: the kit has chosen its nonce. */
type SignedToSend = Omit<UnsentTransaction, 'hash'> & { readonly isOwn: boolean } & Pick<
    SignAndSendOptions,
    'onSigned'
  >;

async function send(
  ask: AskNode,
  notes: DeviceRecord<AccountNotes>,
  { signed, nonce, isOwn, onSigned }: SignedToSend,
): Promise<Hex> {
  const before = notes.read() ?? noNotes;
  const made = { hash: await hashOf(signed), signed, nonce };
  // A nonce that the request names says nothing about the next one.
  const isLast = isOwn && nonce >= (before.last?.nonce ?? 0);
  const last = isLast ? { nonce, atMs: Date.now(), hash: made.hash } : before.last;
  notes.write({ ...(last && { last }), unsent: [...before.unsent, made] });
  onSigned?.(made);
  try {
    await broadcast(ask, made);
    forget(notes, made);
    return made.hash;
  } catch (error) {
    if (!isUncertain(error)) notes.write(before);
    throw error;
  }
}

function forget(notes: DeviceRecord<AccountNotes>, { hash }: UnsentTransaction): void {
  const now = notes.read() ?? noNotes;
  notes.write({ ...now, unsent: now.unsent.filter((each) => each.hash !== hash) });
}

const isUncertain = (error: unknown) => error instanceof EthereumError && error.code === 'TRANSACTION_UNCERTAIN';
