import type { DescribedField, Description } from '../../reading/clearSigning/description.js';
import type { ReviewMessages } from './reviewMessages.js';

type Line = { readonly label: string; readonly value: string; readonly isAddress?: boolean };

/** The first fields of a description, and whose words they are. */
export function descriptionRows(
  description: Description,
  { review }: { readonly review: ReviewMessages },
): readonly Line[] {
  const { by, owner } = description;
  const source = by === 'app' ? review.thisApp : review.publicList;
  return [
    ...linesOf(description.fields).slice(0, mostRows),
    { label: review.describedBy, value: owner === undefined ? source : `${source} (${owner})` },
  ];
}

/** The other fields, which stand before what is signed in the details. */
export const furtherFields = ({ fields }: Description): readonly (readonly [name: string, value: string])[] =>
  linesOf(fields)
    .slice(mostRows)
    .map(({ label, value }) => [label, value]);

/** Whether there are more fields than rows. */
export const hasFurtherFields = (description: Description): boolean => furtherFields(description).length > 0;

/** A line a field; those of a call inside this one stand below it, with its label. */
function linesOf(fields: readonly DescribedField[], before = ''): readonly Line[] {
  return fields.flatMap(({ label, value, kind, token, call }) => [
    {
      label: `${before}${label}`,
      value: token === undefined ? value : `${value} (${token})`,
      isAddress: kind === 'address',
    },
    ...(call ? linesOf(call.fields, `${before}${label} › `) : []),
  ]);
}

const mostRows = 8;
