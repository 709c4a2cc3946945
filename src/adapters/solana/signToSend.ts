import type { Client } from '../../client/createClient.js';
import { submit } from '../../client/submit.js';
import { rejectActivity } from '../../contract/activities.js';
import type { Bytes } from '../../crypto/bytes.js';
import type { Session } from '../../sessions/session.js';
import { needsVotes } from '../awaitVotes.js';
import { signSolanaTransaction } from './signSolanaTransaction.js';
import { SolanaError } from './solanaError.js';
import type { SolanaTransactionToSign } from './transactionToSign.js';

/**
 * Signs a transaction that is sent at once. Nothing waits for votes: its blockhash would not.
 *
 * @throws {SolanaError} VOTES_NOT_AWAITED
 */
export async function signToSend(
  client: Client,
  transaction: SolanaTransactionToSign,
  session: Session,
): Promise<Bytes> {
  try {
    return await signSolanaTransaction(client, transaction, { session });
  } catch (pending) {
    if (!needsVotes(pending)) throw pending;
    const { fingerprint } = pending.activity;
    await submit(client, rejectActivity, { fingerprint }, { session }).catch(() => {});
    throw new SolanaError(
      'VOTES_NOT_AWAITED',
      'Others would have to agree to this, and a transaction of Solana does not wait for them. Nothing was sent.',
      { cause: pending },
    );
  }
}
