import { isDeepStrictEqual } from 'node:util';
import { JsonError, readStrictJson } from '../../../src/contract/strictJson.js';
import { fromUtf8, utf8 } from '../../../src/crypto/bytes.js';
import { readJsonObject } from '../../../src/crypto/json.js';
import { readJsonBody } from '../../../src/service/http/readBody.js';
import { strictly } from '../../../test/support/json/strictReader.js';
import { asked } from '../engine/asked.js';
import { bentJson } from '../engine/bendJson.js';
import { bodyTo } from '../service/requests.js';
import { bytesOf, inputOf, promised, type Seen, type Target } from '../target.js';

/** The body of a request. */
export const json: Target = {
  name: 'JSON',
  functions: 'readJsonBody, readStrictJson, readJsonObject',
  form: 'bytes',
  most: 3_000,
  longest: 1_048_576,
  words: [
    ...[
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      '\\',
      '\\u',
      '\\ud800',
      '\\u0000',
      'null',
      'true',
      'false',
      '{"a":',
      '[[[[[[[[',
    ],
    ...[
      '"a":1,',
      '"__proto__":',
      '"constructor":',
      '1e309',
      '-0',
      '\xef\xbb\xbf',
      '\xed\xa0\x80',
      '\xc0\x80',
      '\xf4\x90\x80\x80',
    ],
  ],
  bentPercent: 60,
  bend: (chance, input) => {
    const text = asked(['UTF8_MALFORMED'], () => fromUtf8(bytesOf(input))) ?? '{}';
    return inputOf(utf8(bentJson(chance, text)));
  },
  look,
  service: { name: 'every call, body', seeds: ({ examples }) => [...examples.keys()], request: bodyTo },
};

function look(input: string): Seen {
  const bytes = bytesOf(input);
  const body = asked(['REQUEST_MALFORMED'], () => readJsonBody(bytes));
  const text = asked(['UTF8_MALFORMED'], () => fromUtf8(bytes));
  if (text === undefined) {
    promised(body === undefined, 'a body that is not UTF-8 is refused');
    return 'refused';
  }
  const ours = strict(text);
  const theirs = parsed(text);
  const lax = text.length > longestLax ? undefined : asked(['JSON_MALFORMED'], () => readJsonObject(text));
  if ('value' in ours) compareTaken(ours.value, theirs, text);
  else promised(text.length > longestSecond || strictly(text) === undefined, 'the second strict reader refuses, too');
  const names = ours.why?.endsWith('a name occurs twice.') && theirs !== undefined;
  promised(!names || lax === undefined, 'no reader takes an object that names a member twice');
  const isObject =
    'value' in ours && typeof ours.value === 'object' && ours.value !== null && !Array.isArray(ours.value);
  promised(body === undefined || text === '' || isObject, 'a body is a strict JSON object');
  promised(!isObject || body !== undefined, 'a strict JSON object is a body');
  promised(!isObject || text.length > longestLax || isDeepStrictEqual(lax, ours.value), 'both readers read the same');
  if (body === undefined) return 'refused';
  promised(
    JSON.stringify(readJsonBody(utf8(JSON.stringify(body)))) === JSON.stringify(body),
    'a body survives a repeat',
  );
  return 'taken';
}

/** What the reader of envelopes, tokens and stamps is given at most, in characters. */
const longestLax = 65_536;

/** The second reader is slow, and knows no limit to the number of values. */
const longestSecond = 5_000;

function compareTaken(value: unknown, theirs: unknown, text: string): void {
  promised(isDeepStrictEqual(value, theirs), 'what is taken reads as JSON.parse reads it');
  if (text.length <= longestSecond)
    promised(isDeepStrictEqual(value, strictly(text)), 'a second strict reader reads the same');
}

/** The value, or why there is none. A short text that our reader refuses, the second reader refuses too. */
function strict(text: string): { value: unknown; why?: undefined } | { why: string } {
  return asked([], () => {
    try {
      return { value: readStrictJson(text) };
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      return { why: error.message };
    }
  }) as { value: unknown } | { why: string };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
