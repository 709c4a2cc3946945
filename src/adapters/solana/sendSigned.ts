import type { SolanaChain } from '../../client/chains.js';
import type { Client } from '../../client/createClient.js';
import { pause } from '../../client/deadline.js';
import { toBase64 } from '../../crypto/base64.js';
import type { Bytes } from '../../crypto/bytes.js';
import { readSolanaEnvelope } from '../../crypto/solanaMessage.js';
import { broadcast } from './broadcast.js';
import { SolanaError } from './solanaError.js';
import { type AskSolana, statusOf } from './solanaNode.js';
import { idOf, malformed } from './transactionToSign.js';
import { type Commitment, type SolanaSendOptions, type UnsentSolanaTransaction, unsentOf } from './unsent.js';

/** A signed transaction, its chain and that chain's node, and who has signed it. */
export type SignedTransaction = {
  readonly signed: Bytes;
  readonly address: string;
  readonly chain: SolanaChain;
  readonly ask: AskSolana;
  readonly options: SolanaSendOptions;
};

/**
 * Sends a signed transaction. It is kept until a node says that it has it: where its answer is lost, the same bytes are sent again, also
 * after a reload.
 *
 * @returns the transaction's first signature, in base58, by which the chain names it.
 * @throws {SolanaError} NODE_REFUSED, TRANSACTION_UNCERTAIN
 */
export async function sendSigned(
  client: Client,
  { signed, address, chain, ask, options }: SignedTransaction,
): Promise<string> {
  const unsent = unsentOf(client, chain.id, address);
  const id = idOf(readSolanaEnvelope(signed, malformed));
  const before = unsent.read().find((each) => each.id === id);
  const made = before ?? { id, signed: toBase64(signed), options, atMs: Date.now() };
  if (!before) await unsent.keep(made);
  try {
    await broadcast(ask, made, before !== undefined);
  } catch (error) {
    if (!isUncertain(error)) await unsent.forget(made);
    throw error;
  }
  await unsent.forget(made);
  return id;
}

/** Sends again what was signed here and no node has answered for. What fails is tried at the next chance. */
export async function resumeSending(
  client: Client,
  { address, chain, ask }: Pick<SignedTransaction, 'address' | 'chain' | 'ask'>,
): Promise<void> {
  const unsent = unsentOf(client, chain.id, address);
  const sendAgain = (each: UnsentSolanaTransaction) =>
    broadcast(ask, each, true).then(
      () => unsent.forget(each),
      (error) => (isUncertain(error) ? undefined : unsent.forget(each)),
    );
  await Promise.all(unsent.read().map(sendAgain));
}

const isUncertain = (error: unknown) => error instanceof SolanaError && error.code === 'TRANSACTION_UNCERTAIN';

/**
 * Waits until the chain is as sure of a transaction as is asked for.
 *
 * @throws {SolanaError} TRANSACTION_FAILED, TRANSACTION_UNCONFIRMED
 */
export async function awaitCommitment(ask: AskSolana, id: string, commitment: Commitment): Promise<void> {
  const enough = ['processed', 'confirmed', 'finalized'].slice(
    ['processed', 'confirmed', 'finalized'].indexOf(commitment),
  );
  for (let looks = 0; looks < mostLooks; looks += 1) {
    // A node that does not answer now may the next time.
    const status = await statusOf(ask, id).catch(() => undefined);
    if (status && status.error !== null)
      throw new SolanaError('TRANSACTION_FAILED', `The transaction ${id} was sent and failed on the chain.`);
    if (status && enough.includes(status.commitment)) return;
    await pause(lookMs, undefined);
  }
  throw new SolanaError('TRANSACTION_UNCONFIRMED', `The transaction ${id} was sent and is not ${commitment} yet.`);
}

const lookMs = 1_000;
const mostLooks = 90;
