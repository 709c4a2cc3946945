import type { Tables } from '../../../../../src/service/store/schema.js';

/** The new rows of a database between two reads, and the number of deleted ones, by table. */
export type Changes = Readonly<Record<string, { readonly came: readonly string[]; readonly gone: number }>>;

type Contents = Record<string, string[]>;

/** The tables of the record, as opposed to the effects. */
export const recordTables: readonly (keyof Tables)[] = [
  'activities',
  'policy_revisions',
  'policy_texts',
  'votes',
  'sealed_answers',
  'parent_fingerprints',
  'webhook_deliveries',
];

/** What an activity takes for itself as soon as it is recorded. */
const takenTables = ['import_targets'];

/**
 * What has changed. Ids, keys, names, times, places in lists and ciphertexts are masked, so that what two requests of one kind did is
 * equal.
 */
export function changesBetween(before: Contents, after: Contents): Changes {
  const changes: Record<string, Changes[string]> = {};
  for (const [table, rows] of Object.entries(after)) {
    const [was, is] = [new Set(before[table]), new Set(rows)];
    const came = [...is].filter((row) => !was.has(row) && !isEvent(row)).map(masked);
    const isTaken = takenTables.includes(table);
    const gone = isTaken ? 0 : [...was].filter((row) => !is.has(row) && !isEvent(row)).length;
    if (came.length > 0 || gone > 0) changes[table] = { came: came.sort(), gone };
  }
  return changes;
}

/** A message that tells a server what became of an activity: of the record, too. */
const isEvent = (row: string) => row.includes('"channel":"webhook"');

/** A JSON text with marks in the places of what is another each time. */
export const masked = (json: string): string =>
  json
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id')
    .replace(/(0x)?[0-9a-f]{16,}/gi, 'bytes')
    .replace(/[\w+/=.-]{32,}/g, 'a text')
    .replace(/"?\b\d{10}(\d{3})?\b"?/g, 'a time')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
    .replace(/-\d+\b/g, '-n')
    .replace(/\/\d+"/g, '/n"')
    .replace(/("ordinal":)\d+\b/g, '$1a place')
    .replace(/\+1415555\d{4}/g, 'a number')
    // Whose agreement an activity waited for is what the two ways differ by.
    .replace(/("root_quorum_threshold":)[12]\b/g, '$1as it was');
