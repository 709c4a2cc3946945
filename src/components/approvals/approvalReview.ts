import { parametersOf } from '../../hooks/effectOf.js';
import type { ActivitySignature } from '../../hooks/signatureOf.js';
import { escaped, visible } from '../../reading/visible.js';
import type { Review } from '../review/review.js';
import { numbered, reviewOf } from '../review/reviewOf.js';
import { type ReviewRow, tokenRows } from '../review/rowsOf.js';
import { activityRows } from './activityRows.js';
import type { ApprovalMessages, ApprovalTexts } from './approvalMessages.js';
import { coinsIn } from './approvalSentences.js';
import type { ReadActivity } from './useReader.js';

/** What the card says of a request for a vote. */
export function approvalReview(read: ReadActivity, words: ApprovalMessages, isFirstTime: boolean): Review {
  const { activity, signature, title } = read;
  const [first, ...more] = signature?.parts ?? [];
  const texts = words as ApprovalTexts;
  const one = first && reviewOf(first.request, first.facts, texts, { app: '', isFirstTime, lookalikes: [] });
  const others = more.map(({ request, facts }) =>
    reviewOf(request, facts, texts, { app: '', isFirstTime: false, lookalikes: [] }),
  );
  const all = one ? [one, ...others] : [];
  return {
    title,
    texts: all.flatMap((each) => each.texts),
    rows: (one ? rowsOfParts([one, ...others], texts) : rowsOf(read, words, isFirstTime)).filter(
      ({ value }) => value !== '',
    ),
    dangers: signature ? dangersOf(signature, texts) : [],
    details: {
      fields: [
        ...all.flatMap(({ details }, at) =>
          details.fields.map(([name, value]) => [all.length > 1 ? `${at + 1}: ${name}` : name, value] as const),
        ),
        [words.fingerprint, activity.fingerprint],
      ],
      json: escaped(JSON.stringify(parametersOf(activity), null, 2)),
      isOpen: all.some((each) => each.details.mustBeRead),
      mustBeRead: all.some((each) => each.details.mustBeRead),
    },
  };
}

/** Of several typed data each begins with what it would do, numbered: 1., and 1.1. what it does first. The texts of messages stand for themselves. */
function rowsOfParts(
  [one, ...others]: readonly [Review, ...Review[]],
  { review }: ApprovalTexts,
): readonly ReviewRow[] {
  if (others.length === 0 || one.texts.length > 0) return one.rows;
  const from = one.rows.filter(({ label }) => label === review.from);
  const numbered = [one, ...others].flatMap(({ title, rows }, at) => [
    { label: `${at + 1}.`, value: title },
    ...rows
      .filter(({ label }) => label !== review.from)
      .map((row) => (/^\d+\.$/.test(row.label) ? { ...row, label: `${at + 1}.${row.label}` } : row)),
  ]);
  return [...from, ...numbered];
}

/** Those of typed data say which of several they are about. */
function dangersOf({ parts, dangers }: ActivitySignature, { review }: ApprovalTexts): readonly string[] {
  const several = parts[0]?.request.kind === 'typed data' ? parts.map(({ facts }) => facts) : [];
  return dangers.map((danger) => numbered(danger, several, review));
}

/** The rows of what no page asks for: of Solana, and of what signs nothing. */
function rowsOf(
  { activity, facts, signature }: ReadActivity,
  words: ApprovalMessages,
  isFirstTime: boolean,
): readonly ReviewRow[] {
  const { review, locale } = words;
  const { effect, signWith } = facts;
  if (!signature) return activityRows(activity, facts, words);
  const from = signWith === undefined ? [] : [{ label: review.from, value: visible(signWith), isAddress: true }];
  if (!effect) return from;
  const badge = isFirstTime ? review.firstTime : undefined;
  return [
    ...from,
    { label: review.to, value: effect.to, isAddress: true, badge },
    ...tokenRows(effect, words),
    { label: review.network, value: effect.chain ?? 'Solana' },
    { label: review.fee, value: review.atMost(coinsIn(locale, effect.feeLimit, effect.symbol)) },
  ];
}
