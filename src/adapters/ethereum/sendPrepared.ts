import { loadConfirmOwn } from '../../client/confirmations/loadConfirmOwn.js';
import type { Client } from '../../client/createClient.js';
import { livingSession } from '../../client/signer.js';
import type { VotingOptions } from '../awaitVotes.js';
import { nodesOf } from './chain.js';
import { codedRefusal } from './codedRefusal.js';
import { EthereumError } from './ethereumError.js';
import type { UnsentTransaction } from './nonces.js';
import type { PreparedTransaction } from './prepareTransaction.js';
import { sendAgain, sendTransaction } from './sendTransaction.js';
import { transactionRequest } from './signatureRequest.js';
import type { Hex } from './transaction.js';

/** How a prepared transaction is sent. */
export type SendPreparedOptions = {
  readonly [name in keyof VotingOptions]?: VotingOptions[name] | undefined;
} & {
  /** The kit's own review card has shown it and the person has confirmed it. */
  readonly isReviewed: boolean;
};

/**
 * Signs a prepared transaction and sends it, once: while it is being sent, and when it has been, the same transaction gives the same hash.
 * After TRANSACTION_UNCERTAIN the same bytes are sent again.
 *
 * @throws {EthereumError} TRANSACTION_STALE, TRANSACTION_UNCERTAIN, CHAIN_UNREACHABLE, CHAIN_MISMATCH, CHAIN_REFUSED
 * @throws {ActivityPendingError} ACTIVITY_NEEDS_APPROVAL: others did not agree in time, or it was cancelled
 * @throws {ConfirmationError} where `confirmSignatures` of the settings is `always`
 */
export function sendPrepared(
  client: Client,
  prepared: PreparedTransaction,
  options: SendPreparedOptions,
): Promise<Hex> {
  const before = sends.get(prepared) ?? {};
  sends.set(prepared, before);
  before.hash ??= codedRefusal('CHAIN_REFUSED', () => signAndSend(client, prepared, before, options)).catch((error) => {
    before.hash = undefined;
    throw error;
  });
  return before.hash;
}

/** What has become of a prepared transaction. */
type Send = { hash?: Promise<Hex> | undefined; made?: UnsentTransaction };

const sends = new WeakMap<PreparedTransaction, Send>();

async function signAndSend(
  client: Client,
  prepared: PreparedTransaction,
  send: Send,
  { isReviewed, session: given, approvalTimeoutMs = 600_000, signal, onWaiting }: SendPreparedOptions,
): Promise<Hex> {
  const { chain, address, transaction } = prepared;
  const ask = nodesOf(client)(chain);
  if (send.made) return sendAgain(client, { chain, ask, address }, send.made);
  const request = await sameRequest(prepared);
  const session = await livingSession(client, given);
  if (!isReviewed) await (await loadConfirmOwn(client))?.confirmOwn(client, { session, askNode: ask }, () => [request]);
  return sendTransaction(
    client,
    { chain, ask, address, transaction },
    {
      ...{ session, approvalTimeoutMs, signal, onWaiting },
      onSigned(made) {
        send.made = made;
      },
    },
  );
}

/** What was shown is what is sent, also where somebody has changed the object since. @throws {EthereumError} TRANSACTION_MALFORMED */
async function sameRequest({ request, ...prepared }: PreparedTransaction): Promise<PreparedTransaction['request']> {
  const dataFee = 'dataFee' in request && request.dataFee !== undefined ? BigInt(request.dataFee) : undefined;
  const now = await transactionRequest({ ...prepared, isSent: true, dataFee });
  const { claimed: _, ...shown } = request; // read anew where a person is asked
  if (JSON.stringify(now) === JSON.stringify(shown)) return now;
  throw new EthereumError('TRANSACTION_MALFORMED', 'This is another transaction than the one that was prepared.');
}
