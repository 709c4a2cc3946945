import type { SolanaChain } from '../../client/chains.js';
import { isObject } from '../../crypto/json.js';
import { callNode, type NodeAddress } from '../nodes/callNode.js';
import { isOfOther } from '../nodes/genesisHash.js';
import { nodeUrl } from '../nodes/nodeUrl.js';
import { type SignatureStatus, signatureStatus, statusCall } from '../state/signatureStatus.js';
import { SolanaError } from './solanaError.js';

/** Asks the node of a chain. @throws {SolanaError} CHAIN_UNREACHABLE, NODE_REFUSED */
export type AskSolana = (method: string, parameters: readonly unknown[]) => Promise<unknown>;

/** The node of a chain: the first one that it names. Where it is another cluster's, nothing else is asked. */
export function nodeOf(chain: SolanaChain, options: Omit<NodeAddress, 'url'>): AskSolana {
  const node = { ...options, url: nodeUrl(chain) };
  const askGenesis = () => ask('getGenesisHash', []).catch(noneIfRefused);
  return async (method, params) => {
    if (await isOfOther(chain, node.url, askGenesis)) {
      const says = `The node of ${chain.name} is one of another cluster than ${chain.id}.`;
      throw new SolanaError('CHAIN_MISMATCH', says);
    }
    return ask(method, params);
  };

  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const answer = await callNode(node, { method, params }).catch((cause) => {
      throw new SolanaError('CHAIN_UNREACHABLE', `The node of ${chain.name} does not answer.`, { cause });
    });
    if ('result' in answer) return answer.result;
    const { error: refusal } = answer;
    throw new SolanaError('NODE_REFUSED', `The node of ${chain.name} refused this: ${refusal.message}`, { refusal });
  }
}

/** A node between the page and the chain may not pass on everything. */
function noneIfRefused(error: unknown): undefined {
  if (error instanceof SolanaError && error.code === 'NODE_REFUSED') return undefined;
  throw error;
}

/** How far a transaction is, once a node knows it. `undefined`: it does not. @throws {SolanaError} */
export async function statusOf(ask: AskSolana, id: string): Promise<SignatureStatus | undefined> {
  const { method, params } = statusCall(id);
  try {
    return signatureStatus(await ask(method, params));
  } catch (cause) {
    if (cause instanceof SolanaError) throw cause;
    throw new SolanaError('CHAIN_UNREACHABLE', 'The node answered with no status.', { cause });
  }
}

/** Whether the chain would take a transaction with this blockhash now. @throws {SolanaError} */
export async function isBlockhashValid(ask: AskSolana, blockhash: string): Promise<boolean> {
  const answer = await ask('isBlockhashValid', [blockhash, { commitment: 'processed' }]);
  return isObject(answer) && answer.value === true;
}
