import { type Bytes, utf8 } from '../crypto/bytes.js';
import { toHex } from '../crypto/hex.js';
import { isRlpBytes, readRlp } from '../crypto/rlp.js';
import { believable, type NamedToken } from './claimedTokens.js';
import type { Description } from './clearSigning/description.js';
import { type TransactionEffect, takesBack } from './effect.js';
import { coins, ethereumEffect } from './ethereum.js';
import { type EthereumCall, ethereumCall } from './ethereumCall.js';
import { isFeeHigh } from './highFee.js';
import type { SignatureRequest } from './signatureRequest.js';
import { readSignInMessage, type SignInMessage } from './signInMessage.js';
import { solanaEffect } from './solana.js';
import { type SolanaCall, solanaCall } from './solanaCall.js';
import { type Token, tokenAt } from './token.js';
import { isWithoutEnd, type TypedDataReading, typedDataEffects } from './typedDataEffects.js';
import { type TypedDataLeaf, typedDataLeaves } from './typedDataLeaves.js';
import { escaped } from './visible.js';

/** Why a person should look twice before they sign. */
export type SignatureDanger =
  /** What it does cannot be read: there are the raw fields alone. */
  | 'UNREADABLE'
  /** It lets somebody take any amount of a token, at any time. */
  | 'UNLIMITED'
  /** It lets somebody take all tokens of a contract, now and later. */
  | 'ALL_TOKENS'
  /** It lets a contract act as the account (EIP-7702). */
  | 'DELEGATION'
  /** It creates a contract. */
  | 'DEPLOYMENT'
  /** It sends coins or tokens to the contract of a token, whose own or another one, where nobody can get them back. */
  | 'TOKEN_CONTRACT_RECEIVES'
  /** The largest fee is beyond what is usual, or is more than what is paid and not small. */
  | 'HIGH_FEE'
  /** A text that is as long as a hash, spells one, or has the bytes of a transaction: it may have been made to stand for a payment. */
  | 'MAY_BE_HASH'
  /** These typed data are for another chain than the one that is chosen. */
  | 'OTHER_CHAIN'
  /** A permission, or the signature itself, can be used without end. */
  | 'WITHOUT_END'
  /** More is signed than is told in words: there are fields that nothing is known of. */
  | 'NOT_WHOLLY_READ'
  /** An address is like one that was paid before, or an own one: the same ends, and another middle. Whoever knows those addresses finds it. */
  | 'LOOKALIKE';

/** What one transaction would do, alone or in a batch. */
export type CallFacts = {
  readonly dangers: readonly SignatureDanger[];
  /** `undefined` where it is more than one thing, or cannot be read. */
  readonly effect: TransactionEffect | undefined;
  readonly call: EthereumCall;
  /** In the words of a descriptor, where there is no effect. */
  readonly description?: Description | undefined;
};

/** What a signature would be for, read from the very bytes that are signed. */
export type SignatureFacts = {
  /** None: nothing speaks against it. */
  readonly dangers: readonly SignatureDanger[];
} & (
  | ({ readonly kind: 'transaction' } & CallFacts)
  | {
      readonly kind: 'solana transaction';
      /** `undefined` where it is more than one thing, or cannot be read. */
      readonly effect: TransactionEffect | undefined;
      readonly call: SolanaCall;
    }
  | {
      readonly kind: 'batch';
      /** In their order. Their gas and fees are not known yet, and 0. */
      readonly calls: readonly CallFacts[];
      /** The most that the chain may charge for all of them together, in whole coins. */
      readonly feeLimit: string;
      /** It may be a little more, as of one transaction. */
      readonly isFeeAbout: boolean;
    }
  | {
      readonly kind: 'message';
      /** The text, with control characters and those that turn its direction written as `\u202e`; bytes that are no text in hex. */
      readonly text: string;
      /** The bytes of a text that is as long as a hash, or a transaction, in hex behind 0x. */
      readonly hex?: string | undefined;
    }
  | { readonly kind: 'login'; readonly text: string; readonly login: SignInMessage }
  | {
      readonly kind: 'typed data';
      readonly primaryType: string;
      readonly leaves: readonly TypedDataLeaf[];
      /** What they let happen, where they are exactly those of a standard. */
      readonly reading: TypedDataReading | undefined;
      /** In the words of a descriptor, where they are of no standard. */
      readonly description?: Description | undefined;
    }
);

