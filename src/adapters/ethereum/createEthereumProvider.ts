import { type EthereumChain, isEthereumChain } from '../../client/chains.js';
import type { Client } from '../../client/createClient.js';
import { loadPart } from '../../client/loadPart.js';
import { invalid } from '../../client/settings.js';
import { LatchkeyError } from '../../errors.js';
import { nodeUrl } from '../nodes/nodeUrl.js';
import type { EthereumMethods } from './ethereumMethods.js';
import type { EthereumRequest } from './methodsContext.js';
import { ProviderRpcError } from './providerRpcError.js';
import { type EthereumProviderEvents, providerState } from './providerState.js';

/** Options of {@link createEthereumProvider}. */
export interface EthereumProviderOptions {
  /** The chains that the app offers, as viem writes them; the first one is chosen at first. Default: those of the client's settings. */
  readonly chains?: readonly EthereumChain[] | undefined;
  /** How long others have to agree to what needs their votes, in milliseconds. Default: 600,000. */
  readonly approvalTimeoutMs?: number | undefined;
  /** By which nodes are asked. Default: the platform's. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

type Listen = <Name extends keyof EthereumProviderEvents>(
  event: Name,
  listener: (value: EthereumProviderEvents[Name]) => void,
) => EthereumProvider;

/** The wallet of the logged-in person, as tools of Ethereum ask for it. @see EIP-1193 */
export interface EthereumProvider {
  /** @throws {ProviderRpcError} with the kit's own error as `data` */
  readonly request: (request: EthereumRequest) => Promise<unknown>;
  readonly on: Listen;
  readonly removeListener: Listen;
}

/**
 * The wallet of the logged-in person as a provider of Ethereum, for viem, ethers, wagmi, and whatever asks wallets by EIP-1193. Whoever runs
 * in the page can ask it, so that the person is asked before anything is signed: `confirmSignatures` of the client's settings.
 *
 * @throws {SettingsError} SETTINGS_INVALID
 * @example
 * const provider = createEthereumProvider(client, { chains: [mainnet, base] })
 * const wallet = createWalletClient({ chain: mainnet, transport: custom(provider) })
 */
export function createEthereumProvider(client: Client, options: EthereumProviderOptions = {}): EthereumProvider {
  const { approvalTimeoutMs = 600_000 } = options;
  const [first, ...more] = options.chains ?? client.settings.chains?.filter(isEthereumChain) ?? [];
  if (!first) throw invalid('a provider needs `chains`: at least one of Ethereum');
  const chains = [first, ...more] as const;
  for (const chain of chains) nodeUrl(chain);
  const listeners = new Map<string, Set<unknown>>();
  const { timeoutMs } = client.settings;
  const nodes = { fetch: options.fetch, timeoutMs };
  const state = providerState(client, chains, {
    tell(event, value) {
      for (const listener of [...(listeners.get(event) ?? [])])
        callListener(listener as (given: typeof value) => void, ownCopy(value));
    },
    async onListed(accounts) {
      const { resume } = await methods();
      await resume(accounts);
    },
  });
  let loaded: Promise<EthereumMethods> | undefined;
  /** What answers requests: loaded once one comes, and again where that failed. */
  async function methods(): Promise<EthereumMethods> {
    loaded ??= loadPart(import('./ethereumMethods.js')).then(({ ethereumMethods }) =>
      ethereumMethods({ client, chains, nodes, state, approvalTimeoutMs }),
    );
    try {
      return await loaded;
    } catch (cause) {
      loaded = undefined;
      throw failed(cause);
    }
  }
  let stopFollowing: (() => void) | undefined;

  const provider: EthereumProvider = {
    async request(request) {
      let asked: EthereumRequest;
      try {
        asked = ownRequest(request);
      } catch (cause) {
        throw failed(cause);
      }
      if (connecting.has(asked.method)) state.expectConnection();
      const { answer } = await methods();
      return answer(asked);
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      stopFollowing ??= client.sessions.subscribe(() => void state.follow());
      void state.follow();
      return provider;
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
      if ([...listeners.values()].some(({ size }) => size > 0)) return provider;
      stopFollowing?.();
      stopFollowing = undefined;
      return provider;
    },
  };
  return provider;
}

const failed = (cause: unknown): ProviderRpcError =>
  new ProviderRpcError(
    -32603,
    cause instanceof Error ? cause.message : 'This failed.',
    cause instanceof LatchkeyError ? cause : undefined,
  );

/** What a page does to its request afterwards is none of this one. Whether it is one at all is for the answer to say. */
function ownRequest(request: EthereumRequest): EthereumRequest {
  const { method, params }: Partial<EthereumRequest> = request ?? {};
  return { method: method as string, params: ownCopy(params) };
}

const connecting: ReadonlySet<string> = new Set(['eth_requestAccounts', 'wallet_requestPermissions']);

/** A list of its own for each listener: what one does to it changes no other's, nor the wallet's. */
const ownCopy = <Value>(value: Value): Value => (Array.isArray(value) ? ([...value] as Value) : value);

/** A listener that throws stops neither the others nor the wallet. */
function callListener<Value>(listener: (value: Value) => void, value: Value): void {
  try {
    listener(value);
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}
