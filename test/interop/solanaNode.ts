import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  type Address,
  getSignatureFromTransaction,
  getTransactionDecoder,
  lamports,
  type Signature,
} from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import type { SolanaChain } from '../../src/client/chains.js';

/** Solana's runtime in this process, behind the JSON-RPC methods that a page asks a node by. */
export type SolanaNode = {
  readonly svm: LiteSVM;
  readonly chain: SolanaChain;
  readonly balance: (address: string) => bigint;
  readonly give: (address: string, amount: bigint) => void;
  readonly stop: () => void;
};

type Refusal = { readonly code: number; readonly message: string; readonly data?: unknown };

export async function openSolanaNode(): Promise<SolanaNode> {
  const svm = new LiteSVM();
  const decoder = getTransactionDecoder();
  const context = { slot: 1 };

  /** What would fail is refused before it costs a fee. */
  function send(encoded: string): string {
    const transaction = decoder.decode(Buffer.from(encoded, 'base64'));
    const id = getSignatureFromTransaction(transaction);
    const isThere = svm.getTransaction(id) !== null;
    const trial = svm.simulateTransaction(transaction);
    if (!isThere && !(trial instanceof FailedTransactionMetadata)) {
      svm.sendTransaction(transaction);
      return id;
    }
    const failure = trial instanceof FailedTransactionMetadata ? String(trial.err()) : '';
    const says = isThere ? 'This transaction has already been processed' : failure;
    throw { code: -32002, message: `Transaction simulation failed: ${says}` } satisfies Refusal;
  }

  const methods: Record<string, (...parameters: never[]) => unknown> = {
    sendTransaction: send,
    getSignatureStatuses: (ids: Signature[]) => ({
      context,
      value: ids.map((id) => {
        const found = svm.getTransaction(id);
        if (!found) return null;
        const err = found instanceof FailedTransactionMetadata ? String(found.err()) : null;
        return { slot: 1, confirmations: null, err, confirmationStatus: 'finalized' };
      }),
    }),
    isBlockhashValid: (blockhash: string) => ({ context, value: blockhash === svm.latestBlockhash() }),
    getLatestBlockhash: () => ({ context, value: { blockhash: svm.latestBlockhash(), lastValidBlockHeight: 1_000 } }),
    getMinimumBalanceForRentExemption: (bytes: number) => Number(svm.minimumBalanceForRentExemption(BigInt(bytes))),
    getAccountInfo: (address: Address) => {
      const account = svm.getAccount(address);
      if (!account.exists) return { context, value: null };
      return { context, value: { owner: account.programAddress, executable: account.executable } };
    },
    getBalance: (address: Address) => ({ context, value: Number(svm.getBalance(address) ?? 0n) }),
  };

  const server = createServer(async (request, response) => {
    const asked = await text(request);
    const { id, method, params = [] } = JSON.parse(asked || '{}');
    const answer = () => {
      try {
        const run = methods[method];
        return run ? { result: run(...(params as never[])) } : { error: { code: -32601, message: 'Method not found' } };
      } catch (error) {
        return { error };
      }
    };
    // As public nodes answer a page, which asks first.
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Allow-Headers', 'content-type');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer() }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    svm,
    chain: { id: 'solana:localnet', name: 'Local', rpcUrls: { default: { http: [url] } } },
    balance: (address) => svm.getBalance(address as Address) ?? 0n,
    give: (address, amount) => void svm.airdrop(address as Address, lamports(amount)),
    stop: () => server.close(),
  };
}
