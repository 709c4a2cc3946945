import { LatchkeyError } from '../errors.js';

/** The values of strict JSON. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The maximum nesting depth of objects and arrays. */
export const maxJsonDepth = 32;

/** The maximum number of values in a text, so that a small text cannot cause much work. */
export const maxJsonValues = 10_000;

/**
 * Parses JSON so strictly that no two parsers can disagree about it: RFC 8259, and beyond it no duplicate names, no `__proto__` or
 * `constructor`, no U+0000, no lone surrogate, no number beyond a double's range, no byte order mark, at most {@link maxJsonDepth} levels
 * and 10,000 values.
 *
 * @throws {JsonError} JSON_MALFORMED
 */
export function readStrictJson(text: string): Json {
  const reader: Reader = { text, isWellFormed: !loneSurrogate.test(text), at: 0, values: 0 };
  const value = readValue(reader, 0);
  skipSpace(reader);
  if (reader.at < text.length) throw malformed(reader, 'something follows the value');
  return value;
}

/** `isWellFormed` is checked once for the whole text; a string is checked again only if it contains an escape. */
type Reader = { readonly text: string; readonly isWellFormed: boolean; at: number; values: number };

const loneSurrogate = /\p{Surrogate}/u;

function readValue(reader: Reader, depth: number): Json {
  skipSpace(reader);
  reader.values += 1;
  if (reader.values > maxJsonValues) throw malformed(reader, 'it holds too many values');
  const { text, at } = reader;
  switch (text[at]) {
    case '{':
      return readObject(reader, depth + 1);
    case '[':
      return readArray(reader, depth + 1);
    case '"':
      return readString(reader);
    case 't':
      return readWord(reader, 'true', true);
    case 'f':
      return readWord(reader, 'false', false);
    case 'n':
      return readWord(reader, 'null', null);
    default:
      return readNumber(reader);
  }
}

function readObject(reader: Reader, depth: number): Json {
  enter(reader, depth);
  const object: { [name: string]: Json } = {};
  if (closes(reader, '}')) return object;
  do {
    skipSpace(reader);
    const name = readString(reader);
    if (name === '__proto__' || name === 'constructor') throw malformed(reader, 'a reserved name');
    if (Object.hasOwn(object, name)) throw malformed(reader, 'a name occurs twice');
    skipSpace(reader);
    if (reader.text[reader.at] !== ':') throw malformed(reader, 'a colon is missing');
    reader.at += 1;
    object[name] = readValue(reader, depth);
  } while (continues(reader, '}'));
  return object;
}

function readArray(reader: Reader, depth: number): Json {
  enter(reader, depth);
  const array: Json[] = [];
  if (closes(reader, ']')) return array;
  do array.push(readValue(reader, depth));
  while (continues(reader, ']'));
  return array;
}

function readString(reader: Reader): string {
  const { text, at: start } = reader;
  if (text[start] !== '"') throw malformed(reader, 'a string is expected');
  let end = start + 1;
  let escaped = false;
  for (let unit = text.charCodeAt(end); unit !== quote; unit = text.charCodeAt(end)) {
    if (!(unit >= 0x20)) throw malformed(reader, 'a string is not closed or holds a control character');
    escaped ||= unit === backslash;
    end += unit === backslash ? 2 : 1;
  }
  reader.at = end + 1;
  const value = escaped ? unescaped(reader, text.slice(start, end + 1)) : text.slice(start + 1, end);
  if (escaped && value.includes('\0')) throw malformed(reader, 'a string holds U+0000');
  if ((escaped || !reader.isWellFormed) && loneSurrogate.test(value)) {
    throw malformed(reader, 'a string holds a lone surrogate');
  }
  return value;
}

const quote = 0x22;
const backslash = 0x5c;

/** The platform's parser handles escapes. */
function unescaped(reader: Reader, token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    throw malformed(reader, 'a string holds an unknown escape');
  }
}

const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function readNumber(reader: Reader): number {
  const token = take(reader, numberToken);
  if (token === undefined) throw malformed(reader, 'a value is expected');
  const value = Number(token);
  if (!Number.isFinite(value)) throw malformed(reader, 'a number is too large');
  return value;
}

function readWord<Value>(reader: Reader, word: string, value: Value): Value {
  if (!reader.text.startsWith(word, reader.at)) throw malformed(reader, 'a value is expected');
  reader.at += word.length;
  return value;
}

function take(reader: Reader, token: RegExp): string | undefined {
  token.lastIndex = reader.at;
  const found = token.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

function enter(reader: Reader, depth: number): void {
  if (depth > maxJsonDepth) throw malformed(reader, 'it is nested too deep');
  reader.at += 1;
}

function closes(reader: Reader, bracket: string): boolean {
  skipSpace(reader);
  if (reader.text[reader.at] !== bracket) return false;
  reader.at += 1;
  return true;
}

function continues(reader: Reader, bracket: string): boolean {
  skipSpace(reader);
  const found = reader.text[reader.at];
  if (found !== ',' && found !== bracket) throw malformed(reader, 'a comma or a closing bracket is missing');
  reader.at += 1;
  return found === ',';
}

function skipSpace(reader: Reader): void {
  const { text } = reader;
  for (let unit = text.charCodeAt(reader.at); isSpace(unit); unit = text.charCodeAt(reader.at)) reader.at += 1;
}

/** Space, tab, line feed, carriage return. @see RFC 8259, 2 */
const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;

/** Names the place and the reason, never the content: a body may contain secrets. */
const malformed = (reader: Reader, why: string): JsonError =>
  new JsonError('JSON_MALFORMED', `Not strict JSON at character ${reader.at}: ${why}.`);

/** Text that is not strict JSON. */
export class JsonError extends LatchkeyError<'JSON_MALFORMED'> {}
