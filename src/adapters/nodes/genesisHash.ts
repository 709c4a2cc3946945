import type { SolanaChain } from '../../client/chains.js';

/** What the hash of a cluster's first block begins with. @see CAIP-2, namespace solana */
const genesis: { readonly [id in SolanaChain['id']]?: string } = {
  'solana:mainnet': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:devnet': 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:testnet': '4uhcVJyU9pJkvQyS88uRDiswHScCKQY3',
};

/** Chains and nodes that fit together. */
const checked = new Set<string>();

/**
 * Whether a node is one of another cluster than the chain's. Where it is not, it is asked once.
 *
 * @param askGenesis - what the node answers to getGenesisHash. What it throws is thrown, and nothing is remembered.
 */
export async function isOfOther(chain: SolanaChain, url: string, askGenesis: () => Promise<unknown>): Promise<boolean> {
  const key = `${chain.id} ${url}`;
  if (checked.has(key)) return false;
  if (isGenesisOfOther(chain, await askGenesis())) return true;
  checked.add(key);
  return false;
}

/** One that nobody knows may be a cluster begun anew. */
const isGenesisOfOther = ({ id }: SolanaChain, answer: unknown): boolean =>
  typeof answer === 'string' &&
  Object.entries(genesis).some(([of, begins]) => of !== id && begins !== undefined && answer.startsWith(begins));
