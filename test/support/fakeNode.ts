import { keccak_256 } from '@noble/hashes/sha3.js';
import { toBase58 } from '../../src/crypto/base58.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';

/** A node of Base, and of Solana, whose answers a test sets: the one part beside the page that is not the real one. */
export type FakeNode = {
  /** What was sent, in hex behind 0x. */
  readonly sent: readonly string[];
  /** The methods of each request: of one call, or of several at once. */
  readonly asked: readonly (readonly string[])[];
  /** The chain that it says it is of. */
  chainId: number;
  /** The coins of every address, in wei; `undefined`: it does not say. */
  wei: bigint | undefined;
  /** The tokens of every address, in smallest units. */
  units: bigint;
  /** Whether it answers at all. */
  isReachable: boolean;
  /** `lost`: what is sent arrives, and the answer does not, as often as `lost` says. */
  lost: number;
  /** What is said to what is sent to Ethereum instead of taking it. */
  refuses: string | undefined;
  /** Whether it answers what it knows of a transaction. */
  tellsKnown: boolean;
  status: 'pending' | 'success' | 'reverted';
  /** The account of every receiver on Solana; `null`: there is none yet. */
  account: { readonly owner: string; readonly executable: boolean } | null;
};

/** Stands in for the page's `fetch` to the node's URL, until it is closed. */
export function openFakeNode(url = 'https://node.example'): { readonly node: FakeNode; readonly close: () => void } {
  const sent: string[] = [];
  const heard: string[][] = [];
  const node: FakeNode = {
    sent,
    asked: heard,
    chainId: 8453,
    wei: 2n * 10n ** 18n,
    units: 5_500_000n,
    isReachable: true,
    lost: 0,
    refuses: undefined,
    tellsKnown: true,
    status: 'pending',
    account: wallet,
  };
  const hex = (value: bigint) => `0x${value.toString(16)}`;
  const solanaStatus = () =>
    node.status === 'pending'
      ? { slot: 2, err: null, confirmationStatus: 'processed' }
      : { slot: 2, err: node.status === 'success' ? null : 'InsufficientFunds', confirmationStatus: 'confirmed' };
  const answers: Readonly<Record<string, (parameters: readonly string[]) => unknown>> = {
    eth_chainId: () => `0x${node.chainId.toString(16)}`,
    eth_estimateGas: () => '0x5208',
    eth_getBlockByNumber: () => ({ number: '0x1', baseFeePerGas: '0x3b9aca00' }),
    eth_maxPriorityFeePerGas: () => '0x3b9aca00',
    eth_getTransactionCount: ([, at]) => hex(at === 'pending' ? BigInt(new Set(sent).size) : 0n),
    eth_getBalance: () => (node.wei === undefined ? null : hex(node.wei)),
    eth_call: () => `0x${node.units.toString(16).padStart(64, '0')}`,
    eth_getTransactionByHash([hash]) {
      if (!node.tellsKnown) throw new TypeError('Failed to fetch');
      return sent.some((each) => hashOf(each) === hash) ? { hash } : null;
    },
    eth_getTransactionReceipt: () =>
      node.status === 'pending' ? null : { blockNumber: '0x2', status: node.status === 'success' ? '0x1' : '0x0' },
    eth_sendRawTransaction([signed = '']) {
      sent.push(signed);
      if (node.lost-- > 0) throw new TypeError('Failed to fetch');
      return hashOf(signed);
    },
    getBalance: () => ({ value: 3_000_000_000 }),
    getMinimumBalanceForRentExemption: () => 890_880,
    getAccountInfo: () => ({ value: node.account }),
    getLatestBlockhash: () => ({ value: { blockhash: toBase58(new Uint8Array(32).fill(7)) } }),
    isBlockhashValid: () => ({ value: true }),
    getSignatureStatuses: ([ids = []]) => ({
      value: [ids].flat().map((id) => (sent.some((each) => signatureOf(each) === id) ? solanaStatus() : null)),
    }),
    sendTransaction([signed = '']) {
      sent.push(signed);
      if (node.lost-- > 0) throw new TypeError('Failed to fetch');
      return signatureOf(signed);
    },
  };
  const answer = ({ id, method, params }: { id: number; method: string; params: readonly string[] }) => ({
    jsonrpc: '2.0',
    id,
    ...(method === 'eth_sendRawTransaction' && node.refuses !== undefined
      ? { error: { code: -32_000, message: node.refuses } }
      : { result: answers[method]?.(params) ?? null }),
  });
  const before = globalThis.fetch;
  globalThis.fetch = async (to, init) => {
    if (!String(to).startsWith(url)) return before(to, init);
    if (!node.isReachable) throw new TypeError('Failed to fetch');
    const asked = JSON.parse(String(init?.body));
    heard.push([asked].flat().map(({ method }) => method));
    return Response.json(Array.isArray(asked) ? asked.map(answer) : answer(asked));
  };
  return {
    node,
    close: () => {
      globalThis.fetch = before;
    },
  };
}

const hashOf = (signed: string) => `0x${toHex(new Uint8Array(keccak_256(fromHex(signed.slice(2)))))}`;

/** Of what was sent to Solana, in base64; what was sent to Ethereum is another's. */
const signatureOf = (signed: string) =>
  signed.startsWith('0x') ? '' : toBase58(Uint8Array.from(atob(signed), (each) => each.charCodeAt(0)).slice(1, 65));

const wallet = { owner: '1'.repeat(32), executable: false };
