import { createPublicClient, getAddress, http, type PublicClient, type TransactionReceipt } from 'viem';
import { expect } from 'vitest';
import {
  createEthereumProvider,
  type EthereumProvider,
  type EthereumProviderOptions,
} from '../../src/adapters/ethereum/createEthereumProvider.js';
import type { ClientSettings } from '../../src/client/settings.js';
import { type EvmPlace, openEvmPlace, type Person } from './evmPlace.js';

export type ProviderPlace = {
  readonly place: EvmPlace;
  readonly ada: Person;
  readonly address: `0x${string}`;
  readonly reader: PublicClient;
  readonly providerOf: (person: Person, more?: Partial<EthereumProviderOptions>) => EthereumProvider;
  readonly provider: EthereumProvider;
  /** Waits until a transaction is in a block, and has worked. */
  readonly mined: (hash: `0x${string}`, from?: string) => Promise<TransactionReceipt>;
};

/** Ada's wallet behind a provider, on the chain of a real node. */
export async function openProviderPlace(settings: Partial<ClientSettings>): Promise<ProviderPlace> {
  const place = await openEvmPlace();
  const ada = await place.person('ada@example.com', settings);
  const address = getAddress(ada.listed.address);
  const reader: PublicClient = createPublicClient({ chain: place.chain, transport: http(), pollingInterval: 50 });
  const providerOf: ProviderPlace['providerOf'] = ({ client }, more = {}) =>
    createEthereumProvider(client, { chains: [place.chain], ...more });

  async function mined(hash: `0x${string}`, from: string = address) {
    const receipt = await reader.waitForTransactionReceipt({ hash });
    expect(receipt).toMatchObject({ status: 'success', from: from.toLowerCase() });
    return receipt;
  }

  return { place, ada, address, reader, providerOf, provider: providerOf(ada), mined };
}
