import { PolicyError } from './policyError.js';

/** A word of the language, and how many characters stand before it, and before what follows it. `end` comes once, last. */
export type PolicyToken = { readonly at: number; readonly to: number } & (
  | { readonly kind: 'name' | 'symbol'; readonly text: string }
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'end' }
);

/**
 * Splits an expression into its words.
 *
 * @param most - words that it may have.
 * @throws {PolicyError}
 */
export function tokensOf(text: string, most: number = Number.POSITIVE_INFINITY): PolicyToken[] {
  const tokens: PolicyToken[] = [];
  for (let at = 0; at < text.length; ) {
    word.lastIndex = at;
    const found = word.exec(text);
    if (!found?.groups) throw new PolicyError(at, refusedCharacter(text, at));
    const { name, integer, string, symbol } = found.groups;
    const to = word.lastIndex;
    if (tokens.length === most) throw new PolicyError(at, `at most ${most} words are expected`);
    if (name !== undefined) tokens.push({ kind: 'name', at, to, text: name });
    else if (symbol !== undefined) tokens.push({ kind: 'symbol', at, to, text: symbol });
    else if (string !== undefined) tokens.push({ kind: 'string', at, to, value: unescaped(string) });
    else if (integer !== undefined) tokens.push({ kind: 'integer', at, to, value: exact(integer, at) });
    at = to;
  }
  tokens.push({ kind: 'end', at: text.length, to: text.length });
  return tokens;
}

const space = String.raw`[ \t\r\n]+`;
const name = '(?<name>[A-Za-z_][A-Za-z0-9_]*)';
// More digits than the largest integer has are refused below; the two dots of a slice end a number.
const integer = '(?<integer>-?[0-9]+)(?![A-Za-z0-9_])';
const string = String.raw`'(?<string>[^'\\]*(?:\\['\\][^'\\]*)*)'`;
const symbol = String.raw`(?<symbol>&&|\|\||==|!=|<=|>=|\.\.|[!<>()[\]{},.:])`;
const word = new RegExp(`${space}|${name}|${integer}|${string}|${symbol}`, 'uy');

const unescaped = (inside: string): string => inside.replace(/\\(['\\])/g, '$1');

/** The integers that the language knows: those of 128 bits with a sign, and of 256 without. */
const least = -(2n ** 127n);
const most = 2n ** 256n - 1n;
/** Digits of the largest, and the sign. */
const longestInteger = 79;

function exact(digits: string, at: number): bigint {
  const value = digits.length > longestInteger ? undefined : BigInt(digits);
  if (value === undefined || value < least || value > most)
    throw new PolicyError(at, 'an integer between -2^127 and 2^256 - 1 is expected');
  return value;
}

function refusedCharacter(text: string, at: number): string {
  if (text[at] === "'") return "a string is expected to end with ', and to have no other escapes than \\' and \\\\";
  return 'this character is not part of the policy language';
}
