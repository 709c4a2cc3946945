import type { AskNode } from '../../client/askNode.js';
import { pause } from '../../client/deadline.js';
import { saysTimeout } from '../nodes/saysTimeout.js';
import { EthereumError } from './ethereumError.js';
import type { UnsentTransaction } from './nonces.js';
import { ProviderRpcError } from './providerRpcError.js';

/**
 * Sends a signed transaction. Where no answer comes, or one that says so of somebody behind the node, the same bytes are sent again, for
 * about a minute. A node that knows the transaction already has it. What is refused after a lost answer may still arrive: the node is asked
 * again for the rest of that minute.
 *
 * @throws {EthereumError} TRANSACTION_UNCERTAIN: whether a node has it is not known
 * @throws {ProviderRpcError} what the node refused with: it does not have the transaction
 */
export async function broadcast(ask: AskNode, { hash, signed }: UnsentTransaction): Promise<void> {
  let isLost = false;
  for (const waitMs of [...waitsMs, undefined])
    try {
      const answer = await ask('eth_sendRawTransaction', [signed]);
      if (typeof answer === 'string' && answer.toLowerCase() === hash) return;
      throw new EthereumError('CHAIN_UNREACHABLE', 'The node answered with another hash.');
    } catch (error) {
      if (error instanceof ProviderRpcError && !isLostBehind(error)) {
        if (/\b(already known|known transaction|already imported)\b/i.test(error.message)) return;
        if (await isKnown(ask, hash)) return;
        if (!isLost || waitMs === undefined) throw error;
      } else {
        isLost = true;
        if (waitMs === undefined) throw uncertain(hash, error);
      }
      await pause(waitMs, undefined);
    }
}

/** Whether somebody behind the node may have it. An internal error says nothing of the transaction. @see EIP-1474, "Error codes" */
const isLostBehind = (error: ProviderRpcError): boolean => error.code === -32603 || saysTimeout(error);

const waitsMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

/**
 * Whether a node has a transaction. A refusal that follows a lost answer may come of the very transaction that was sent: its nonce is used,
 * its coins are spent.
 *
 * @throws {EthereumError} TRANSACTION_UNCERTAIN
 */
export async function isKnown(ask: AskNode, hash: string): Promise<boolean> {
  const found = await ask('eth_getTransactionByHash', [hash]).catch((cause: unknown) => {
    throw uncertain(hash, cause);
  });
  return found !== null && found !== undefined;
}

const uncertain = (hash: string, cause: unknown) =>
  new EthereumError(
    'TRANSACTION_UNCERTAIN',
    `The transaction ${hash} is signed, and may have been sent. It is sent again, never signed anew.`,
    { cause },
  );
