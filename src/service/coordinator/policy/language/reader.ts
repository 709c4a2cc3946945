import { PolicyError } from './policyError.js';
import type { Expression } from './syntax.js';
import { type PolicyToken, tokensOf } from './tokens.js';

/** What a text that stands in an expression means. */
export type ReadText = (written: string) => string;

/** Reads the words of an expression one by one. */
export type Reader = { readonly tokens: readonly PolicyToken[]; readonly readText: ReadText; place: number };

/** @throws {PolicyError} */
export const readerOf = (text: string, readText: ReadText, mostWords?: number): Reader => ({
  tokens: tokensOf(text, mostWords),
  readText,
  place: 0,
});

/** The last word is the end, and stays. */
export const next = ({ tokens, place }: Reader): PolicyToken =>
  tokens[Math.min(place, tokens.length - 1)] as PolicyToken;

/** How many characters stand before the end of the word that was read last. */
export const endOfLast = ({ tokens, place }: Reader): number => tokens[place - 1]?.to ?? 0;

export function skip(reader: Reader): void {
  reader.place += 1;
}

/** Whether the next word is this symbol: then it is read. */
export const take = (reader: Reader, symbol: string): boolean => takeText(reader, 'symbol', symbol);
export const takeName = (reader: Reader, name: string): boolean => takeText(reader, 'name', name);

function takeText(reader: Reader, kind: 'symbol' | 'name', text: string): boolean {
  const token = next(reader);
  const isNext = token.kind === kind && token.text === text;
  if (isNext) skip(reader);
  return isNext;
}

/** @throws {PolicyError} */
export function expect(reader: Reader, symbol: string): void {
  const { at } = next(reader);
  if (!take(reader, symbol)) throw new PolicyError(at, `${symbol} is expected`);
}

/** Returns the parsed value after its closing symbol. @throws {PolicyError} */
export function closing(reader: Reader, symbol: string, expression: Expression): Expression {
  expect(reader, symbol);
  return expression;
}

/** @param what - is expected there. @throws {PolicyError} */
export function readName(reader: Reader, what: string): string {
  const token = next(reader);
  if (token.kind !== 'name' || token.text === 'in') throw new PolicyError(token.at, `${what} is expected`);
  skip(reader);
  return token.text;
}

/** @throws {PolicyError} */
export function readString(reader: Reader): { readonly text: string; readonly at: number } {
  const token = next(reader);
  if (token.kind !== 'string') throw new PolicyError(token.at, 'a string is expected');
  skip(reader);
  return { text: token.value, at: token.at };
}
