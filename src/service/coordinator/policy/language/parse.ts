import { readCronSpan } from './cronSpan.js';
import { PolicyError } from './policyError.js';
import {
  closing,
  endOfLast,
  expect,
  next,
  type Reader,
  type ReadText,
  readerOf,
  readName,
  readString,
  skip,
  take,
  takeName,
} from './reader.js';
import { setSpan } from './spans.js';
import type { Comparison, Expression, Predicate } from './syntax.js';
import { methods, timeFunctions } from './words.js';

/**
 * Reads an expression. From the tightest: member, index and call; `!`; comparison and `in`, which are not chained; `&&`; `||`.
 *
 * @param readText - what each text in it stands for.
 * @param mostWords - that it may have.
 * @throws {PolicyError}
 * @see docs/wire.md 7.2
 */
export function parseExpression(
  text: string,
  readText: ReadText = (written) => written,
  mostWords?: number,
): Expression {
  const reader = readerOf(text, readText, mostWords);
  const expression = readOr(reader, 0);
  if (next(reader).kind !== 'end') throw new PolicyError(next(reader).at, 'an operator or the end is expected');
  return expression;
}

/** How deep parentheses, brackets and `!` are nested at most, and how many members, indexes and calls follow one another. */
const deepest = 32;
const longestChain = 16;

type Binary = (reader: Reader, depth: number) => Expression;

const readOr: Binary = (reader, depth) => readJoined(reader, depth, { symbol: '||', node: 'or', readPart: readAnd });
const readAnd: Binary = (reader, depth) =>
  readJoined(reader, depth, { symbol: '&&', node: 'and', readPart: readCompared });

function readJoined(
  reader: Reader,
  depth: number,
  { symbol, node, readPart }: { symbol: string; node: 'and' | 'or'; readPart: Binary },
): Expression {
  const { at } = next(reader);
  const of = [readPart(reader, depth)];
  while (take(reader, symbol)) of.push(readPart(reader, depth));
  return of.length === 1 ? (of[0] as Expression) : spanned(reader, at, { node, at, of });
}

/** It began at a place, and ends with the word that was read last. */
function spanned(reader: Reader, from: number, expression: Expression): Expression {
  setSpan(expression, { from, to: endOfLast(reader) });
  return expression;
}

function readCompared(reader: Reader, depth: number): Expression {
  const { at: from } = next(reader);
  const left = readNot(reader, depth);
  const { at } = next(reader);
  const operator = takeOperator(reader);
  if (operator === undefined) return left;
  const right = readNot(reader, depth);
  const again = next(reader).at;
  if (takeOperator(reader) !== undefined)
    throw new PolicyError(again, 'comparisons are not chained: use && and parentheses');
  return spanned(reader, from, { node: 'compare', at, operator, left, right });
}

const operators: readonly Comparison['operator'][] = ['==', '!=', '<=', '>=', '<', '>'];
const takeOperator = (reader: Reader): Comparison['operator'] | undefined =>
  operators.find((operator) => take(reader, operator)) ?? (takeName(reader, 'in') ? 'in' : undefined);

function readNot(reader: Reader, depth: number): Expression {
  const { at } = next(reader);
  if (!take(reader, '!')) return spanned(reader, at, readChain(reader, depth));
  return spanned(reader, at, { node: 'not', at, of: readNot(reader, deeper(depth, at)) });
}

function readChain(reader: Reader, depth: number): Expression {
  let of = readFirst(reader, depth);
  for (let length = 0; ; length += 1) {
    const { at } = next(reader);
    if (take(reader, '.')) of = readMember(reader, of, depth);
    else if (take(reader, '[')) of = readIndex(reader, of, depth, at);
    else return of;
    if (length === longestChain)
      throw new PolicyError(at, `at most ${longestChain} members, indexes and calls in a row are expected`);
  }
}

function readMember(reader: Reader, of: Expression, depth: number): Expression {
  const { at } = next(reader);
  const name = readName(reader, 'the name of a member or method');
  if (!take(reader, '(')) return { node: 'member', at, of, name };
  const inside = deeper(depth, at);
  if (name === 'count') return closing(reader, ')', { node: 'count', at, of });
  if (name === 'contains') return closing(reader, ')', { node: 'contains', at, of, value: readOr(reader, inside) });
  if (!isPredicate(name))
    throw new PolicyError(
      at,
      `one of the methods ${methods.slice(0, -1).join(', ')} and ${methods.at(-1)} is expected`,
    );
  const variable = readName(reader, 'the name of a variable');
  expect(reader, ',');
  return closing(reader, ')', { node: name, at, of, variable, body: readOr(reader, inside) });
}

