import type { Chain, EthereumChain } from '../../client/chains.js';
import type { Client } from '../../client/createClient.js';
import { connectionOf, type PageConnection } from '../connection.js';
import { deviceRecord } from './deviceRecord.js';
import { EthereumError } from './ethereumError.js';
import { ProviderRpcError } from './providerRpcError.js';
import type { Hex } from './transaction.js';
import { isAddress } from './values.js';

/** What the listeners of an event are called with. @see EIP-1193 */
export type EthereumProviderEvents = {
  readonly connect: { readonly chainId: Hex };
  readonly disconnect: ProviderRpcError;
  readonly accountsChanged: readonly Hex[];
  readonly chainChanged: Hex;
};

/** Which chain is chosen in this tab, and who is connected. */
export type ProviderState = PageConnection<Hex> & {
  readonly chain: () => EthereumChain;
  /** @throws {EthereumError} CHAIN_NOT_KNOWN */
  readonly choose: (chainId: number) => void;
};

/** Tells the listeners of an event. */
export type TellListeners = <Name extends keyof EthereumProviderEvents>(
  event: Name,
  value: EthereumProviderEvents[Name],
) => void;

export const chainIdOf = ({ id }: EthereumChain): Hex => `0x${id.toString(16)}`;

/** The chain of the list with this id. @throws {EthereumError} CHAIN_NOT_KNOWN */
export function chainOf<C extends Chain>(chains: readonly C[], chainId: C['id']): C {
  const found = chains.find(({ id }) => id === chainId);
  if (found) return found;
  throw new EthereumError('CHAIN_NOT_KNOWN', `This app has no chain with the id ${chainId}.`);
}

/** The chains of an app; the first one is chosen at first. */
export type Chains = readonly [EthereumChain, ...EthereumChain[]];

/** Who hears of a provider's state. */
export type StateListeners = {
  readonly tell: TellListeners;
  /** Called with the accounts of a person when they were listed, if there are any. What it throws is nobody's. */
  readonly onListed: (accounts: readonly Hex[]) => Promise<void>;
};

/** The state of a provider. Nothing is read or requested before its first use. */
export function providerState(client: Client, chains: Chains, { tell, onListed }: StateListeners): ProviderState {
  const lastChain = deviceRecord(client, 'chain', (value) => typeof value === 'number');
  let chosen: EthereumChain | undefined;

  const chain = () => {
    const last = lastChain.read();
    chosen ??= chains.find(({ id }) => id === last) ?? chains[0];
    return chosen;
  };

  const connection = connectionOf<Hex>(client, {
    addressOf: ({ address, addressFormat }) =>
      addressFormat === 'ADDRESS_FORMAT_ETHEREUM' && isAddress(address) ? address : undefined,
    revoked: deviceRecord(client, 'revoked', (value) => typeof value === 'string'),
    onListed(accounts) {
      if (accounts.length > 0) void onListed(accounts).catch(() => {});
    },
    onChange(accounts, before) {
      if (before.length === 0) tell('connect', { chainId: chainIdOf(chain()) });
      tell('accountsChanged', accounts);
      if (accounts.length === 0) tell('disconnect', new ProviderRpcError(4900, 'Nobody is logged in.', undefined));
    },
  });

  return {
    ...connection,
    chain,
    choose(chainId) {
      const next = chainOf(chains, chainId);
      const isAnother = next !== chain();
      chosen = next;
      lastChain.write(chainId);
      if (isAnother) tell('chainChanged', chainIdOf(next));
    },
  };
}
