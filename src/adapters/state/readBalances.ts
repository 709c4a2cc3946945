import { type Balance, type BalancesOf, isEthereumChain, type SolanaChain } from '../../client/chains.js';
import type { Client } from '../../client/createClient.js';
import type { Token } from '../../reading/token.js';
import { tokenAmountIn, tokenBalanceData } from '../ethereum/abiCall.js';
import { isOfChain } from '../ethereum/chain.js';
import { callAll, callNode, callOneByOne, type NodeAddress, resultIn } from '../nodes/callNode.js';
import { isOfOther } from '../nodes/genesisHash.js';
import { nodeUrl } from '../nodes/nodeUrl.js';

/**
 * The balances of an address: of the chain's coin, and of tokens, by one request where the node takes several calls at once. On Solana of
 * the coin alone. What cannot be read is `undefined`.
 */
export async function readBalances(
  client: Client,
  { address, chain, tokens }: BalancesOf,
): Promise<readonly Balance[]> {
  const node = { url: nodeUrl(chain), timeoutMs: client.settings.timeoutMs };
  if (!isEthereumChain(chain)) return [await solBalance(node, chain, address)];
  const [id, coin, ...others] = await callAll(node, [
    { method: 'eth_chainId', params: [] },
    { method: 'eth_getBalance', params: [address, 'latest'] },
    ...tokens.map((token) => ({
      method: 'eth_call',
      params: [{ to: token.address, data: tokenBalanceData(address) }, 'latest'],
    })),
  ]);
  // Another chain's balances are none of this one.
  const isRight = isOfChain(chain, resultIn(id));
  const { symbol, decimals } = chain.nativeCurrency;
  return [
    { token: undefined, symbol, decimals, amount: isRight ? numberIn(resultIn(coin)) : undefined },
    ...tokens.map((token, at) => ({
      ...shown(token),
      amount: isRight ? tokenAmountIn(resultIn(others[at])) : undefined,
    })),
  ];
}

const shown = ({ address: token, symbol, decimals }: Token) => ({ token, symbol, decimals });

/** @see https://solana.com/docs/rpc/http/getbalance */
async function solBalance(node: NodeAddress, chain: SolanaChain, address: string): Promise<Balance> {
  const askGenesis = async () => resultIn(await callNode(node, { method: 'getGenesisHash', params: [] }));
  const [[answer], isOther] = await Promise.all([
    callOneByOne(node, [{ method: 'getBalance', params: [address, { commitment: 'confirmed' }] }]),
    isOfOther(chain, node.url, askGenesis).catch(() => false),
  ]);
  const result = isOther ? undefined : resultIn(answer);
  const value = typeof result === 'object' && result !== null && 'value' in result ? result.value : undefined;
  const amount = Number.isSafeInteger(value) && Number(value) >= 0 ? BigInt(Number(value)) : undefined;
  return { token: undefined, symbol: 'SOL', decimals: 9, amount };
}

const numberIn = (result: unknown): bigint | undefined =>
  typeof result === 'string' && /^0x[\da-f]{1,64}$/i.test(result) ? BigInt(result) : undefined;
