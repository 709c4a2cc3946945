import { toHex } from '../crypto/hex.js';
import { type TransactionEffect, takesBack } from './effect.js';
import { ethereumEffect } from './ethereum.js';
import { type EthereumCall, ethereumCall } from './ethereumCall.js';
import type { SignatureRequest } from './signatureRequest.js';
import { readSignInMessage, type SignInMessage } from './signInMessage.js';
import { solanaEffect } from './solana.js';
import { type SolanaCall, solanaCall } from './solanaCall.js';
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
  | 'OTHER_CHAIN';

/** What a signature would be for, read from the very bytes that are signed. */
export type SignatureFacts = {
  /** None: nothing speaks against it. */
  readonly dangers: readonly SignatureDanger[];
} & (
  | {
      readonly kind: 'transaction';
      /** `undefined` where it is more than one thing, or cannot be read. */
      readonly effect: TransactionEffect | undefined;
      readonly call: EthereumCall;
    }
  | {
      readonly kind: 'solana transaction';
      /** `undefined` where it is more than one thing, or cannot be read. */
      readonly effect: TransactionEffect | undefined;
      readonly call: SolanaCall;
    }
  | {
      readonly kind: 'message';
      /** The text, with control characters and those that turn its direction written as `\u202e`; bytes that are no text in hex. */
      readonly text: string;
    }
  | { readonly kind: 'login'; readonly text: string; readonly login: SignInMessage }
  | { readonly kind: 'typed data'; readonly primaryType: string; readonly leaves: readonly TypedDataLeaf[] }
);

/**
 * Reads what a signature would be for.
 *
 * @throws {UnreadableTypedData}
 * @throws {RangeError} for bytes that are no transaction
 */
export function signatureFacts(request: SignatureRequest): SignatureFacts {
  switch (request.kind) {
    case 'transaction':
      return transactionFacts(request);
    case 'typed data':
      return typedDataFacts(request);
    case 'solana transaction':
      return solanaFacts(request);
    default:
      return messageFacts(request.message);
  }
}

type RequestOf<Kind> = Extract<SignatureRequest, { readonly kind: Kind }>;

function transactionFacts({ unsignedTransaction, chain }: RequestOf<'transaction'>): SignatureFacts {
  const call = ethereumCall(unsignedTransaction);
  const effect = ethereumEffect(unsignedTransaction, chain);
  return { kind: 'transaction', effect, call, dangers: effect ? dangersOf(effect) : [unread(call)] };
}

function solanaFacts({ unsignedTransaction, address }: RequestOf<'solana transaction'>): SignatureFacts {
  const call = solanaCall(unsignedTransaction);
  const effect = solanaEffect(unsignedTransaction, address);
  return { kind: 'solana transaction', effect, call, dangers: effect ? dangersOf(effect) : ['UNREADABLE'] };
}

function dangersOf(effect: TransactionEffect): SignatureDanger[] {
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

function typedDataFacts({ data, chain }: RequestOf<'typed data'>): SignatureFacts {
  const leaves = typedDataLeaves(data);
  const named = leaves.find(({ path }) => path === 'domain.chainId');
  const isForAnother = named !== undefined && !isSameNumber(named.value, chain.id);
  const dangers: SignatureDanger[] = ['UNREADABLE', ...(isForAnother ? (['OTHER_CHAIN'] as const) : [])];
  const safe = leaves.map(({ path, type, value }) => ({
    path: escaped(path),
    type: escaped(type),
    value: escaped(value),
  }));
  return { kind: 'typed data', primaryType: escaped(data.primaryType), leaves: safe, dangers };
}

function isSameNumber(text: string, number: number): boolean {
  return /^(0x[\da-f]+|\d+)$/i.test(text) && BigInt(text) === BigInt(number);
}
