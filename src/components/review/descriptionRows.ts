import type { DescribedField, Description } from '../../reading/clearSigning/description.js';
import type { SignatureFacts } from '../../reading/signatureFacts.js';
import type { ReviewMessages } from '../english/reviewMessages.js';
import type { ReviewRow } from './reviewRow.js';

type Line = Pick<ReviewRow, 'label' | 'value' | 'isAddress' | 'token'>;

/**
 * The first fields of a description, and whose words they are.
 *
 * @param before - what stands before each label: the number of a call in a batch, so that no label poses as another call.
 */
export function descriptionRows(
  description: Description | undefined,
  { review }: { readonly review: ReviewMessages },
  before = '',
): readonly Line[] {
  if (!description) return [];
  const { by, owner } = description;
  const source = by === 'app' ? review.thisApp : review.publicList;
  return [
    ...linesOf(description.fields, before).slice(0, mostRows),
    { label: `${before}${review.describedBy}`, value: owner === undefined ? source : `${source} (${owner})` },
  ];
}

/** The other fields, which stand before what is signed in the details. */
export function furtherFields(facts: SignatureFacts): readonly (readonly [name: string, value: string])[] {
  const of = (description: Description | undefined, before?: string) =>
    linesOf(description?.fields ?? [], before)
      .slice(mostRows)
      .map(({ label, value }) => [label, value] as const);
  if (facts.kind === 'batch') return facts.calls.flatMap(({ description }, at) => of(description, callNumber(at)));
  return 'description' in facts ? of(facts.description) : [];
}

/** What stands before all that is told of a call of a batch. */
export const callNumber = (at: number): string => `${at + 1}. `;

/** A line a field; those of a call inside this one stand below it, with its label. */
function linesOf(fields: readonly DescribedField[], before = ''): readonly Line[] {
  return fields.flatMap(({ label, value, kind, token, call }) => [
    {
      label: `${before}${label}`,
      value: token === undefined ? value : `${value} (${token})`,
      isAddress: kind === 'address',
      token,
    },
    ...(call ? linesOf(call.fields, `${before}${label} › `) : []),
  ]);
}

const mostRows = 8;
