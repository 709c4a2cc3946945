import type { EthereumChain } from '../../client/chains.js';
import type { LoginMessages } from '../loginMessages.js';
import { sentenceFor } from '../messages.js';
import type { WalletMessages } from './walletMessages.js';

/** The field that a fault stands under. */
export const fieldOf = (code: string): 'to' | 'amount' | 'form' =>
  ofReceiver.has(code) ? 'to' : ofAmount.has(code) ? 'amount' : 'form';

const ofReceiver = new Set([
  'TO_MISSING',
  'TO_INVALID',
  'TO_SELF',
  'TO_TOKEN',
  'NAME_NOT_FOUND',
  'TRANSACTION_MALFORMED',
]);
const ofAmount = new Set([
  ...['AMOUNT_MISSING', 'TOO_MANY_DECIMALS', 'INSUFFICIENT', 'INSUFFICIENT_TOKENS', 'INSUFFICIENT_FUNDS'],
]);

type About = {
  readonly words: WalletMessages;
  readonly messages: LoginMessages;
  readonly chain: EthereumChain;
  readonly asset: { readonly decimals: number };
  /** The token whose contract would receive it. */
  readonly tokenAt: string | undefined;
};

/** A fault in a sentence: what, and what now. */
export function sendProblem(code: string, { words, messages, chain, asset, tokenAt = '' }: About): string {
  const { symbol } = chain.nativeCurrency;
  const sentences: Readonly<Record<string, string>> = {
    TO_MISSING: words.toMissing,
    TO_INVALID: words.toInvalid(chain.name),
    TO_SELF: words.toSelf,
    TO_TOKEN: words.toToken(tokenAt),
    NAME_NOT_FOUND: words.nameNotFound,
    TRANSACTION_MALFORMED: words.toMistyped,
    AMOUNT_MISSING: words.amountMissing,
    TOO_MANY_DECIMALS: words.tooManyDecimals(asset.decimals),
    INSUFFICIENT: words.insufficient,
    INSUFFICIENT_TOKENS: words.insufficient,
    INSUFFICIENT_FUNDS: words.insufficientFee(symbol),
    TRANSACTION_WOULD_FAIL: words.wouldFail,
    CHAIN_REFUSED: words.wouldFail,
    CHAIN_UNREACHABLE: words.unreachable,
    CHAIN_MISMATCH: words.unreachable,
    TRANSACTION_STALE: words.notSent,
    ACTIVITY_NEEDS_APPROVAL: words.notSent,
    ACTIVITY_REJECTED: words.notSent,
    REQUEST_REJECTED: words.notSent,
  };
  if (Object.hasOwn(sentences, code)) return sentences[code] ?? '';
  const form = { length: 6, alphanumeric: false };
  const isOffline = navigator.onLine === false;
  return sentenceFor(messages, { code, method: 'email', by: undefined, wait: undefined, form, isOffline });
}
