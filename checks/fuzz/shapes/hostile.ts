import type { Schema } from '../../../src/contract/row.js';
import { maxJsonValues } from '../../../src/contract/strictJson.js';
import { fitting } from './schema.js';

/** A value that may be expensive to read, as JSON, with a description. */
export type Hostile = { readonly what: string; readonly json: () => string };

/** The largest value that fits into a body beside the other members. */
const mostBytes = 1_030_000;
/** The most values that a body may hold beside the other members. */
const mostValues = maxJsonValues - 300;

/** Pieces of texts over which regular expressions may backtrack. */
export const pieces: readonly string[] = [
  ...['a', 'A', '0', 'f', ' ', '\u00a0', '.', 'a.', '-', 'a-', '@', 'a@', '=', '=?', '=?a', '?=', '%', '+', '+1'],
  ...['/', '/0', "/0'", ':', '1:', '{', '{{', '{{.OtpCode}}', '<', '(', '"', '\\', '\n', '\t', 'é', '😀', 'https://'],
];

/** The lengths of texts: the limits of schemas, and the longest. */
export const lengths: readonly number[] = [255, 4096, 65_536, mostBytes];

/** Texts that repeat a piece, as long as given or as fits into a body: alone, and after a valid text and before an invalid character. */
export function* textsOf(piece: string, length: number, schema: Schema): Generator<Hostile> {
  const fit = fitting(schema);
  for (const [begin, end] of [
    ['', ''],
    [typeof fit === 'string' ? fit : '1', '\u0001'],
  ] as const) {
    const each = Buffer.byteLength(JSON.stringify(piece)) - 2;
    const room = mostBytes - Buffer.byteLength(JSON.stringify(begin + end));
    const wanted = Math.ceil((length - begin.length - end.length) / piece.length);
    const times = Math.max(0, Math.min(Math.floor(room / each), wanted));
    const what = `${JSON.stringify(begin + piece)}… in ${begin.length + times * piece.length + end.length} characters`;
    yield { what, json: () => JSON.stringify(begin + piece.repeat(times) + end) };
  }
}

/** Lists of as many items as a body may hold: of small values, and of valid items. */
export function* listsFor(schema: Schema): Generator<Hostile> {
  const fit = fitting(schema);
  const items = [{}, [], '', 'a', 0, true, null, [[]], { a: 0 }, ...(Array.isArray(fit) ? fit : [])];
  for (const item of items) {
    const json = JSON.stringify(item);
    const times = Math.min(Math.floor(mostValues / valuesIn(item)), Math.floor(mostBytes / (json.length + 1)));
    yield { what: `a list of ${times} ${json.slice(0, 60)}`, json: () => `[${Array(times).fill(json).join(',')}]` };
  }
}

/** Objects of as many members as a body may hold: without and with the members of the schema. */
export function* objectsFor(schema: Schema): Generator<Hostile> {
  const fit = fitting(schema);
  const own = typeof fit === 'object' && fit !== null && !Array.isArray(fit) ? fit : {};
  const count = mostValues - valuesIn(own);
  for (const [what, nameOf] of [
    ['short names', (at: number) => `n${at}`],
    ['numbers for names', (at: number) => `${at * 429_000}`],
    ['long names', (at: number) => `${'n'.repeat(90)}${at}`],
  ] as const) {
    const others = () => Object.fromEntries(Array.from({ length: count }, (_, at) => [nameOf(at), 0]));
    yield { what: `${count} members with ${what}`, json: () => JSON.stringify(others()) };
    yield { what: `${count} members with ${what} beside its own`, json: () => JSON.stringify({ ...own, ...others() }) };
  }
}

/** The number of values in a value, as the JSON reader counts them. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((count: number, each) => count + valuesIn(each), 1);
}
