import { isDeepStrictEqual } from 'node:util';
import { JsonError, readStrictJson } from '../../../src/contract/strictJson.js';
import { fromUtf8, utf8 } from '../../../src/crypto/bytes.js';
import { readJsonObject } from '../../../src/crypto/json.js';
import { readJsonBody } from '../../../src/service/http/readBody.js';
import { strictly } from '../../../test/support/json/strictReader.js';
import { mutatedJson } from '../engine/mutateJson.js';
import { orRefused } from '../engine/orRefused.js';
import { bodyRequest } from '../service/requests.js';
import { bytesOf, inputOf, mustHold, type Outcome, type Target } from '../target.js';

/** The body of a request. */
export const json: Target = {
  name: 'JSON',
  functions: 'readJsonBody, readStrictJson, readJsonObject',
  form: 'bytes',
  maxUnits: 3_000,
  stretchedUnits: 1_048_576,
  dictionary: [
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
  structuredPercent: 60,
  mutate: (chance, input) => {
    const text = orRefused(['UTF8_MALFORMED'], () => fromUtf8(bytesOf(input))) ?? '{}';
    return inputOf(utf8(mutatedJson(chance, text)));
  },
  run,
  service: { name: 'every call, body', seeds: ({ examples }) => [...examples.keys()], request: bodyRequest },
};

function run(input: string): Outcome {
  const bytes = bytesOf(input);
  const body = orRefused(['REQUEST_MALFORMED'], () => readJsonBody(bytes));
  const text = orRefused(['UTF8_MALFORMED'], () => fromUtf8(bytes));
  if (text === undefined) {
    mustHold(body === undefined, 'a body that is not UTF-8 is refused');
    return 'refused';
  }
  const ours = strict(text);
  const theirs = parsed(text);
  const inToken = text.length > longestInToken ? undefined : orRefused(['JSON_MALFORMED'], () => readJsonObject(text));
  if ('value' in ours) compareValues(ours.value, theirs, text);
  else
    mustHold(text.length > longestSecond || strictly(text) === undefined, 'the second strict reader refuses it, too');
  const names = ours.why?.endsWith('a name occurs twice.') && theirs !== undefined;
  mustHold(!names || inToken === undefined, 'no reader accepts an object that names a member twice');
  const isObject =
    'value' in ours && typeof ours.value === 'object' && ours.value !== null && !Array.isArray(ours.value);
  mustHold(body === undefined || text === '' || isObject, 'a body is a strict JSON object');
  mustHold(!isObject || body !== undefined, 'a strict JSON object is a body');
  mustHold(
    !isObject || text.length > longestInToken || isDeepStrictEqual(inToken, ours.value),
    'both readers read the same',
  );
  if (body === undefined) return 'refused';
  mustHold(
    JSON.stringify(readJsonBody(utf8(JSON.stringify(body)))) === JSON.stringify(body),
    'a body survives a repeat',
  );
  return 'accepted';
}

/** The longest text for the reader of envelopes, tokens and stamps, in characters. */
const longestInToken = 65_536;

/** The longest text for the second reader, in characters: it is slow, and has no limit of values. */
const longestSecond = 5_000;

function compareValues(value: unknown, theirs: unknown, text: string): void {
  mustHold(isDeepStrictEqual(value, theirs), 'JSON.parse reads the same');
  if (text.length <= longestSecond)
    mustHold(isDeepStrictEqual(value, strictly(text)), 'a second strict reader reads the same');
}

/** The value, or why our strict reader refuses the text. */
function strict(text: string): { value: unknown; why?: undefined } | { why: string } {
  return orRefused([], () => {
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
