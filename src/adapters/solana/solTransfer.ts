import { type Chain, isEthereumChain, type SolanaChain } from '../../client/chains.js';
import { readRequest } from '../../client/confirmations/readRequest.js';
import type { Client } from '../../client/createClient.js';
import { livingSession } from '../../client/signer.js';
import { fromBase58 } from '../../crypto/base58.js';
import { type Bytes, concat } from '../../crypto/bytes.js';
import { toHex } from '../../crypto/hex.js';
import { isObject } from '../../crypto/json.js';
import type { SignatureFacts } from '../../reading/signatureFacts.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import { systemProgram, tokenPrograms } from '../../reading/solana.js';
import type { Session } from '../../sessions/session.js';
import { resumeSending, sendSigned } from './sendSigned.js';
import { signToSend } from './signToSend.js';
import { solanaPublicKey } from './solanaAddress.js';
import { SolanaError } from './solanaError.js';
import { type AskSolana, nodeOf } from './solanaNode.js';
import { malformed, transactionToSign } from './transactionToSign.js';

/** SOL that is to be sent. */
export type SolTransferToPrepare = {
  /** Of a chain of the settings' `chains`. */
  readonly chainId: SolanaChain['id'];
  /** An account of the logged-in person. */
  readonly from: string;
  readonly to: string;
  /** In lamports; `all`: what the account has, less the fee. */
  readonly amount: bigint | 'all';
};

/** A transfer with everything fixed but its blockhash: what is shown of it is what is signed. It is sent once. */
export type PreparedSolTransfer = {
  readonly chain: SolanaChain;
  readonly from: string;
  readonly to: string;
  readonly lamports: bigint;
  readonly request: SignatureRequest;
  readonly facts: SignatureFacts;
};

/**
 * Fixes the amount of a transfer of SOL, and reads what it does from its very bytes.
 *
 * @throws {SolanaError} CHAIN_NOT_KNOWN, CHAIN_UNREACHABLE, NODE_REFUSED, TRANSACTION_MALFORMED, INSUFFICIENT_FUNDS, REST_BELOW_RENT,
 * AMOUNT_BELOW_RENT, RECEIVER_NOT_WALLET
 */
export async function prepareSolTransfer(client: Client, wanted: SolTransferToPrepare): Promise<PreparedSolTransfer> {
  const { from, to, amount } = wanted;
  const chain = solanaChainOf(client.settings.chains ?? [], wanted.chainId);
  const ask = nodeOf(chain, { timeoutMs: client.settings.timeoutMs });
  if (!solanaPublicKey(to) || !solanaPublicKey(from) || to === from)
    throw malformed('its receiver is no address of another');
  void resumeSending(client, { address: from, chain, ask }).catch(() => {});
  const [funds, least, receiver, blockhash] = await Promise.all([
    balanceOf(ask, from),
    leastBalance(ask),
    receiverAt(ask, to),
    latestBlockhash(ask),
  ]);
  const lamports = amount === 'all' ? funds - fee : amount;
  const rest = funds - fee - lamports;
  if (lamports <= 0n || rest < 0n) throw refused('INSUFFICIENT_FUNDS', `The account has ${funds} lamports.`);
  if (rest > 0n && rest < least)
    throw refused('REST_BELOW_RENT', `${rest} lamports would be left, and an account has at least ${least}, or none.`);
  if (receiver === 'new' && lamports < least)
    throw refused('AMOUNT_BELOW_RENT', `The receiver’s account is new: it has to get at least ${least} lamports.`);
  const unsignedTransaction = toHex(transferMessage({ from, to, lamports, blockhash }));
  const named = { id: chain.id, name: chain.name };
  const request = {
    kind: 'solana transaction',
    address: from,
    chain: named,
    unsignedTransaction,
    isSent: true,
  } as const;
  return { chain, from, to, lamports, request, facts: await readRequest(request, client) };
}

/**
 * Signs a prepared transfer with the chain's latest blockhash and sends it, once: while it is being sent, and when it has been, the same
 * transfer gives the same id. After TRANSACTION_UNCERTAIN the same bytes are sent again.
 *
 * @returns the transaction's signature, in base58.
 * @throws {SolanaError} CHAIN_UNREACHABLE, NODE_REFUSED, VOTES_NOT_AWAITED, TRANSACTION_UNCERTAIN
 */
export function sendSolTransfer(
  client: Client,
  transfer: PreparedSolTransfer,
  session: Session | undefined,
): Promise<string> {
  const before = sends.get(transfer) ?? {};
  sends.set(transfer, before);
  before.id ??= signAndSend(client, transfer, before, session).catch((error) => {
    before.id = undefined;
    throw error;
  });
  return before.id;
}

