import { differenceOf, type Lookalike } from '../../reading/lookalike.js';
import type { ReviewField } from './fieldsOf.js';
import type { ReviewMessages } from './reviewMessages.js';
import type { ReviewRow } from './rowsOf.js';

/**
 * The rows of a card, with the known address below each one that looks like it. Those that stand in the details alone have a row of their
 * own at the end, by the name of their field.
 */
export function withLookalikeRows(
  rows: readonly ReviewRow[],
  fields: readonly ReviewField[],
  lookalikes: readonly Lookalike[],
  { looksLike }: ReviewMessages,
): readonly ReviewRow[] {
  const isIn = ({ value, addresses = [] }: ReviewRow, address: string) =>
    value === address || addresses.includes(address);
  const hidden = lookalikes.flatMap(({ address }): ReviewRow[] => {
    if (rows.some((row) => isIn(row, address))) return [];
    const [name = ''] = fields.find(([, value]) => value.toLowerCase() === address.toLowerCase()) ?? [];
    return [{ label: name, value: address, isAddress: true }];
  });
  return [...rows, ...hidden].flatMap((row) => {
    const found = lookalikes.filter(({ address }) => isIn(row, address));
    const own = found.find(({ address }) => address === row.value);
    return [
      own ? { ...row, bold: differenceOf(own.address, own.known) } : row,
      ...found.map(({ address, known }) => ({
        ...{ label: looksLike, value: known, isAddress: true, bold: differenceOf(known, address) },
      })),
    ];
  });
}
