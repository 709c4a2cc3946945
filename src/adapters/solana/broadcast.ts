import { pause } from '../../client/deadline.js';
import { fromBase64 } from '../../crypto/base64.js';
import { readSolanaEnvelope } from '../../crypto/solanaMessage.js';
import { saysTimeout } from '../nodes/saysTimeout.js';
import { SolanaError } from './solanaError.js';
import { type AskSolana, isBlockhashValid, statusOf } from './solanaNode.js';
import { malformed } from './transactionToSign.js';
import type { UnsentSolanaTransaction } from './unsent.js';

/**
 * Sends a signed transaction. Where no answer comes, or one that says so of somebody behind the node, the same bytes are sent again, for
 * about a minute. A node that has processed the transaction already has it. What is refused after a lost answer may still arrive: that
 * nothing was sent is only said once its blockhash is dead.
 *
 * @param wasSent - whether it was sent before: an answer was lost then.
 * @throws {SolanaError} TRANSACTION_UNCERTAIN: whether a node has it is not known
 * @throws {SolanaError} NODE_REFUSED: the chain does not have it
 */
export async function broadcast(ask: AskSolana, made: UnsentSolanaTransaction, wasSent = false): Promise<void> {
  const { id, signed, options } = made;
  let isLost = wasSent;
  for (const waitMs of [...waitsMs, undefined])
    try {
      const answer = await ask('sendTransaction', [signed, { encoding: 'base64', ...options }]);
      if (answer === id) return;
      throw new SolanaError('CHAIN_UNREACHABLE', 'The node answered with another transaction.');
    } catch (error) {
      if (error instanceof SolanaError && error.code === 'NODE_REFUSED' && !saysTimeout(error)) {
        if (/already (been )?processed/i.test(error.message) || (await isKnown(ask, id))) return;
        if (!isLost || (await isDead(ask, made))) throw error;
      } else isLost = true;
      if (waitMs === undefined) throw uncertain(id, error);
      await pause(waitMs, undefined);
    }
}

/** Whether it can arrive no more. A node that lags does not know a young blockhash either, and looks are older than what follows them. */
async function isDead(ask: AskSolana, { id, signed, atMs = 0 }: UnsentSolanaTransaction): Promise<boolean> {
  if (Date.now() - atMs < longestLifeMs) return false;
  const { blockhash } = readSolanaEnvelope(fromBase64(signed), malformed).message;
  const isGood = await isBlockhashValid(ask, blockhash).catch(() => true);
  return !isGood && !(await isKnown(ask, id));
}

/** Twice as long as the chain takes a blockhash: 150 blocks. */
const longestLifeMs = 180_000;

const waitsMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

async function isKnown(ask: AskSolana, id: string): Promise<boolean> {
  const status = await statusOf(ask, id).catch((cause: unknown) => {
    throw uncertain(id, cause);
  });
  return status !== undefined;
}

const uncertain = (id: string, cause: unknown) =>
  new SolanaError(
    'TRANSACTION_UNCERTAIN',
    `The transaction ${id} is signed, and whether it was sent is not known. It is sent again, and never signed anew.`,
    { cause },
  );
