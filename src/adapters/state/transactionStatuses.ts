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
 * What a chain's node says of several transactions, a few by each request where it takes several calls at once. Of none it is not asked.
 *
 * @param hashes - on Solana the signatures, in base58.
 * @throws {Error} whatever went wrong on the way, or that the node is one of another chain
 */
export async function transactionStatuses(client: Client, chain: Chain, hashes: readonly string[]): Promise<Statuses> {
  if (hashes.length === 0) return [];
  const node = { url: nodeUrl(chain), timeoutMs: client.settings.timeoutMs };
  return isEthereumChain(chain) ? ofEthereum(node, chain, hashes) : ofSolana(node, chain, hashes);
}

/** Whether it is in a block; of what is in none, whether the node knows it. */
async function ofEthereum(node: NodeAddress, chain: EthereumChain, hashes: readonly string[]): Promise<Statuses> {
  const receipts = await askedOf(node, chain, 'eth_getTransactionReceipt', hashes);
  const included = hashes.map((hash) => statusInReceipt(receipts.get(hash), hash));
  const others = hashes.filter((_, at) => !included[at]);
  const found = await askedOf(node, chain, 'eth_getTransactionByHash', others);
  return hashes.map((hash, at) => {
    const known = found.get(hash);
    return included[at] ?? (known === undefined ? undefined : statusOfFound(known));
  });
}

/** The results by hashes. What another chain's node knows says nothing of this one. */
async function askedOf(
  node: NodeAddress,
  chain: EthereumChain,
  method: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const results = new Map<string, unknown>();
  for (let first = 0; first < hashes.length; first += fewAtOnce) {
    const some = hashes.slice(first, first + fewAtOnce);
    const calls = some.map((hash) => ({ method, params: [hash] }));
    const [id, ...answers] = await callAll(node, [{ method: 'eth_chainId', params: [] }, ...calls]);
    if (!isOfChain(chain, resultIn(id))) return results;
    for (const [at, hash] of some.entries()) results.set(hash, resultIn(answers[at]));
  }
  return results;
}

/** Public nodes take few calls at once, and where one takes single calls alone they all come together. */
const fewAtOnce = 9;

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
