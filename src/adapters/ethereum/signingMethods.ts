import { confirmationsOf } from '../../client/confirmations/confirmations.js';
import { signMessage, signTypedData, walletSignature } from '../../client/flows/signing.js';
import { signRawPayload, signTransaction } from '../../contract/signing.js';
import { fromHex } from '../../crypto/hex.js';
import type { Session } from '../../sessions/session.js';
import { awaitVotes, needsVotes, type VotingOptions } from '../awaitVotes.js';
import { textOrBytes } from '../textOrBytes.js';
import { dataFeeOf } from './dataFeeOf.js';
import { fillTransaction, number } from './fillTransaction.js';
import type { Method, MethodsContext, SignerOf, Tell } from './methodsContext.js';
import { messageIn, transactionIn, typedDataIn } from './parameters.js';
import { sendTransaction } from './sendTransaction.js';
import { named, transactionRequest } from './signatureRequest.js';
import { checkedEthereumTransaction, signEthereumTransaction } from './signEthereumTransaction.js';
import type { Hex, TransactionToSign } from './transaction.js';
import { isHex } from './values.js';

export type SigningMethods = {
  readonly [name in 'personal_sign' | 'eth_signTypedData_v4' | 'eth_signTransaction' | 'eth_sendTransaction']: Method;
};

/** The methods of a provider that sign: each is shown and confirmed before. @see EIP-1193, EIP-1474, EIP-712 */
export function signingMethods(
  { client, state, approvalTimeoutMs, offered: { nodeOf } }: MethodsContext,
  signerOf: SignerOf,
): SigningMethods {
  const { confirmAndFollow } = confirmationsOf(client);
  return {
    personal_sign: sign,
    eth_signTypedData_v4: signData,
    eth_signTransaction: signOnly,
    eth_sendTransaction: send,
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
  function voting(session: Session, tell: Tell): VotingOptions {
    return { session, approvalTimeoutMs, onWaiting: (activity) => tell({ at: 'waiting', activity }) };
  }

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
        return checkedEthereumTransaction(result.signedTransaction, complete);
      }
    });
  }

  async function send(parameters: readonly unknown[]): Promise<Hex> {
    const { session, follow, ...request } = await confirmed(parameters, 'eth_sendTransaction', true);
    return follow((tell) => sendTransaction(client, request, voting(session, tell)));
  }
}
