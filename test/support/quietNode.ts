import { keccak_256 } from '@noble/hashes/sha3.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { type SpokenToken, tokenAnswer } from './tokenAnswers.js';

/** A node of Ethereum that has one chain: what it is sent is kept. */
export type QuietNode = {
  readonly chain: {
    readonly id: number;
    readonly name: string;
    readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number };
    readonly rpcUrls: { readonly default: { readonly http: readonly string[] } };
  };
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** What was sent: signed transactions, in hex behind 0x. */
  readonly sent: readonly string[];
};

export type QuietNodeOptions = {
  /** Whether what is sent is in a block at once. Default: it never is. */
  readonly mines?: boolean;
  /** What every contract says of itself. Default: nothing. */
  readonly token?: SpokenToken | undefined;
  /** Called with the method of each request, and awaited before the answer; what it answers is answered. */
  readonly before?: ((method: string) => Promise<Response | undefined> | undefined) | undefined;
};

/** @param id - of the chain. */
export function quietNode(
  id: number,
  name: string,
  { mines = false, token, before }: QuietNodeOptions = {},
): QuietNode {
  const sent: string[] = [];
  const hashOf = (signed: string) => `0x${toHex(new Uint8Array(keccak_256(fromHex(signed.slice(2)))))}`;
  const answers: Readonly<Record<string, (parameters: readonly string[]) => unknown>> = {
    eth_call: ([call]) => token && tokenAnswer(token, (call as unknown as { readonly data: string }).data),
    eth_chainId: () => `0x${id.toString(16)}`,
    eth_getBalance: () => '0x8ac7230489e80000',
    eth_estimateGas: () => '0x5208',
    eth_getBlockByNumber: () => ({ number: '0x1', baseFeePerGas: '0x3b9aca00' }),
    eth_maxPriorityFeePerGas: () => '0x3b9aca00',
    eth_getTransactionCount: () => '0x0',
    eth_sendRawTransaction([signed = '']) {
      sent.push(signed);
      return hashOf(signed);
    },
    eth_getTransactionReceipt([hash = '']) {
      if (!mines || !sent.some((signed) => hashOf(signed) === hash)) return null;
      const block = { blockHash: hash, blockNumber: '0x2' };
      return { ...block, transactionHash: hash, status: '0x1', gasUsed: '0x5208', effectiveGasPrice: '0x1', logs: [] };
    },
  };
  return {
    chain: {
      ...{ id, name, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
      rpcUrls: { default: { http: ['https://node.example'] } },
    },
    sent,
    async fetch(_url, { body }) {
      const { method, params } = JSON.parse(String(body));
      const own = await before?.(method);
      if (own) return own;
      return Response.json({ jsonrpc: '2.0', id: 1, result: answers[method]?.(params) ?? null });
    },
  };
}
