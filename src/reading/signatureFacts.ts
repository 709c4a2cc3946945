import { toHex } from '../crypto/hex.js';
import { believable, type NamedToken } from './claimedTokens.js';
import type { Description } from './clearSigning/description.js';
import { decimalOf, type TransactionEffect, takesBack } from './effect.js';
import { ethereumEffect } from './ethereum.js';
import { type EthereumCall, ethereumCall } from './ethereumCall.js';
import type { SignatureRequest } from './signatureRequest.js';
import { readSignInMessage, type SignInMessage } from './signInMessage.js';
import { solanaEffect } from './solana.js';
import { type SolanaCall, solanaCall } from './solanaCall.js';
import type { Token } from './token.js';
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
  /** It sends a token to the token's own contract, where it is lost. */
  | 'TOKEN_CONTRACT_RECEIVES'
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
  const call = ethereumCall(unsignedTransaction, dataFee === undefined ? undefined : BigInt(dataFee));
  const read = ethereumEffect(unsignedTransaction, chain, tokens);
  const effect = read && { ...read, feeLimit: call.feeLimit };
  return { kind: 'transaction', effect, call, dangers: effect ? dangersOf(effect) : [unread(call)] };
}

function batchFacts(
  { unsignedTransactions, chain, feeLimit, dataFee = '0' }: RequestOf<'batch'>,
  tokens: readonly NamedToken[],
): SignatureFacts {
  const calls = unsignedTransactions.map((unsignedTransaction) => {
    const { kind: _, ...call } = transactionFacts({ unsignedTransaction, chain, dataFee: '0' }, tokens);
    return call;
  });
  const dangers = dangersOfAll(calls);
  const most = decimalOf(BigInt(feeLimit) + BigInt(dataFee), 18);
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
  return { kind: 'solana transaction', effect, call, dangers: effect ? dangersOf(effect) : ['UNREADABLE'] };
}

/** Why to look twice at what a transaction does. */
function dangersOf(effect: Omit<TransactionEffect, 'feeLimit'>): SignatureDanger[] {
  const { does, unit, amount, token, to } = effect;
  if (does === 'send') return token !== undefined && token === to ? ['TOKEN_CONTRACT_RECEIVES'] : [];
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
  return login ? { kind: 'login', text, login, dangers: [] } : { kind: 'message', text, dangers: [] };
}

function typedDataFacts(
  { data, chain, address }: RequestOf<'typed data'>,
  tokens: readonly NamedToken[],
): SignatureFacts {
  const leaves = typedDataLeaves(data);
  const named = leaves.find(({ path }) => path === 'domain.chainId');
  const isForAnother = named !== undefined && !isSameNumber(named.value, chain.id);
  const reading = typedDataEffects(data, leaves, { address, chain, tokens });
  const dangers: SignatureDanger[] = reading ? dangersIn(reading) : ['UNREADABLE'];
  if (isForAnother) dangers.push('OTHER_CHAIN');
  const safe = leaves.map(({ path, type, value }) => ({
    path: escaped(path),
    type: escaped(type),
    value: escaped(value),
  }));
  return { kind: 'typed data', primaryType: escaped(data.primaryType), leaves: safe, reading, dangers };
}

function dangersIn({ effects, standard, hasMore }: TypedDataReading): SignatureDanger[] {
  const dangers = effects.flatMap((effect) => [
    ...dangersOf(effect),
    ...(isWithoutEnd(effect, standard) ? (['WITHOUT_END'] as const) : []),
  ]);
  return [...new Set([...dangers, ...(hasMore ? (['NOT_WHOLLY_READ'] as const) : [])])];
}

function isSameNumber(text: string, number: number): boolean {
  return /^(0x[\da-f]+|\d+)$/i.test(text) && BigInt(text) === BigInt(number);
}
