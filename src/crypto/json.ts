import { EncodingError } from './encodingError.js';

/**
 * The object that a JSON text holds. A text that names a member twice is refused: two readers could understand it in
 * two ways.
 *
 * @throws {EncodingError} JSON_MALFORMED
 * @see RFC 8725, section 2.6; RFC 7515, section 4
 */
export function readJsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    // Parsing keeps one of two members with the same name, so that the value has fewer of them than the text.
    if (isObject(value) && countMembers(value) === countColons(text)) return value;
  } catch {
    // A syntax error's message quotes the text, which may be a secret: it is left behind.
  }
  throw new EncodingError('JSON_MALFORMED', 'This is not a JSON object that names each of its members once.');
}

/** Whether a value of JSON is an object, and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Of a value and of all in it. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value);
  return inside.reduce((count: number, each) => count + countMembers(each), Array.isArray(value) ? 0 : inside.length);
}

/** Those outside of strings: in valid JSON, each belongs to one member, and a backslash is inside of a string. */
function countColons(json: string): number {
  let colons = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const unit = json[at];
    if (unit === '"') inString = !inString;
    else if (unit === '\\') at++;
    else if (unit === ':' && !inString) colons++;
  }
  return colons;
}
