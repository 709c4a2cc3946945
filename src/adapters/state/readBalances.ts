import { type Balance, type BalancesOf, isEthereumChain, type SolanaChain } from '../../client/chains.js';
import type { Client } from '../../client/createClient.js';
import type { Token } from '../../reading/token.js';
import { tokenAmountIn, tokenBalanceData } from '../ethereum/abiCall.js';
import { isOfChain } from '../ethereum/chain.js';
import { callNode, callNodeAtOnce, type NodeAddress, type NodeAnswer, type NodeCall } from '../nodes/callNode.js';
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

type Answers = readonly (NodeAnswer | undefined)[];

const notReached: NodeAnswer = { error: { code: -32_000, message: 'The node is not reached.' } };

/** Nodes that take single calls alone, by their URLs. */
const single = new Set<string>();

/** Never throws: a call without an answer is `undefined`. What a node leaves out of the answers is asked once more, alone. */
async function callAll(node: NodeAddress, calls: readonly NodeCall[]): Promise<Answers> {
  if (single.has(node.url)) return callOneByOne(node, calls);
  const answers = await callNodeAtOnce(node, calls).catch((error: unknown) =>
    // What answers no JSON may take single calls alone; what is not reached by all is not reached by one.
    error instanceof SyntaxError ? undefined : calls.map(() => notReached),
  );
  if (answers?.every((each) => each && 'result' in each)) return answers;
  if (answers === undefined) {
    const alone = await callOneByOne(node, calls);
    // It answers, and not to several at once.
    if (alone.some((each) => each !== undefined)) single.add(node.url);
    return alone;
  }
  return Promise.all(answers.map(async (each, at) => each ?? (await callOneByOne(node, calls.slice(at, at + 1)))[0]));
}

function callOneByOne(node: NodeAddress, calls: readonly NodeCall[]): Promise<Answers> {
  return Promise.all(calls.map((call) => callNode(node, call).catch(() => undefined)));
}

const resultIn = (answer: NodeAnswer | undefined): unknown =>
  answer && 'result' in answer ? answer.result : undefined;

const numberIn = (result: unknown): bigint | undefined =>
  typeof result === 'string' && /^0x[\da-f]{1,64}$/i.test(result) ? BigInt(result) : undefined;
