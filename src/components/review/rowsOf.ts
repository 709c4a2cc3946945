import type { AddressNotes } from '../../hooks/signatureFacts.js';
import type { TransactionEffect } from '../../reading/effect.js';
import type { CallFacts, SignatureFacts } from '../../reading/signatureFacts.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import type { TypedDataEffect } from '../../reading/typedDataEffects.js';
import { visible } from '../../reading/visible.js';
import { nameOfAccount } from '../accountNames.js';
import type { ApprovalTexts } from '../english/approvalMessages.js';
import { coinsIn } from '../english/approvalSentences.js';
import { latinDigits } from '../timeText.js';
import { callNumber, descriptionRows } from './descriptionRows.js';
import { feeIn } from './feeIn.js';
import type { ReviewRow } from './reviewRow.js';
import { callTitle, effectIn } from './titleOf.js';

export type RowNotes = Omit<AddressNotes, 'lookalikes' | 'isComparing'> & {
  /** What stands before the fields of a description: the number of one of several typed data. */
  readonly before?: string | undefined;
  /** The name that the receiver's address was found by. */
  readonly toName?: string | undefined;
};

/** Who gives, who receives, where, until when, and what it costs. */
export function rowsOf(
  request: SignatureRequest,
  facts: SignatureFacts,
  words: ApprovalTexts,
  notes: RowNotes,
): readonly ReviewRow[] {
  const { review, locale } = words;
  const rows: ReviewRow[] = [signerRow(request.address, words, notes)];
  const chain = request.kind === 'message' ? undefined : request.chain;
  const network = chain ? [{ label: review.network, value: chain.name }] : [];
  const described = 'description' in facts ? descriptionRows(facts.description, words, notes.before) : [];
  if (facts.kind === 'typed data')
    return [...rows, ...described, ...typedDataRows(facts.reading?.effects ?? [], words, notes), ...network];
  if (facts.kind === 'batch') {
    const amount = coinsIn(locale, facts.feeLimit, symbolOf(chain));
    const fee = { label: review.fee, value: feeIn(review, amount, facts) };
    return [...batchRows(facts.calls, symbolOf(chain), words, notes), ...rows, ...network, fee];
  }
  if (!('call' in facts)) return [...rows, ...network];
  const { effect, call } = facts;
  const coins = (amount: string) => coinsIn(locale, amount, symbolOf(chain));
  const to = effect?.to ?? ('to' in call ? call.to : undefined);
  if (to !== undefined) rows.push(receiver(to, words, notes));
  if (effect) rows.push(...tokenRows(effect, words));
  if (!effect && 'value' in call && call.value !== '0') rows.push({ label: review.amount, value: coins(call.value) });
  rows.push(...described);
  if (call.feeLimit === undefined) return [...rows, ...network];
  const fee = feeIn(review, coins(call.feeLimit), 'isFeeAbout' in call ? call : { isFeeAbout: false });
  return [...rows, ...network, { label: review.fee, value: fee }];
}

const symbolOf = (chain: object | undefined): string =>
  chain && 'symbol' in chain && typeof chain.symbol === 'string' ? chain.symbol : 'SOL';

/** The transactions of a batch, numbered, each as it would stand alone. */
function batchRows(
  calls: readonly CallFacts[],
  symbol: string,
  words: ApprovalTexts,
  { isFirstTime, firstTimes = [] }: RowNotes,
): readonly ReviewRow[] {
  const { review, locale } = words;
  return calls.flatMap((facts, at) => {
    const { effect, call, description } = facts;
    const hasValue = !effect && call.value !== '0';
    const title = callTitle(facts, words);
    const to = effect?.to ?? call.to;
    const addresses = [...new Set([to, effect?.from, effect?.token])].filter((address) => address !== undefined);
    const isFirst = firstTimes[at] ?? (at === 0 && isFirstTime);
    const badges = [isFirst ? review.firstTime : undefined, effect && badgeOf(effect, review)];
    const row = {
      label: `${at + 1}.`,
      value: hasValue ? `${title} · ${coinsIn(locale, call.value, symbol)}` : title,
      addresses,
      badge: badges.filter((badge) => badge !== undefined).join(' · ') || undefined,
    };
    return [row, ...descriptionRows(description, words, callNumber(at))];
  });
}

/** The token's own address, which its title shortens, and whose tokens they are. */
function tokenRows(
  { token, from, unit }: Pick<TransactionEffect, 'token' | 'from' | 'unit'>,
  { review }: Pick<ApprovalTexts, 'review'>,
): readonly ReviewRow[] {
  const row = (label: string, value: string | undefined, badge?: string) =>
    value === undefined ? [] : [{ label, value, isAddress: true, badge }];
  return [...row(review.owner, from), ...row(review.token, token, badgeOf({ unit }, review))];
}

/** Of a token for whose symbol and decimals nobody vouches but its own contract. */
const badgeOf = (
  { unit }: Pick<TransactionEffect, 'unit'>,
  { unverifiedToken }: ApprovalTexts['review'],
): string | undefined => (unit === 'claimed token' ? unverifiedToken : undefined);

/** Who signs, by the account's name, which has its line before it is known: nothing moves under a press. */
function signerRow(address: string, { review }: ApprovalTexts, { signer }: RowNotes): ReviewRow {
  const row = { label: review.from, isSigner: true };
  if (!signer) return { ...row, value: address, isAddress: true };
  return { ...row, value: signer === 'loading' ? '\u00a0' : nameOfAccount(signer), addresses: [address] };
}

/** Whom it pays or permits something. */
function receiver(to: string, { review }: ApprovalTexts, { isFirstTime, toName }: RowNotes): ReviewRow {
  const row = { label: review.to, badge: isFirstTime ? review.firstTime : undefined };
  if (toName === undefined) return { ...row, value: to, isAddress: true };
  return { ...row, value: visible(toName), addresses: [to] };
}

/** All that one signature permits. Several permissions have a numbered row each, as each would stand alone. */
function typedDataRows(
  effects: readonly TypedDataEffect[],
  words: ApprovalTexts,
  notes: RowNotes,
): readonly ReviewRow[] {
  const [first] = effects;
  if (!first) return [];
  const { review, locale } = words;
  const timeIn = (seconds: number | 'never' | undefined) =>
    typeof seconds === 'number'
      ? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...latinDigits }).format(
          seconds * 1_000,
        )
      : review.never;
  const several =
    effects.length > 1
      ? effects.map((effect, at) => {
          const badge = badgeOf(effect, review);
          const addresses = badge === undefined ? undefined : [effect.token ?? ''];
          return { label: `${at + 1}.`, value: effectIn(effect, words.what), addresses, badge };
        })
      : [];
  const ends = [...new Set(effects.map(({ lasts }) => lasts))].filter((lasts) => lasts !== 'once');
  const end = ends.map((lasts) => timeIn(lasts)).join(' · ');
  return [
    receiver(first.to, words, notes),
    ...(effects.length === 1 && badgeOf(first, review) ? tokenRows(first, words) : []),
    ...several,
    { label: review.usableUntil, value: timeIn(first.usableUntil) },
    ...(end === '' ? [] : [{ label: review.ends, value: end }]),
  ];
}
