import type { TransactionEffect } from '../../reading/effect.js';
import type { SignedPayload } from '../../reading/signedPayload.js';
import { shortened } from '../shortened.js';
import { latinDigits } from '../timeText.js';
import type { ApprovalActions } from './approvalActions.js';
import type { RequestFacts } from './approvalMessages.js';

/** How a language says what a request does. `amount` is one of `amounts`, or `1.5 ETH`; `token` and who gives and takes are shortened addresses. */
type Sentences = {
  readonly locale: string;
  readonly named: (action: string, name: string) => string;
  /** Of an update, whose name is not yet that of what it changes. */
  readonly renamed: (action: string, name: string) => string;
  /** What is signed that is no text. */
  readonly signing: { readonly [Is in Exclude<SignedPayload['is'], 'message'>]: string };
  readonly signed: (action: string, key: string) => string;
  readonly sent: (amount: string, to: string) => string;
  readonly moved: (amount: string, from: string, to: string) => string;
  readonly allowed: (amount: string, to: string) => string;
  readonly allowedAll: (token: string, to: string) => string;
  readonly forbiddenAll: (token: string, to: string) => string;
  readonly amounts: Amounts;
};

/** How much of a token, by what the number counts; `id` is the same number as an NFT's id, shortened as addresses are. */
type Amounts = {
  readonly [Unit in Exclude<TransactionEffect['unit'], 'coin' | 'claimed token'> | 'unlimited']: (
    token: string,
    number: string,
    id: string,
  ) => string;
} & {
  /** Of a token that is known by its symbol. */
  readonly 'unlimited known': (symbol: string) => string;
  /** A symbol that only the token's own contract says. */
  readonly 'claimed token': (symbol: string) => string;
};

/** What a request would do, in a language. An action that the language has no words for has those of its type. */
export function actionIn(actions: ApprovalActions, sentences: Sentences): (facts: RequestFacts) => string {
  const known: Readonly<Record<string, string>> = actions;
  return ({ kind, action, name, signed, signWith, effect }) => {
    if (effect) return effectIn(sentences, effect);
    const ofKind = (Object.hasOwn(known, kind) && known[kind]) || action.charAt(0).toUpperCase() + action.slice(1);
    const words = signed === undefined || signed.is === 'message' ? ofKind : sentences.signing[signed.is];
    if (signWith !== undefined) return sentences.signed(words, shortened(signWith));
    if (name === undefined) return words;
    const say = kind.startsWith('UPDATE_') && !givesName.has(kind) ? sentences.renamed : sentences.named;
    return say(words, name.replace(quotes, '"'));
  };
}

/** Updates whose words end in “to”. */
const givesName = new Set([
  'UPDATE_WALLET_ACCOUNT_NAME',
  'UPDATE_USER_NAME',
  'UPDATE_AUTHENTICATOR',
  'UPDATE_ORGANIZATION_NAME',
]);

/** What a sentence puts around a name: within one, it would end it. */
const quotes = /[“”„‟«»‹›「」『』]/g;

/** An amount of a chain's coin with every digit, since as a number it would be rounded: `1,000.5 ETH`. */
export function coinsIn(locale: string, amount: string, symbol: string): string {
  return `${numberIn(locale, amount)} ${symbol}`;
}

function effectIn(sentences: Sentences, effect: Omit<TransactionEffect, 'feeLimit'>): string {
  const { does, amount, unit, symbol, token = '', tokenSymbol, chain } = effect;
  const [to, from] = [shortened(effect.to), shortened(effect.from ?? '')];
  const onChain = chain === undefined ? '' : ` (${chain})`;
  const of = `${shortened(token)}${onChain}`;
  if (does === 'allowAll') return sentences.allowedAll(of, to);
  if (does === 'forbidAll') return sentences.forbiddenAll(of, to);
  const { locale, amounts } = sentences;
  const number = numberIn(locale, amount ?? '');
  const known =
    unit === 'coin'
      ? symbol
      : unit === 'token'
        ? tokenSymbol
        : unit === 'claimed token'
          ? amounts['claimed token'](tokenSymbol ?? '')
          : undefined;
  const much =
    known === undefined
      ? amounts[amount === undefined ? 'unlimited' : (unit as Exclude<typeof unit, 'coin' | 'claimed token'>)](
          of,
          number,
          shortened(amount ?? ''),
        )
      : amount === undefined
        ? amounts['unlimited known'](`${known}${onChain}`)
        : `${number} ${known}${onChain}`;
  if (does === 'allow') return sentences.allowed(much, to);
  return from === '' ? sentences.sent(much, to) : sentences.moved(much, from, to);
}

/** Every digit, with the language's marks. */
function numberIn(locale: string, amount: string): string {
  const [whole = '', rest] = amount.split('.');
  const format = new Intl.NumberFormat(locale, latinDigits);
  const mark = format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return `${format.format(BigInt(whole))}${rest === undefined ? '' : `${mark}${rest}`}`;
}
