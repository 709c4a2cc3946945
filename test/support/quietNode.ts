import { keccak_256 } from '@noble/hashes/sha3.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';

/** A node of Ethereum that has one chain without blocks to come: what it is sent is kept. */
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

/** @param id - of the chain. */
export function quietNode(id: number, name: string): QuietNode {
  const sent: string[] = [];
  const answers: Readonly<Record<string, (parameters: readonly string[]) => unknown>> = {
    eth_chainId: () => `0x${id.toString(16)}`,
    eth_estimateGas: () => '0x5208',
    eth_getBlockByNumber: () => ({ number: '0x1', baseFeePerGas: '0x3b9aca00' }),
    eth_maxPriorityFeePerGas: () => '0x3b9aca00',
    eth_getTransactionCount: () => '0x0',
    eth_sendRawTransaction([signed = '']) {
      sent.push(signed);
      return `0x${toHex(new Uint8Array(keccak_256(fromHex(signed.slice(2)))))}`;
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
      return Response.json({ jsonrpc: '2.0', id: 1, result: answers[method]?.(params) ?? null });
    },
  };
}
