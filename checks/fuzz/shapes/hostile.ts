import type { Schema } from '../../../src/contract/row.js';
import { maxJsonValues } from '../../../src/contract/strictJson.js';
import { fitting } from './schema.js';

/** A value that is dear to look at, as JSON, and what it is called. */
export type Hostile = { readonly what: string; readonly json: () => string };

/** The largest value that goes into a body beside the other members. */
const mostBytes = 1_030_000;
/** As many as go into a body beside the other members. */
const mostValues = maxJsonValues - 300;

/** What texts are made of that patterns may go back and forth over. */
export const pieces: readonly string[] = [
  ...['a', 'A', '0', 'f', ' ', '\u00a0', '.', 'a.', '-', 'a-', '@', 'a@', '=', '=?', '=?a', '?=', '%', '+', '+1'],
  ...['/', '/0', "/0'", ':', '1:', '{', '{{', '{{.OtpCode}}', '<', '(', '"', '\\', '\n', '\t', 'é', '😀', 'https://'],
];

/** The longest texts, and those at the bounds that schemas have. */
export const lengths: readonly number[] = [255, 4096, 65_536, mostBytes];

/** Texts of a piece over and over, so long or as long as goes into a body: alone, and between what fits and what does not. */
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

/** Lists of as many as a body may hold, of nothing much and of what the list takes. */
export function* listsFor(schema: Schema): Generator<Hostile> {
  const fit = fitting(schema);
  const items = [{}, [], '', 'a', 0, true, null, [[]], { a: 0 }, ...(Array.isArray(fit) ? fit : [])];
  for (const item of items) {
    const json = JSON.stringify(item);
    const times = Math.min(Math.floor(mostValues / valuesIn(item)), Math.floor(mostBytes / (json.length + 1)));
    yield { what: `a list of ${times} ${json.slice(0, 60)}`, json: () => `[${Array(times).fill(json).join(',')}]` };
  }
}

/** Objects of as many members as a body may hold: alone, and beside those that belong there. */
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

/** How many values a reader of JSON counts in one. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((count: number, each) => count + valuesIn(each), 1);
}
