import type { SolanaChain } from '../../client/chains.js';

/** What the hash of a cluster's first block begins with. @see CAIP-2, namespace solana */
const genesis: { readonly [id in SolanaChain['id']]?: string } = {
  'solana:mainnet': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:devnet': 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:testnet': '4uhcVJyU9pJkvQyS88uRDiswHScCKQY3',
};

/** Whether a node's answer to getGenesisHash is that of another cluster. One that nobody knows may be a cluster begun anew. */
export const isOfOther = ({ id }: SolanaChain, answer: unknown): boolean =>
  typeof answer === 'string' &&
  Object.entries(genesis).some(([of, begins]) => of !== id && begins !== undefined && answer.startsWith(begins));
