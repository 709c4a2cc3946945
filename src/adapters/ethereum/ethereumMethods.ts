import { loadPart } from '../../client/loadPart.js';
import { isObject } from '../../crypto/json.js';
import { type NodeOptions, nodesOfChains } from './chain.js';
import { EthereumError } from './ethereumError.js';
import type { EthereumRequest, Method, MethodsContext, SignerOf } from './methodsContext.js';
import { chainIdIn, invalidParameters } from './parameters.js';
import { type Chains, chainIdOf, chainOf, type ProviderState } from './providerState.js';
import { rejectionOf } from './rejection.js';
import type { Hex } from './transaction.js';

/** What answers the requests of a provider. */
export type EthereumMethods = {
  /** @throws {ProviderRpcError} */
  readonly answer: (request: EthereumRequest) => Promise<unknown>;
  /** Sends what these accounts signed in an earlier page and no node has. */
  readonly resume: (accounts: readonly Hex[]) => Promise<void>;
};

/** Of which provider they are. */
export type ProviderContext = Pick<MethodsContext, 'client' | 'approvalTimeoutMs'> & {
  readonly chains: Chains;
  readonly nodes: NodeOptions;
  readonly state: ProviderState;
};

/**
 * The methods of a provider: those of the wallet, and those that read the chain, which are passed on to its node. All others are refused:
 * what is new is not passed on before somebody has thought about it.
 *
 * @see EIP-1193, EIP-1474, EIP-712, EIP-2255, EIP-3085, EIP-3326, EIP-5792
 */
export function ethereumMethods({ chains, nodes, ...provider }: ProviderContext): EthereumMethods {
  const { client, state } = provider;
  const offered = { chains, nodeOf: nodesOfChains(nodes) };
  const context: MethodsContext = { ...provider, offered };

  const signerOf: SignerOf = async (address) => {
    for (const isAnew of [false, true]) {
      const now = await state.connected(isAnew);
      const isAsked = (account: Hex) => address === undefined || account.toLowerCase() === address.toLowerCase();
      const found = now?.accounts.find(isAsked);
      if (isAnew) void state.follow();
      if (now && found) return { ...now, address: found };
    }
    throw new EthereumError(
      'NOT_CONNECTED',
      `This page has no access to an account ${address ?? ''}: call eth_requestAccounts.`,
    );
  };

  // What a page does to a list that it was given changes nobody else's.
  const accounts = async () => [...((await state.connected())?.accounts ?? [])];
  const permissions = async () => {
    const value = await accounts();
    const caveats = [{ type: 'restrictReturnedAccounts', value }];
    return value.length > 0
      ? [{ parentCapability: 'eth_accounts', invoker: globalThis.location?.origin, caveats }]
      : [];
  };

  const signing = loadedLater(async () =>
    (await loadPart(import('./signingMethods.js'))).signingMethods(context, signerOf),
  );
  const batches = loadedLater(async () => (await loadPart(import('./batches.js'))).batchMethods(context, signerOf));

  const own: { readonly [method: string]: Method } = {
    eth_accounts: accounts,
    eth_requestAccounts: async () => [...(await state.connect()).accounts],
    eth_chainId: () => chainIdOf(state.chain()),
    net_version: () => String(state.chain().id),
    personal_sign: signing('personal_sign'),
    eth_signTypedData_v4: signing('eth_signTypedData_v4'),
    eth_signTransaction: signing('eth_signTransaction'),
    eth_sendTransaction: signing('eth_sendTransaction'),
    wallet_sendCalls: batches('wallet_sendCalls'),
    wallet_getCallsStatus: batches('wallet_getCallsStatus'),
    wallet_getCapabilities: batches('wallet_getCapabilities'),
    wallet_getPermissions: permissions,
    async wallet_requestPermissions() {
      await state.connect();
      return permissions();
    },
    async wallet_revokePermissions() {
      await state.revoke();
      return null;
    },
    wallet_addEthereumChain([given]) {
      // A chain of the app is there already; another one's URLs are never used.
      chainOf(chains, chainIn(given, 'wallet_addEthereumChain'));
      return null;
    },
    wallet_switchEthereumChain(parameters) {
      state.choose(chainIn(parameters[0], 'wallet_switchEthereumChain'));
      return null;
    },
  };

  function call({ method, params = [] }: EthereumRequest): unknown {
    if (typeof method !== 'string') throw invalidParameters('request', 'it takes the name of a method');
    if (Object.hasOwn(own, method)) return own[method]?.(Array.isArray(params) ? params : [params]);
    if (readMethods.has(method)) return offered.nodeOf(state.chain())(method, params);
    throw new EthereumError('METHOD_NOT_SUPPORTED', `This wallet has no method ${method}.`);
  }

  return {
    async answer(request) {
      try {
        return await call(request);
      } catch (error) {
        throw rejectionOf(error);
      }
    },
    async resume(accounts) {
      const { resumeSending } = await loadPart(import('./sendTransaction.js'));
      for (const address of accounts) void resumeSending(client, offered, address);
    },
  };
}

/** Methods that are loaded once one of them is asked for. */
function loadedLater<Name extends string>(load: () => Promise<{ readonly [name in Name]: Method }>) {
  let methods: { readonly [name in Name]: Method } | undefined;
  return (name: Name): Method =>
    async (parameters) => {
      methods ??= await load();
      return methods[name](parameters);
    };
}

function chainIn(given: unknown, method: string): number {
  if (!isObject(given)) throw invalidParameters(method, 'it takes a chain');
  return chainIdIn(given.chainId, method);
}

/** The methods that read a chain, or hand on what is signed already: they are passed on to its node as they are. @see EIP-1474 */
const readMethods: ReadonlySet<string> = new Set([
  ...['eth_blobBaseFee', 'eth_blockNumber', 'eth_call', 'eth_createAccessList', 'eth_estimateGas', 'eth_feeHistory'],
  ...['eth_gasPrice', 'eth_getBalance', 'eth_getBlockByHash', 'eth_getBlockByNumber', 'eth_getBlockReceipts'],
  ...['eth_getBlockTransactionCountByHash', 'eth_getBlockTransactionCountByNumber', 'eth_getCode', 'eth_getLogs'],
  ...['eth_getProof', 'eth_getStorageAt', 'eth_getTransactionByBlockHashAndIndex'],
  ...['eth_getTransactionByBlockNumberAndIndex', 'eth_getTransactionByHash', 'eth_getTransactionCount'],
  ...['eth_getTransactionReceipt', 'eth_getUncleByBlockHashAndIndex', 'eth_getUncleByBlockNumberAndIndex'],
  ...['eth_getUncleCountByBlockHash', 'eth_getUncleCountByBlockNumber', 'eth_maxPriorityFeePerGas'],
  ...['eth_getFilterChanges', 'eth_getFilterLogs', 'eth_newBlockFilter', 'eth_newFilter'],
  ...['eth_newPendingTransactionFilter', 'eth_uninstallFilter', 'eth_simulateV1', 'eth_syncing'],
  ...['eth_protocolVersion', 'net_listening', 'net_peerCount', 'web3_clientVersion', 'web3_sha3'],
  'eth_sendRawTransaction',
]);
