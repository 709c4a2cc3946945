import { parametersOf } from '../../hooks/effectOf.js';
import type { AddressNotes } from '../../hooks/signatureFacts.js';
import type { ActivitySignature } from '../../hooks/signatureOf.js';
import { type Lookalike, withLookalikes } from '../../reading/lookalike.js';
import { escaped, visible } from '../../reading/visible.js';
import type { ApprovalMessages, ApprovalTexts } from '../english/approvalMessages.js';
import { callNumber } from '../review/descriptionRows.js';
import type { Review } from '../review/review.js';
import { numbered, reviewOf } from '../review/reviewOf.js';
import type { ReviewRow } from '../review/reviewRow.js';
import { parameterRows } from './parameterRows.js';
import type { ActivityDetails } from './useReader.js';

/** What there is to know of the addresses: of each part of the signature those that look like known ones. */
type Notes = Pick<AddressNotes, 'isFirstTime' | 'signer'> & {
  readonly lookalikes: readonly (readonly Lookalike[])[];
};

/** What the card says of a request for a vote. */
export function approvalReview(
  { signature: read, ...rest }: ActivityDetails,
  words: ApprovalMessages,
  { isFirstTime, lookalikes, signer }: Notes,
): Review {
  const { activity, title } = rest;
  const signature = read && noted(read, lookalikes);
  const texts = words as ApprovalTexts;
  const all = (signature?.parts ?? []).map(({ request, facts }, at) =>
    reviewOf(request, facts, texts, {
      ...{ app: '', isFirstTime: isFirstTime && at === 0, lookalikes: lookalikes[at] ?? [], signer },
      before: read && read.parts.length > 1 ? callNumber(at) : undefined,
    }),
  );
  const [one, ...others] = all;
  return {
    title,
    texts: all.flatMap((each) => each.texts),
    rows: (one ? rowsOfParts([one, ...others]) : rowsOf({ signature, ...rest }, words)).filter(
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

/** The signature with the danger that is not in the bytes. */
function noted({ parts, dangers }: ActivitySignature, lookalikes: Notes['lookalikes']): ActivitySignature {
  const told = parts.map(({ request, facts }, at) => ({ request, facts: withLookalikes(facts, lookalikes[at]) }));
  return { parts: told, dangers: lookalikes.some(({ length }) => length > 0) ? [...dangers, 'LOOKALIKE'] : dangers };
}

/** Of several typed data each begins with what it would do, numbered: 1., and 1.1. what it does first. The texts of messages stand for themselves. */
function rowsOfParts([one, ...others]: readonly [Review, ...Review[]]): readonly ReviewRow[] {
  if (others.length === 0 || one.texts.length > 0) return one.rows;
  const from = one.rows.filter(({ isSigner }) => isSigner);
  const numbered = [one, ...others].flatMap(({ title, rows }, at) => [
    { label: `${at + 1}.`, value: title },
    ...rows
      .filter(({ isSigner }) => !isSigner)
      .map((row) => (/^\d+\.$/.test(row.label) ? { ...row, label: `${at + 1}.${row.label}` } : row)),
  ]);
  return [...from, ...numbered];
}

/** Those of typed data say which of several they are about. */
function dangersOf({ parts, dangers }: ActivitySignature, { review }: ApprovalTexts): readonly string[] {
  const several = parts[0]?.request.kind === 'typed data' ? parts.map(({ facts }) => facts) : [];
  return dangers.map((danger) => numbered(danger, several, review));
}

/** The rows of what cannot be read, and of what signs nothing. */
function rowsOf({ activity, facts, signature }: ActivityDetails, words: ApprovalMessages): readonly ReviewRow[] {
  const { signWith } = facts;
  if (!signature) return parameterRows(activity, facts, words);
  return signWith === undefined ? [] : [{ label: words.review.from, value: visible(signWith), isAddress: true }];
}
