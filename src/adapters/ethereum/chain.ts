import type { AskNode } from '../../client/askNode.js';
import type { EthereumChain } from '../../client/chains.js';
import type { Client } from '../../client/createClient.js';
import { callNode, type FetchNode, type NodeAddress, type NodeAnswer } from '../nodes/callNode.js';
import { nodeUrl } from '../nodes/nodeUrl.js';
import { EthereumError } from './ethereumError.js';
import { ProviderRpcError } from './providerRpcError.js';

/** The node of each chain. */
export type NodeOf = (chain: EthereumChain) => AskNode;

/** How nodes are asked. */
export type NodeOptions = {
  /** Default: the platform's. */
  readonly fetch?: FetchNode | undefined;
  readonly timeoutMs: number;
};

/**
 * The nodes of chains. Each is asked for its chain first, once: one of another chain is asked nothing else.
 *
 * @returns what asks the node of a chain. It throws an `EthereumError`, CHAIN_UNREACHABLE or CHAIN_MISMATCH, or a `ProviderRpcError`: what
 * the node refused with. A chain without a URL: SETTINGS_INVALID.
 */
export function nodesOfChains(options: NodeOptions): NodeOf {
  const checked = new Set<string>();
  return (chain) => {
    const node = { ...options, url: nodeUrl(chain) };
    const key = `${chain.id} ${node.url}`;
    return async (method, parameters = []) => {
      if (!checked.has(key)) {
        refuseAnother(chain, await post(chain, node, 'eth_chainId', []));
        checked.add(key);
      }
      return post(chain, node, method, parameters);
    };
  };
}

/** The nodes that a client asks for the app itself: each says once which chain it is of. */
export function nodesOf(client: Client): NodeOf {
  const made = nodes.get(client) ?? nodesOfChains({ timeoutMs: client.settings.timeoutMs });
  nodes.set(client, made);
  return made;
}

const nodes = new WeakMap<Client, NodeOf>();

/** Whether the answer to eth_chainId is this chain's id. */
export const isOfChain = ({ id }: EthereumChain, said: unknown): boolean =>
  typeof said === 'string' && /^0x[\da-f]{1,14}$/i.test(said) && Number(said) === id;

function refuseAnother(chain: EthereumChain, said: unknown): void {
  if (isOfChain(chain, said)) return;
  const says = `The node of ${chain.name} says that its chain is another than ${chain.id}.`;
  throw new EthereumError('CHAIN_MISMATCH', says);
}

async function post({ name }: EthereumChain, node: NodeAddress, method: string, params: unknown): Promise<unknown> {
  let answer: NodeAnswer;
  try {
    answer = await callNode(node, { method, params });
  } catch (cause) {
    throw new EthereumError('CHAIN_UNREACHABLE', `The node of ${name} does not answer.`, { cause });
  }
  if ('result' in answer) return answer.result;
  const { code, message, data } = answer.error;
  throw new ProviderRpcError(code, message, data);
}