/**
 * Reads what a signature would be for.
 *
 * @param tokens - those whose amounts are told in whole tokens. Default: none.
 * @throws {UnreadableTypedData}
 * @throws {RangeError} for bytes that are no transaction
 */
export function signatureFacts(request: SignatureRequest, tokens: readonly Token[] = []): SignatureFacts {
  return factsOf(request, named(request, tokens));
}

/** Behind what the app and the kit vouch for, what contracts say of themselves. */
function named(request: SignatureRequest, tokens: readonly Token[]): readonly NamedToken[] {
  if (!request.claimed || request.kind === 'message' || request.kind === 'solana transaction') return tokens;
  return [...tokens, ...believable(request.claimed, request.chain, tokens)];
}

function factsOf(request: SignatureRequest, tokens: readonly NamedToken[]): SignatureFacts {
  switch (request.kind) {
    case 'transaction':
      return transactionFacts(request, tokens);
    case 'batch':
      return batchFacts(request, tokens);
    case 'typed data':
      return typedDataFacts(request, tokens);
    case 'solana transaction':
      return solanaFacts(request, tokens);
    default:
      return messageFacts(request.message);
  }
}

type RequestOf<Kind> = Extract<SignatureRequest, { readonly kind: Kind }>;

function transactionFacts(
  {
    unsignedTransaction,
    chain,
    dataFee = chain.feeOracle === undefined ? '0' : undefined,
  }: Pick<RequestOf<'transaction'>, 'unsignedTransaction' | 'chain' | 'dataFee'>,
  tokens: readonly NamedToken[],
): Extract<SignatureFacts, { kind: 'transaction' }> {
  const call = ethereumCall(unsignedTransaction, dataFee === undefined ? undefined : BigInt(dataFee), chain);
  const read = ethereumEffect(unsignedTransaction, chain, tokens);
  const effect = read && { ...read, feeLimit: call.feeLimit };
  const isHigh = isFeeHigh({ feeLimit: call.feeLimit, paid: paidIn([effect]), coin: chain });
  const dangers = effect ? dangersOf(effect, tokens) : [unread(call)];
  return { kind: 'transaction', effect, call, dangers: isHigh ? [...dangers, 'HIGH_FEE'] : dangers };
}

/** The coins that are paid in all, in whole coins, where every one of these is a payment of coins. */
function paidIn(effects: readonly (TransactionEffect | undefined)[]): string | undefined {
  const paid = effects.map((effect) => (effect?.does === 'send' && effect.unit === 'coin' ? effect.amount : undefined));
  return paid.every((amount) => amount !== undefined)
    ? String(paid.reduce((sum, amount) => sum + Number(amount), 0))
    : undefined;
}

function batchFacts(
  { unsignedTransactions, chain, feeLimit, dataFee = '0' }: RequestOf<'batch'>,
  tokens: readonly NamedToken[],
): SignatureFacts {
  const calls = unsignedTransactions.map((unsignedTransaction) => {
    const { kind: _, ...call } = transactionFacts({ unsignedTransaction, chain, dataFee: '0' }, tokens);
    return call;
  });
  const most = coins(BigInt(feeLimit) + BigInt(dataFee), chain);
  const isHigh = isFeeHigh({ feeLimit: most, paid: paidIn(calls.map(({ effect }) => effect)), coin: chain });
  const dangers = [...dangersOfAll(calls), ...(isHigh ? (['HIGH_FEE'] as const) : [])];
  return { kind: 'batch', calls, feeLimit: most, isFeeAbout: BigInt(dataFee) > 0n, dangers };
}

/** Why to look twice at any of several, each once. */
export const dangersOfAll = (
  several: readonly { readonly dangers: readonly SignatureDanger[] }[],
): readonly SignatureDanger[] => [...new Set(several.flatMap(({ dangers }) => dangers))];

