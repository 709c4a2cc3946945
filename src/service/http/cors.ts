import { type AnswerHeaders, commonHeaders } from './answers.js';

const exposed = { 'Access-Control-Expose-Headers': 'Date, Retry-After', Vary: 'Origin' };

/** Headers of an answer that any page may read. */
export const anyOrigin: AnswerHeaders = { ...commonHeaders, 'Access-Control-Allow-Origin': '*', ...exposed };

/** Headers of an answer that the pages of one origin may read. */
export const oneOrigin = (origin: string): AnswerHeaders => ({
  ...commonHeaders,
  'Access-Control-Allow-Origin': origin,
  ...exposed,
});

/** Headers of an answer that no page may read. */
export const noOrigin: AnswerHeaders = { ...commonHeaders, ...exposed };

/** Headers of an answer to a preflight that no page may read. */
export const noPreflight: Record<string, string> = exposed;

/** Answers to a preflight are the same for every origin: they grant nothing, the POST decides. */
export const preflightHeaders = (allowed: readonly string[]): Record<string, string> => ({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': ['Content-Type', ...allowed].join(', '),
  'Access-Control-Max-Age': '600',
  Vary: 'Origin',
});