/** What has become of a transfer. */
type Send = { id?: Promise<string> | undefined; signed?: Bytes };

const sends = new WeakMap<PreparedSolTransfer, Send>();

async function signAndSend(
  client: Client,
  { chain, from, to, lamports }: PreparedSolTransfer,
  send: Send,
  given: Session | undefined,
): Promise<string> {
  const ask = nodeOf(chain, { timeoutMs: client.settings.timeoutMs });
  send.signed ??= await signed();
  try {
    // At the commitment of its blockhash: a node's own trial looks 32 blocks back, where it is not known yet.
    const options = { preflightCommitment: confirmed.commitment };
    return await sendSigned(client, { signed: send.signed, address: from, chain, ask, options });
  } catch (error) {
    // The chain does not have it, and will not: what is asked for next is signed anew.
    if (error instanceof SolanaError && error.code === 'NODE_REFUSED') delete send.signed;
    throw error;
  }

  async function signed() {
    const session = await livingSession(client, given);
    const message = transferMessage({ from, to, lamports, blockhash: await latestBlockhash(ask) });
    return signToSend(client, transactionToSign(message, from), session);
  }
}

function solanaChainOf(chains: readonly Chain[], id: SolanaChain['id']): SolanaChain {
  const found = chains.filter((chain): chain is SolanaChain => !isEthereumChain(chain)).find((each) => each.id === id);
  if (found) return found;
  throw new SolanaError('CHAIN_NOT_KNOWN', `This app has no node of ${id}: name it in the chains of the settings.`);
}

type Transfer = Pick<PreparedSolTransfer, 'from' | 'to' | 'lamports'> & { readonly blockhash: string };

/** A legacy message of one instruction. @see Solana documentation, "Transactions"; solana-sdk, SystemInstruction (Transfer) */
function transferMessage({ from, to, lamports, blockhash }: Transfer): Bytes {
  const header = [1, 0, 1]; // one signer, who pays; of the others one is only read
  const keys = [from, to, systemProgram].map(fromBase58);
  const data = new DataView(new ArrayBuffer(12));
  data.setUint32(0, 2, true);
  data.setBigUint64(4, lamports, true);
  const instruction = [1, 2, 2, 0, 1, 12];
  return concat(
    ...[Uint8Array.of(...header, keys.length), ...keys, fromBase58(blockhash), Uint8Array.of(...instruction)],
    new Uint8Array(data.buffer),
  );
}

/** 5,000 lamports a signature: nothing is paid for priority. @see Solana documentation, "Transaction Fees" */
const fee = 5_000n;

async function balanceOf(ask: AskSolana, address: string): Promise<bigint> {
  return lamportsIn(valueIn(await ask('getBalance', [address, confirmed])));
}

/** What an account without data has to have. */
async function leastBalance(ask: AskSolana): Promise<bigint> {
  return lamportsIn(await ask('getMinimumBalanceForRentExemption', [0]));
}

/** @throws {SolanaError} RECEIVER_NOT_WALLET */
async function receiverAt(ask: AskSolana, address: string): Promise<'new' | 'known'> {
  const options = { ...confirmed, encoding: 'base64', dataSlice: { offset: 0, length: 0 } };
  const account = valueIn(await ask('getAccountInfo', [address, options]));
  if (account === null) return 'new';
  if (!isObject(account) || typeof account.owner !== 'string') throw noAnswer();
  if (account.executable !== true && !tokenPrograms.includes(account.owner)) return 'known';
  throw refused('RECEIVER_NOT_WALLET', `${address} is no wallet: what is sent there is lost.`);
}

async function latestBlockhash(ask: AskSolana): Promise<string> {
  const value = valueIn(await ask('getLatestBlockhash', [confirmed]));
  const blockhash = isObject(value) ? String(value.blockhash) : '';
  if (solanaPublicKey(blockhash)) return blockhash;
  throw noAnswer();
}

const confirmed = { commitment: 'confirmed' } as const;

const valueIn = (answer: unknown): unknown => (isObject(answer) ? answer.value : undefined);

function lamportsIn(value: unknown): bigint {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return BigInt(Number(value));
  throw noAnswer();
}

const noAnswer = () => new SolanaError('CHAIN_UNREACHABLE', 'The node answered with something else.');

const refused = (
  code: 'INSUFFICIENT_FUNDS' | 'REST_BELOW_RENT' | 'AMOUNT_BELOW_RENT' | 'RECEIVER_NOT_WALLET',
  says: string,
) => new SolanaError(code, says);
