import { type Chain, type EthereumChain, isEthereumChain, type SolanaChain } from '../../client/chains.js';
import type { Client } from '../../client/createClient.js';
import { isOfChain } from '../ethereum/chain.js';
import { callAll, callNode, type NodeAddress, resultIn } from '../nodes/callNode.js';
import { isOfOther } from '../nodes/genesisHash.js';
import { nodeUrl } from '../nodes/nodeUrl.js';
import { statusCall } from './signatureStatus.js';
import { statusInReceipt, statusOfFound, statusOfSignature, type TransactionStatus } from './transactionStatus.js';

/** `undefined`: the node did not say. */
type Statuses = readonly (TransactionStatus | undefined)[];

/**
 * What a chain's node says of several transactions, by one request where it takes several calls at once. Of none it is not asked.
 *
 * @param hashes - on Solana the signatures, in base58.
 * @throws {Error} whatever went wrong on the way, or that the node is one of another chain
 */
export async function transactionStatuses(client: Client, chain: Chain, hashes: readonly string[]): Promise<Statuses> {
  if (hashes.length === 0) return [];
  const node = { url: nodeUrl(chain), timeoutMs: client.settings.timeoutMs };
  return isEthereumChain(chain) ? ofEthereum(node, chain, hashes) : ofSolana(node, chain, hashes);
}

async function ofEthereum(node: NodeAddress, chain: EthereumChain, hashes: readonly string[]): Promise<Statuses> {
  const [id, ...answers] = await callAll(node, [
    { method: 'eth_chainId', params: [] },
    ...hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    ...hashes.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] })),
  ]);
  // What another chain knows says nothing of this one.
  if (!isOfChain(chain, resultIn(id))) return [];
  return hashes.map((_, at) => {
    const found = resultIn(answers[hashes.length + at]);
    return statusInReceipt(resultIn(answers[at])) ?? (found === undefined ? undefined : statusOfFound(found));
  });
}

async function ofSolana(node: NodeAddress, chain: SolanaChain, hashes: readonly string[]): Promise<Statuses> {
  const askGenesis = async () => resultIn(await callNode(node, { method: 'getGenesisHash', params: [] }));
  if (await isOfOther(chain, node.url, askGenesis)) return [];
  const requests = Array.from({ length: Math.ceil(hashes.length / mostAtOnce) }, async (_, at) => {
    const some = hashes.slice(at * mostAtOnce, (at + 1) * mostAtOnce);
    const result = resultIn(await callNode(node, statusCall(...some)));
    return some.map((__, index) => statusOfSignature(result, index));
  });
  return (await Promise.all(requests)).flat();
}

/** @see https://solana.com/docs/rpc/http/getsignaturestatuses */
const mostAtOnce = 256;
