import { differenceOf, type Lookalike } from '../../reading/lookalike.js';
import type { ReviewMessages } from '../english/reviewMessages.js';
import type { ReviewField } from './fieldsOf.js';
import type { ReviewRow } from './reviewRow.js';

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
  if (lookalikes.length === 0) return rows;
  const byAddress = new Map(lookalikes.map((each) => [each.address, each]));
  const shown = new Set(rows.flatMap(addressesIn));
  const names = namesIn(fields);
  const hidden = lookalikes
    .filter(({ address }) => !shown.has(address))
    .map(({ address }) => ({ label: names.get(address.toLowerCase()) ?? '', value: address, isAddress: true }));
  return [...rows, ...hidden].flatMap((row: ReviewRow) => {
    const found = [...new Set(addressesIn(row))].flatMap((address) => byAddress.get(address) ?? []);
    return [
      withBold(row, found),
      ...found.map(({ address, known }) => ({
        ...{ label: looksLike, value: known, isAddress: true, bold: differenceOf(known, address) },
      })),
    ];
  });
}

/** What may be an address in a row. */
const addressesIn = ({ value, addresses = [], token }: ReviewRow): readonly string[] => [
  ...[value, ...addresses],
  ...(token === undefined ? [] : [token]),
];

/** The names of the fields by their values in lower case, and by the contract in brackets behind one. Of two it is the first. */
function namesIn(fields: readonly ReviewField[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, value] of fields) {
    const [, token] = / \((0x[\da-f]{40})\)$/.exec(value) ?? [];
    for (const key of [value.toLowerCase(), ...(token === undefined ? [] : [token])])
      if (!names.has(key)) names.set(key, name);
  }
  return names;
}

/** The row with the part in bold that differs from the known address, where its value has the address. */
function withBold(row: ReviewRow, found: readonly Lookalike[]): ReviewRow {
  const own = found.find(({ address }) => row.value.includes(address));
  if (!own) return row;
  const from = row.value.indexOf(own.address);
  const [start, end] = differenceOf(own.address, own.known);
  return { ...row, bold: [from + start, from + end] };
}