function solanaFacts(
  { unsignedTransaction, address }: RequestOf<'solana transaction'>,
  tokens: readonly NamedToken[],
): SignatureFacts {
  const call = solanaCall(unsignedTransaction);
  const effect = solanaEffect(unsignedTransaction, address, tokens);
  const dangers: SignatureDanger[] = effect ? dangersOf(effect, tokens) : ['UNREADABLE'];
  const { feeLimit } = call;
  if (feeLimit !== undefined && isFeeHigh({ feeLimit, paid: paidIn([effect]), coin: { symbol: 'SOL' } }))
    dangers.push('HIGH_FEE');
  return { kind: 'solana transaction', effect, call, dangers };
}

/** Why to look twice at what a transaction does. */
function dangersOf(effect: Omit<TransactionEffect, 'feeLimit'>, tokens: readonly Token[]): SignatureDanger[] {
  const { does, unit, amount, token, to } = effect;
  if (does === 'send') return token === to || tokenAt(to, tokens) ? ['TOKEN_CONTRACT_RECEIVES'] : [];
  if (takesBack(effect)) return [];
  if (does === 'allowAll') return ['ALL_TOKENS'];
  return amount === undefined || unit === 'unlimited or NFT' ? ['UNLIMITED'] : [];
}

function unread({ to, authorizations }: EthereumCall): SignatureDanger {
  if (authorizations.length > 0) return 'DELEGATION';
  return to === undefined ? 'DEPLOYMENT' : 'UNREADABLE';
}

function messageFacts(message: RequestOf<'message'>['message']): SignatureFacts {
  if (typeof message !== 'string') return { kind: 'message', text: `0x${toHex(message)}`, dangers: ['UNREADABLE'] };
  const text = escaped(message);
  const login = readSignInMessage(message);
  if (login) return { kind: 'login', text, login, dangers: [] };
  const bytes = utf8(message);
  const hex = bytes.length === hashBytes || mayBeTransaction(bytes) ? `0x${toHex(bytes)}` : undefined;
  const mayBeHash = hex !== undefined || spelledHash.test(message);
  return { kind: 'message', text, hex, dangers: mayBeHash ? ['MAY_BE_HASH'] : [] };
}

/**
 * Whether the bytes of a text are those of a transaction of Ethereum, or of an authorization: a list, perhaps behind the number of its type.
 * A text is signed by its hash alone where nothing says that it is one, and each of their fields can be chosen so that it spells something.
 */
function mayBeTransaction(bytes: Bytes): boolean {
  const [type = 0] = bytes;
  try {
    return !isRlpBytes(readRlp(type < 0x80 ? bytes.subarray(1) : bytes));
  } catch {
    return false; // a text is no list
  }
}

/** Whoever looks for a hash whose bytes happen to be letters finds one: so every text of that length may be one. */
const hashBytes = 32;
/** What some contracts and services take for the hash itself. */
const spelledHash = /^\s*(0x)?[\da-f]{64}\s*$/i;

function typedDataFacts(
  { data, chain, address }: RequestOf<'typed data'>,
  tokens: readonly NamedToken[],
): SignatureFacts {
  const leaves = typedDataLeaves(data);
  const named = leaves.find(({ path }) => path === 'domain.chainId');
  const isForAnother = named !== undefined && !isSameNumber(named.value, chain.id);
  const reading = typedDataEffects(data, leaves, { address, chain, tokens });
  const dangers: SignatureDanger[] = reading ? dangersIn(reading, tokens) : ['UNREADABLE'];
  if (isForAnother) dangers.push('OTHER_CHAIN');
  const safe = leaves.map(({ path, type, value }) => ({
    path: escaped(path),
    type: escaped(type),
    value: escaped(value),
  }));
  return { kind: 'typed data', primaryType: escaped(data.primaryType), leaves: safe, reading, dangers };
}

function dangersIn({ effects, standard, hasMore }: TypedDataReading, tokens: readonly Token[]): SignatureDanger[] {
  const dangers = effects.flatMap((effect) => [
    ...dangersOf(effect, tokens),
    ...(isWithoutEnd(effect, standard) ? (['WITHOUT_END'] as const) : []),
  ]);
  return [...new Set([...dangers, ...(hasMore ? (['NOT_WHOLLY_READ'] as const) : [])])];
}

function isSameNumber(text: string, number: number): boolean {
  return /^(0x[\da-f]+|\d+)$/i.test(text) && BigInt(text) === BigInt(number);
}
