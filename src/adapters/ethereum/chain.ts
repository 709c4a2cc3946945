import type { EthereumChain } from '../../client/chains.js';
import { askNode, type NodeToAsk } from '../askNode.js';
import { nodeUrl } from '../nodes/nodeUrl.js';
import { EthereumError } from './ethereumError.js';
import { ProviderRpcError } from './providerRpcError.js';

/** Asks a node. */
export type AskNode = (method: string, parameters?: unknown) => Promise<unknown>;

/** How nodes are asked. */
export type NodeOptions = Omit<NodeToAsk, 'url'>;

/**
 * The nodes of chains. Each is asked for its chain first, once: one of another chain is asked nothing else.
 *
 * @returns what asks the node of a chain. It throws an `EthereumError`, CHAIN_UNREACHABLE or CHAIN_MISMATCH, or a `ProviderRpcError`: what
 * the node refused with. A chain without a URL: SETTINGS_INVALID.
 */
export function nodesOfChains(options: NodeOptions): (chain: EthereumChain) => AskNode {
  const checked = new Set<string>();
  return (chain) => {
    const url = nodeUrl(chain);
    const key = `${chain.id} ${url}`;
    return async (method, parameters = []) => {
      if (!checked.has(key)) {
        await refuseAnother(chain, await post({ ...options, chain, url }, 'eth_chainId', []));
        checked.add(key);
      }
      return post({ ...options, chain, url }, method, parameters);
    };
  };
}

function refuseAnother({ id, name }: EthereumChain, said: unknown): void {
  if (typeof said === 'string' && /^0x[\da-f]{1,14}$/i.test(said) && Number(said) === id) return;
  throw new EthereumError('CHAIN_MISMATCH', `The node of ${name} says that its chain is another than ${id}.`);
}

type ChainNode = NodeToAsk & { readonly chain: EthereumChain };

async function post({ chain, ...node }: ChainNode, method: string, params: unknown): Promise<unknown> {
  const answer = await askNode(node, method, params);
  if ('result' in answer) return answer.result;
  if ('refusal' in answer) {
    const { code, message, data } = answer.refusal;
    throw new ProviderRpcError(code, message, data);
  }
  const { cause } = answer;
  throw new EthereumError('CHAIN_UNREACHABLE', `The node of ${chain.name} does not answer.`, { cause });
}