const isPredicate = (name: string): name is Predicate['node'] => name === 'all' || name === 'any' || name === 'filter';

function readIndex(reader: Reader, of: Expression, depth: number, at: number): Expression {
  const inside = deeper(depth, at);
  const from = readOr(reader, inside);
  if (!take(reader, '..')) return closing(reader, ']', { node: 'index', at, of, index: from });
  return closing(reader, ']', { node: 'slice', at, of, from, to: readOr(reader, inside) });
}

function readFirst(reader: Reader, depth: number): Expression {
  const token = next(reader);
  const { at } = token;
  if (token.kind === 'integer' || token.kind === 'string') {
    skip(reader);
    return { node: 'literal', at, value: token.kind === 'string' ? reader.readText(token.value) : token.value };
  }
  if (take(reader, '(')) return closing(reader, ')', readOr(reader, deeper(depth, at)));
  if (take(reader, '[')) return readList(reader, depth, at);
  if (take(reader, '{')) return readStruct(reader, depth, at);
  const name = readName(reader, 'a value');
  if (name === 'true' || name === 'false') return { node: 'literal', at, value: name === 'true' };
  if (!take(reader, '(')) return { node: 'name', at, name };
  if (name === 'Timestamp') return readTimestampCall(reader, at);
  if (name === 'CronSpan') return readCronSpanCall(reader, at);
  throw new PolicyError(at, `one of the functions ${timeFunctions.join(' and ')} is expected`);
}

function readList(reader: Reader, depth: number, at: number): Expression {
  const items: Expression[] = [];
  const inside = deeper(depth, at);
  while (!take(reader, ']')) {
    if (items.length > 0) expect(reader, ',');
    items.push(readOr(reader, inside));
  }
  return { node: 'list', at, items };
}

function readStruct(reader: Reader, depth: number, at: number): Expression {
  const members = new Map<string, Expression>();
  const inside = deeper(depth, at);
  while (!take(reader, '}')) {
    if (members.size > 0) expect(reader, ',');
    const named = next(reader).at;
    const name = readName(reader, 'the name of a member');
    if (members.has(name)) throw new PolicyError(named, 'a member that is not there yet is expected');
    expect(reader, ':');
    members.set(name, readOr(reader, inside));
  }
  return { node: 'struct', at, members };
}

function readTimestampCall(reader: Reader, at: number): Expression {
  const { text, at: named } = readString(reader);
  const atMs = readTimestamp(text);
  if (atMs === undefined) throw new PolicyError(named, "a time in UTC is expected, like '2027-01-31T12:00:00Z'");
  return closing(reader, ')', { node: 'timestamp', at, atMs });
}

function readCronSpanCall(reader: Reader, at: number): Expression {
  const fields = readString(reader);
  expect(reader, ',');
  const duration = readString(reader);
  expect(reader, ',');
  const zone = readString(reader);
  const span = readCronSpan(fields.text, duration.text, zone.text);
  if ('expected' in span) throw new PolicyError([fields, duration, zone][span.argument]?.at ?? at, span.expected);
  return closing(reader, ')', { node: 'cronSpan', at, span });
}

function deeper(depth: number, at: number): number {
  if (depth === deepest) throw new PolicyError(at, `at most ${deepest} levels of nesting are expected`);
  return depth + 1;
}

/**
 * The moment that an RFC 3339 text names, in milliseconds since 1970; `undefined` where it names none, or has another offset than
 * zero. @see docs/wire.md 7.2
 */
export function readTimestamp(text: string): number | undefined {
  const found = /^(\d{4}-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d))(\.\d{1,9})?(?:[Zz]|[+-]00:00)$/.exec(text);
  if (!found) return undefined;
  const [, seconds = '', , , , , , fraction = ''] = found;
  const whole = `${seconds.toUpperCase()}Z`;
  const ms = Date.parse(whole);
  // Dates that no calendar has are moved to the next month by some engines.
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== `${whole.slice(0, -1)}.000Z`) return undefined;
  return ms + Math.floor(Number(`0${fraction}`) * 1000);
}
