import { holdsEncodedWord } from '../../contract/encodedWord.js';
import { JsonError, readStrictJson } from '../../contract/strictJson.js';
import { isPlaceholderName } from './placeholders.js';

/** What `templateVariables` gives: names and texts; or what is wrong with it. */
export type ReadVariables = { readonly variables: Readonly<Record<string, string>> } | { readonly fault: string };

/** A flat JSON object of texts of one line. Nothing in them is read as a place or as HTML. */
export function readVariables(json: string | undefined): ReadVariables {
  if (json === undefined || json === '') return { variables: {} };
  try {
    return checked(readStrictJson(json));
  } catch (error) {
    if (error instanceof JsonError) return { fault: 'must be a JSON object' };
    throw error;
  }
}

function checked(read: unknown): ReadVariables {
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return { fault: 'must be a JSON object' };
  const entries = Object.entries(read as Record<string, unknown>);
  for (const [name, value] of entries) {
    if (!isPlaceholderName(name)) return { fault: 'must have names of letters and digits' };
    if (typeof value !== 'string') return { fault: `must give ${name} as text` };
    if (/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(value))
      return { fault: `must give ${name} as one line without control characters` };
    if (holdsEncodedWord(value)) return { fault: `must give ${name} without an encoded word` };
  }
  return { variables: Object.fromEntries(entries) as Record<string, string> };
}
