import { writeRefusalBody } from '../../contract/refusalBody.js';
import { RefusedError, refused } from '../../contract/refusals.js';
import { StoreError } from '../store/storeError.js';
import type { Log } from '../tools.js';
import { SealError } from '../vault/seal.js';
import { type Note, noteNothing } from './note.js';

/** Headers of every answer: nothing is cached, sniffed, framed or referred to. */
export const always = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Content-Type': 'application/json',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** All headers of an answer: put together once, and not at every answer, where they are always the same. */
export type AnswerHeaders = typeof always & Readonly<Record<string, string>>;

/** An answer in JSON. */
export function answerJson(value: unknown, headers: AnswerHeaders = always): Response {
  return new Response(JSON.stringify(value), { status: 200, headers });
}

/** A refusal in its words; whatever else went wrong is worded as a failure of the service, and logged. */
export function answerRefusal(
  error: unknown,
  log: Log,
  headers: AnswerHeaders = always,
  note: Note = noteNothing,
): Response {
  const refusal = refusalOf(error, log, note);
  note({ refusal: refusal.code });
  const retryAfter =
    refusal.retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(refusal.retryAfterMs / 1000)) };
  return new Response(JSON.stringify(writeRefusalBody(refusal)), {
    status: refusal.status,
    headers: { ...headers, ...retryAfter },
  });
}

/** An answer without a body, to a preflight. */
export const answerPreflight = (headers: Record<string, string>): Response =>
  new Response(null, { status: 204, headers });

/** Turns what was thrown into a refusal; foreign causes never reach the wire. */
function refusalOf(error: unknown, log: Log, note: Note): RefusedError {
  if (error instanceof RefusedError) return error;
  if (error instanceof StoreError) {
    log('store failed', { code: error.code });
    return refused('UNAVAILABLE', { retryAfterMs: 1000, cause: error });
  }
  if (error instanceof SealError) {
    const { purpose = '', organizationId = '', id = '' } = error.place ?? {};
    const unopened = { sealError: error.code, sealed: `${purpose} ${organizationId}/${id}` };
    note(unopened);
    log('sealed value does not open', unopened);
    return refused('SEALED_UNREADABLE', { cause: error });
  }
  log('request failed', { error: error instanceof Error ? error.name : typeof error, where: whereOf(error) });
  return refused('INTERNAL', { cause: error });
}

/** The first frame of the stack: a place in our code. The message before it may quote a value, and may look like a frame. */
function whereOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { message, stack = '' } = error;
  const frames = stack.slice(Math.max(0, stack.indexOf(message)) + message.length).split('\n');
  return frames.find((line) => /^\s+at .*:\d+:\d+\)?$/.test(line))?.trim() ?? '';
}
