import { pause } from '../../client/deadline.js';
import { SolanaError } from './solanaError.js';
import { type AskSolana, statusOf } from './solanaNode.js';
import type { UnsentTransaction } from './unsent.js';

/**
 * Sends a signed transaction. Where no answer comes the same bytes are sent again, for about a minute: as long as its blockhash is good. A
 * node that has processed the transaction already has it.
 *
 * @throws {SolanaError} TRANSACTION_UNCERTAIN: whether a node has it is not known
 * @throws {SolanaError} NODE_REFUSED: the chain does not have it
 */
export async function broadcast(ask: AskSolana, { id, signed, options }: UnsentTransaction): Promise<void> {
  let lost = 0;
  for (const waitMs of [...waitsMs, undefined])
    try {
      const answer = await ask('sendTransaction', [signed, { encoding: 'base64', ...options }]);
      if (answer === id) return;
      throw new SolanaError('CHAIN_UNREACHABLE', 'The node answered with another transaction.');
    } catch (error) {
      const isRefused = error instanceof SolanaError && error.code === 'NODE_REFUSED';
      if (isRefused) {
        if (/already (been )?processed/i.test(error.message) || (await isKnown(ask, id))) return;
        // What follows a lost answer may come of that very transaction, which the node does not see yet: it is asked once more.
        if (lost !== 1) throw error;
      }
      if (waitMs === undefined) throw uncertain(id, error);
      lost = isRefused ? 2 : 1;
      await pause(waitMs, undefined);
    }
}

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
