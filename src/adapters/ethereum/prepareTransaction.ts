import type { AskNode } from '../../client/askNode.js';
import { type EthereumChain, isEthereumChain } from '../../client/chains.js';
import { readWithClaims } from '../../client/confirmations/readRequest.js';
import type { Client } from '../../client/createClient.js';
import type { SignatureFacts } from '../../reading/signatureFacts.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import { tokenAmountIn, tokenBalanceData, tokenTransferData } from './abiCall.js';
import { nodesOf } from './chain.js';
import { codedRefusal } from './codedRefusal.js';
import { dataFeeOf } from './dataFeeOf.js';
import { EthereumError } from './ethereumError.js';
import { fillTransaction, number } from './fillTransaction.js';
import { chainOf } from './providerState.js';
import { resumeSending } from './sendTransaction.js';
import { transactionRequest } from './signatureRequest.js';
import type { Hex, TransactionToSign } from './transaction.js';
import { toField } from './transactionFields.js';

/** What is to be sent: coins, perhaps with a call, or tokens. Amounts are in the smallest units: wei, of USDC millionths. */
export type TransactionToPrepare = {
  /** Of a chain of the settings' `chains`. */
  readonly chainId: number;
  /** An account of the logged-in person. */
  readonly from: Hex;
  /** Default: the next one, chosen when it is sent. */
  readonly nonce?: number | undefined;
} & (
  | {
      /** Left out where a contract is created. */
      readonly to?: Hex | undefined;
      /** `all`: what the account has, less the fee. Default: 0. */
      readonly value?: bigint | 'all' | undefined;
      readonly data?: Hex | undefined;
      readonly token?: undefined;
    }
  | {
      readonly to: Hex;
      /** The contract of a token of ERC-20. */
      readonly token: Hex;
      readonly amount: bigint | 'all';
    }
);

/** What a transaction may cost beside its value, in wei. */
export type TransactionFee = {
  /** The most that the chain charges; where `isAbout` is true, what it charges at today's prices may be a little more. */
  readonly largest: bigint;
  /** What has to be left in the account for it. */
  readonly reserve: bigint;
  readonly isAbout: boolean;
};

/** A transaction with everything fixed but its nonce: what is shown of it is what is signed. It is sent once. */
export type PreparedTransaction = {
  readonly chain: EthereumChain;
  readonly address: Hex;
  readonly transaction: TransactionToSign;
  readonly request: SignatureRequest;
  readonly facts: SignatureFacts;
  readonly fee: TransactionFee;
};

/**
 * Fixes chain, receiver, value, data, gas and the largest fee of a transaction, and reads what it does from its very bytes.
 *
 * @throws {EthereumError} CHAIN_NOT_KNOWN, CHAIN_UNREACHABLE, CHAIN_MISMATCH, TRANSACTION_MALFORMED, INSUFFICIENT_FUNDS, INSUFFICIENT_TOKENS,
 * TRANSACTION_WOULD_FAIL, CHAIN_REFUSED
 */
export async function prepareTransaction(client: Client, wanted: TransactionToPrepare): Promise<PreparedTransaction> {
  const chain = chainOf((client.settings.chains ?? []).filter(isEthereumChain), wanted.chainId);
  const nodeOf = nodesOf(client);
  const ask = nodeOf(chain);
  const { from: address, nonce } = wanted;
  void resumeSending(client, { chains: [chain], nodeOf }, address);
  await toField({ to: wanted.to }); // a mistyped receiver is refused before anything is asked
  const funds = await codedRefusal('CHAIN_REFUSED', async () =>
    number(await ask('eth_getBalance', [address, 'pending']), chain),
  );
  const { to, value, data } = wanted.token === undefined ? wanted : await tokenTransfer(wanted, chain, ask);
  if (value !== undefined && value !== 'all' && value > funds) throw tooLittle(chain);
  const call = { from: address, to, data, ...(nonce !== undefined && { nonce }) };
  const first = await filled({ ...call, value: value === 'all' ? 0n : (value ?? 0n) });
  const all = funds - first.fee.reserve;
  if (value === 'all' && all <= 0n) throw tooLittle(chain);
  // The fees stay; gas may depend on the value, where a contract receives it.
  const {
    transaction,
    fee,
    dataFee: taken,
  } = value === 'all' ? await filled({ ...first.transaction, value: all, gas: undefined }) : first;
  const spent = BigInt(transaction.value ?? 0) + fee.reserve;
  if (spent > funds) throw tooLittle(chain);
  const asked = await transactionRequest({ chain, address, transaction, isSent: true, dataFee: taken });
  return { chain, address, transaction, ...(await readWithClaims(asked, client, ask)), fee };

  async function filled(transaction: TransactionToSign & { readonly from: Hex }) {
    const { gas, ...rest } = transaction;
    const complete = await codedRefusal('TRANSACTION_WOULD_FAIL', () =>
      fillTransaction(gas === undefined ? rest : { ...rest, gas }, chain, ask),
    );
    const price = complete.maxFeePerGas ?? complete.gasPrice ?? 0;
    const largest = BigInt(complete.gas ?? 0) * BigInt(price);
    const data = (await dataFeeOf(complete, chain, ask)) ?? 0n;
    const fee = { largest: largest + data, reserve: largest + 2n * data, isAbout: data > 0n };
    return { transaction: { ...complete, from: address }, fee, dataFee: data };
  }
}

async function tokenTransfer(
  { from, to, token, amount }: Extract<TransactionToPrepare, { token: Hex }>,
  chain: EthereumChain,
  ask: AskNode,
) {
  await toField({ to: token });
  const answer = await codedRefusal('CHAIN_REFUSED', () =>
    ask('eth_call', [{ to: token, data: tokenBalanceData(from) }, 'pending']),
  );
  const held = tokenAmountIn(answer);
  if (held === undefined)
    throw new EthereumError('CHAIN_REFUSED', `${chain.name} has no token at ${token}: it says no balance.`);
  const sent = amount === 'all' ? held : amount;
  if (sent > held) {
    const says = `The account has ${held} of the smallest units of this token, and ${sent} are to be sent.`;
    throw new EthereumError('INSUFFICIENT_TOKENS', says);
  }
  return { to: token, value: undefined, data: tokenTransferData(to, sent) };
}

const tooLittle = ({ nativeCurrency: { symbol }, name }: EthereumChain) =>
  new EthereumError(
    'INSUFFICIENT_FUNDS',
    `The account has too little ${symbol} on ${name} for the amount and the fee.`,
  );
