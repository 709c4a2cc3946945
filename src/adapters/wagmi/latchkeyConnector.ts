import type { EthereumChain } from '../../client/chains.js';
import type { Client } from '../../client/createClient.js';
import { logout } from '../../client/session/logout.js';
import { createEthereumProvider, type EthereumProvider } from '../ethereum/createEthereumProvider.js';
import { EthereumError } from '../ethereum/ethereumError.js';
import { chainOf } from '../ethereum/providerState.js';
import type { Hex } from '../ethereum/transaction.js';

/** Options of {@link latchkeyConnector}. */
export interface LatchkeyConnectorOptions {
  /** What the app's list of wallets shows. Default: `Latchkey`. */
  readonly name?: string | undefined;
  /** A picture as a data URL, or a URL. */
  readonly icon?: string | undefined;
  /** The chains, where they are others than wagmi's: to ask another node, for instance. */
  readonly chains?: readonly [EthereumChain, ...EthereumChain[]] | undefined;
  /** Whether disconnecting logs out, too. Default: false; the person stays logged in, and the page has no accounts until it connects. */
  readonly logsOut?: boolean | undefined;
  /** How long others have to agree to what needs their votes, in milliseconds. Default: 600,000. */
  readonly approvalTimeoutMs?: number | undefined;
}

/** The part of wagmi's configuration that a connector is given and this one needs. */
export type ConnectorConfig = {
  readonly chains: readonly [EthereumChain, ...EthereumChain[]];
  readonly emitter: {
    emit(event: 'change', data: { readonly accounts?: readonly Hex[]; readonly chainId?: number }): void;
    emit(event: 'disconnect'): void;
  };
};

/**
 * A connector of wagmi 2 and 3 for the wallet of the logged-in person. Connecting opens the login where nobody is logged in; after a reload
 * whoever is still logged in is connected again.
 *
 * @example
 * const config = createConfig({ chains: [mainnet], connectors: [latchkeyConnector(client)], transports: { [mainnet.id]: http() } })
 */
export function latchkeyConnector(client: Client, options: LatchkeyConnectorOptions = {}) {
  const { name = 'Latchkey', icon, logsOut = false, approvalTimeoutMs } = options;
  return ({ chains, emitter }: ConnectorConfig) => {
    let made: EthereumProvider | undefined;
    const provider = () => {
      made ??= createEthereumProvider(client, { chains: options.chains ?? chains, approvalTimeoutMs });
      return made;
    };
    const ask = <Answer>(method: string, params?: readonly unknown[]) =>
      provider().request({ method, params }) as Promise<Answer>;
    const switchTo = (chainId: number) => ask('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }]);
    const getChainId = async () => Number(await ask<Hex>('eth_chainId'));
    const listen = (method: 'on' | 'removeListener') => {
      provider()[method]('accountsChanged', onAccountsChanged);
      provider()[method]('chainChanged', onChainChanged);
    };

    function onAccountsChanged(accounts: readonly string[]): void {
      if (accounts.length === 0) onDisconnect();
      else emitter.emit('change', { accounts: accounts as readonly Hex[] });
    }

    function onChainChanged(chainId: string): void {
      emitter.emit('change', { chainId: Number(chainId) });
    }

    function onDisconnect(): void {
      listen('removeListener');
      emitter.emit('disconnect');
    }

    return {
      id: 'latchkey',
      name,
      type: 'latchkey',
      ...(icon !== undefined && { icon }),
      async connect<WithCapabilities extends boolean = false>(
        asked: {
          chainId?: number | undefined;
          isReconnecting?: boolean | undefined;
          withCapabilities?: WithCapabilities | boolean | undefined;
        } = {},
      ) {
        const { chainId, isReconnecting, withCapabilities } = asked;
        const accounts = await ask<readonly Hex[]>(isReconnecting ? 'eth_accounts' : 'eth_requestAccounts');
        if (accounts.length === 0) throw new EthereumError('NOT_CONNECTED', 'Nobody is logged in.');
        if (chainId !== undefined && chainId !== (await getChainId())) await switchTo(chainId);
        listen('removeListener');
        listen('on');
        const listed = withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts;
        return {
          accounts: listed as unknown as WithCapabilities extends true
            ? readonly { address: Hex; capabilities: Record<string, unknown> }[]
            : readonly Hex[],
          chainId: await getChainId(),
        };
      },
      async disconnect() {
        listen('removeListener');
        if (logsOut) await logout(client);
        else await ask('wallet_revokePermissions', [{ eth_accounts: {} }]);
      },
      getAccounts: () => ask<readonly Hex[]>('eth_accounts'),
      getChainId,
      getProvider: async () => provider(),
      // wagmi asks one connector after the other, and tries none behind one that throws.
      isAuthorized: () =>
        ask<readonly Hex[]>('eth_accounts').then(
          ({ length }) => length > 0,
          () => false,
        ),
      async switchChain<Chain>({ chainId }: { chainId: number }): Promise<Chain> {
        const chain = chainOf(chains, chainId);
        await switchTo(chainId);
        return chain as Chain;
      },
      onAccountsChanged,
      onChainChanged,
      onDisconnect,
    };
  };
}
