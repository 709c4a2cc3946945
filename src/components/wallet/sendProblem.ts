import type { Chain } from '../../client/chains.js';
import type { WalletMessages } from '../english/walletMessages.js';
import type { LoginMessages } from '../loginMessages.js';
import { sentenceFor } from '../messages.js';
import { coinOf } from './networks.js';

/** The field that a fault stands under. */
export const fieldOf = (code: string): 'to' | 'amount' | 'form' =>
  ofReceiver.has(code) ? 'to' : ofAmount.has(code) ? 'amount' : 'form';

const ofReceiver = new Set([
  'TO_MISSING',
  'TO_INVALID',
  'TO_SELF',
  'TO_TOKEN',
  'NAME_NOT_FOUND',
  ...['TRANSACTION_MALFORMED', 'RECEIVER_NOT_WALLET'],
]);
const ofAmount = new Set([
  ...['AMOUNT_MISSING', 'TOO_MANY_DECIMALS', 'INSUFFICIENT', 'INSUFFICIENT_TOKENS', 'INSUFFICIENT_FUNDS'],
  ...['REST_BELOW_RENT', 'AMOUNT_BELOW_RENT'],
]);

type About = {
  readonly words: WalletMessages;
  readonly messages: LoginMessages;
  readonly chain: Chain;
  readonly asset: { readonly decimals: number };
  /** The token whose contract would receive it. */
  readonly tokenAt: string | undefined;
};

/** A fault in a sentence: what, and what now. */
export function sendProblem(code: string, { words, messages, chain, asset, tokenAt = '' }: About): string {
  const { symbol } = coinOf(chain);
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
    REST_BELOW_RENT: words.restTooSmall(symbol),
    AMOUNT_BELOW_RENT: words.tooSmallForNew(symbol),
    RECEIVER_NOT_WALLET: words.toProgram,
    TRANSACTION_WOULD_FAIL: words.wouldFail,
    CHAIN_REFUSED: words.wouldFail,
    NODE_REFUSED: words.wouldFail,
    CHAIN_UNREACHABLE: words.unreachable,
    CHAIN_MISMATCH: words.unreachable,
    TRANSACTION_STALE: words.notSent,
    VOTES_NOT_AWAITED: words.votesNotAwaited,
    ACTIVITY_NEEDS_APPROVAL: words.notSent,
    ACTIVITY_REJECTED: words.notSent,
    REQUEST_REJECTED: words.notSent,
  };
  if (Object.hasOwn(sentences, code)) return sentences[code] ?? '';
  const form = { length: 6, alphanumeric: false };
  const isOffline = navigator.onLine === false;
  return sentenceFor(messages, { code, method: 'email', by: undefined, wait: undefined, form, isOffline });
}
