import { confirmationsOf } from '../../client/confirmations/confirmations.js';
import { signMessage, signTypedData, walletSignature } from '../../client/flows/signing.js';
import { loadPart } from '../../client/loadPart.js';
import { signRawPayload, signTransaction } from '../../contract/signing.js';
import { fromHex } from '../../crypto/hex.js';
import type { Session } from '../../sessions/session.js';
import { awaitVotes, needsVotes, type VotingOptions } from '../awaitVotes.js';
import { textOrBytes } from '../textOrBytes.js';
import type { BatchMethods } from './batches.js';
import { dataFeeOf } from './dataFeeOf.js';
import { EthereumError } from './ethereumError.js';
import { fillTransaction, number } from './fillTransaction.js';
import type { Method, MethodsContext, SignerOf, Tell } from './methodsContext.js';
import { chainIdIn, isHex, isRecord, messageIn, transactionIn, typedDataIn, wrong } from './parameters.js';
import { chainIdOf, chainOf } from './providerState.js';
import { sendTransaction } from './sendTransaction.js';
import { named, transactionRequest } from './signatureRequest.js';
import { checkedTransaction, signEthereumTransaction } from './signEthereumTransaction.js';
import type { Hex, TransactionToSign } from './transaction.js';

/**
 * The methods of a provider: those of the wallet, and those that read the chain, which are passed on to its node. All others are refused:
 * what is new is not passed on before somebody has thought about it.
 *
 * @throws {EthereumError} METHOD_NOT_SUPPORTED
 * @see EIP-1193, EIP-1474, EIP-712, EIP-2255, EIP-3085, EIP-3326, EIP-5792
 */
export function ethereumMethods(context: MethodsContext): (method: string, params: unknown) => Promise<unknown> {
  const { client, state, approvalTimeoutMs, offered } = context;
  const { chains, nodeOf } = offered;
  const { confirmAndFollow } = confirmationsOf(client);

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

  const accounts = async () => (await state.connected())?.accounts ?? [];
  const permissions = async () => {
    const value = await accounts();
    const caveats = [{ type: 'restrictReturnedAccounts', value }];
    return value.length > 0
      ? [{ parentCapability: 'eth_accounts', invoker: globalThis.location?.origin, caveats }]
      : [];
  };

  async function sign(parameters: readonly unknown[]): Promise<Hex> {
    const { message: given, address: asked } = messageIn(parameters);
    const { session, address } = await signerOf(asked);
    const message = isHex(given) ? textOrBytes(fromHex(given.slice(2))) : given;
    const follow = await confirmAndFollow({ kind: 'message', address, message }, session);
    return follow((tell) => voted(session, tell, () => signMessage(client, { message, address, session })));
  }

  async function signData(parameters: readonly unknown[]): Promise<Hex> {
    const { data, address: asked } = typedDataIn(parameters);
    const { session, address } = await signerOf(asked);
    const chain = state.chain();
    const shown = { kind: 'typed data', address, data, chain: named(chain) } as const;
    const follow = await confirmAndFollow(shown, session, nodeOf(chain));
    const sign = async () => (await signTypedData(client, { ...data, address, session })).hex;
    return follow((tell) => voted(session, tell, sign));
  }

  async function voted(session: Session, tell: Tell, run: () => Promise<Hex>): Promise<Hex> {
    try {
      return await run();
    } catch (pending) {
      if (!needsVotes(pending)) throw pending;
      return walletSignature(await awaitVotes(client, signRawPayload, pending, voting(session, tell))).hex;
    }
  }

  /** How long others may take, and that they are waited for. */
  const voting = (session: Session, tell: Tell): VotingOptions => ({
    ...{ session, approvalTimeoutMs },
    onWaiting: (activity) => tell({ at: 'waiting', activity }),
  });

  /** What is shown is what is signed: all of it is fixed before, but for a nonce that is left open. */
  async function confirmed(parameters: readonly unknown[], method: string, isSent: boolean) {
    const request = transactionIn(parameters, method);
    const chain = state.chain();
    const { session, address } = await signerOf(request.from);
    const ask = nodeOf(chain);
    const transaction = await fillTransaction({ ...request, from: address }, chain, ask);
    const dataFee = await dataFeeOf(transaction, chain, ask);
    const shown = await transactionRequest({ chain, address, transaction, isSent, dataFee });
    const follow = await confirmAndFollow(shown, session, ask);
    return { follow, chain, ask, address, session, transaction };
  }

  async function signOnly(parameters: readonly unknown[]): Promise<Hex> {
    const { follow, ...request } = await confirmed(parameters, 'eth_signTransaction', false);
    const { chain, ask, address, session, transaction } = request;
    const count = async () => number(await ask('eth_getTransactionCount', [address, 'pending']), chain);
    return follow(async (tell) => {
      const complete: TransactionToSign = { ...transaction, nonce: transaction.nonce ?? (await count()) };
      try {
        return await signEthereumTransaction(client, { transaction: complete, address, session });
      } catch (pending) {
        if (!needsVotes(pending)) throw pending;
        const result = await awaitVotes(client, signTransaction, pending, voting(session, tell));
        return checkedTransaction(result.signedTransaction, complete);
      }
    });
  }

  async function send(parameters: readonly unknown[]): Promise<Hex> {
    const { session, follow, ...request } = await confirmed(parameters, 'eth_sendTransaction', true);
    return follow((tell) => sendTransaction(client, request, voting(session, tell)));
  }

  /** A method of batches. */
  const ofBatches =
    (name: keyof BatchMethods): Method =>
    async (parameters) => {
      batches ??= (await loadPart(import('./batches.js'))).batchMethods(context, signerOf);
      return batches[name](parameters);
    };
  let batches: BatchMethods | undefined;

  const own: { readonly [method: string]: Method } = {
    eth_accounts: accounts,
    eth_requestAccounts: async () => (await state.connect()).accounts,
    eth_chainId: () => chainIdOf(state.chain()),
    net_version: () => String(state.chain().id),
    personal_sign: sign,
    eth_signTypedData_v4: signData,
    eth_signTransaction: signOnly,
    eth_sendTransaction: send,
    wallet_sendCalls: ofBatches('wallet_sendCalls'),
    wallet_getCallsStatus: ofBatches('wallet_getCallsStatus'),
    wallet_getCapabilities: ofBatches('wallet_getCapabilities'),
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

  return async (method, params = []) => {
    const parameters = Array.isArray(params) ? params : [params];
    if (Object.hasOwn(own, method)) return own[method]?.(parameters);
    if (readMethods.has(method)) return nodeOf(state.chain())(method, params);
    throw new EthereumError('METHOD_NOT_SUPPORTED', `This wallet has no method ${method}.`);
  };
}

function chainIn(given: unknown, method: string): number {
  if (!isRecord(given)) throw wrong(method, 'it takes a chain');
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
