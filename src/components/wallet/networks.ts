import type { Chain, EthereumChain } from '../../client/chains.js';

/** The kinds of addresses that the screens know by name. */
export type AddressKind = 'Ethereum' | 'Solana' | 'Bitcoin' | 'other';

/** The kind of an address by its form. */
export function kindOfAddress(address: string): AddressKind {
  if (/^0x[\da-f]{40}$/i.test(address)) return 'Ethereum';
  if (/^(bc|tb|bcrt)1[a-z\d]{8,87}$/.test(address)) return 'Bitcoin';
  // Tron's begin with T and have 34; Bitcoin's older ones are as short.
  return /^[1-9A-HJ-NP-Za-km-z]{36,44}$/.test(address) ? 'Solana' : 'other';
}

/** The kind of an account by the format of its address. */
export function kindOfFormat(addressFormat: string): AddressKind {
  const name = addressFormat.replace('ADDRESS_FORMAT_', '');
  if (name === 'ETHEREUM') return 'Ethereum';
  if (name === 'SOLANA') return 'Solana';
  return name.startsWith('BITCOIN') ? 'Bitcoin' : 'other';
}

export const isEthereum = (chain: Chain): chain is EthereumChain => typeof chain.id === 'number';

/** The kind of addresses that a chain has. */
export const kindOfChain = (chain: Chain): AddressKind => (isEthereum(chain) ? 'Ethereum' : 'Solana');

/** The coin of a chain. */
export const coinOf = (chain: Chain): { readonly symbol: string; readonly decimals: number } =>
  isEthereum(chain) ? chain.nativeCurrency : { symbol: 'SOL', decimals: 9 };
