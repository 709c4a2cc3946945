import type { SolanaChain } from '../../client/chains.js';
import { callNode, type NodeAddress } from '../nodes/callNode.js';
import { nodeUrl } from '../nodes/nodeUrl.js';
import { SolanaError } from './solanaError.js';

/** Asks the node of a chain. @throws {SolanaError} CHAIN_UNREACHABLE, NODE_REFUSED */
export type AskSolana = (method: string, parameters: readonly unknown[]) => Promise<unknown>;

/** The node of a chain: the first one that it names. */
export function nodeOf(chain: SolanaChain, options: Omit<NodeAddress, 'url'>): AskSolana {
  const node = { ...options, url: nodeUrl(chain) };
  return async (method, params) => {
    const answer = await callNode(node, { method, params }).catch((cause) => {
      throw new SolanaError('CHAIN_UNREACHABLE', `The node of ${chain.name} does not answer.`, { cause });
    });
    if ('result' in answer) return answer.result;
    const { error: refusal } = answer;
    throw new SolanaError('NODE_REFUSED', `The node of ${chain.name} refused this: ${refusal.message}`, { refusal });
  };
}

/** How far a transaction is, once a node knows it. `undefined`: it does not. @throws {SolanaError} */
export async function statusOf(
  ask: AskSolana,
  id: string,
): Promise<{ readonly error: unknown; readonly commitment: string } | undefined> {
  const [status] = valuesIn(await ask('getSignatureStatuses', [[id], { searchTransactionHistory: true }]));
  if (typeof status !== 'object' || status === null) return undefined;
  const { err = null, confirmationStatus } = status as {
    readonly err?: unknown;
    readonly confirmationStatus?: unknown;
  };
  return { error: err, commitment: typeof confirmationStatus === 'string' ? confirmationStatus : 'processed' };
}

/** Whether the chain would take a transaction with this blockhash now. @throws {SolanaError} */
export async function isBlockhashValid(ask: AskSolana, blockhash: string): Promise<boolean> {
  const answer = await ask('isBlockhashValid', [blockhash, { commitment: 'processed' }]);
  return valueIn(answer) === true;
}

const valueIn = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : undefined;

function valuesIn(answer: unknown): readonly unknown[] {
  const value = valueIn(answer);
  return Array.isArray(value) ? value : [];
}
