import { writeRefusalBody } from '../../contract/refusalBody.js';
import type { RefusedError } from '../../contract/refusals.js';
import { type Bytes, utf8 } from '../../crypto/bytes.js';
import { inSlices, newSlices } from '../slices.js';
import { jsonInSlices } from './jsonInSlices.js';
import { type Note, noteNothing } from './note.js';

/** Headers of every answer: nothing is cached, sniffed, framed or referred to. */
export const commonHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Content-Type': 'application/json',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** All headers of an answer: put together once, and not at every answer, where they are always the same. */
export type AnswerHeaders = typeof commonHeaders & Readonly<Record<string, string>>;

/** An answer in JSON. */
export function answerJson(value: unknown, headers: AnswerHeaders = commonHeaders): Response {
  return new Response(JSON.stringify(value), { status: 200, headers });
}

/** The same, in slices where it is a long list: it is written, and sent, as long as others need not wait, a slice at a time. */
export async function answerInSlices(
  value: unknown,
  { charge }: { readonly charge: <Result>(run: () => Result) => Result },
  headers: AnswerHeaders = commonHeaders,
): Promise<Response> {
  const texts = await jsonInSlices(value, charge);
  if (texts.length > 1) return answerInPieces(await inSlices(texts, (text) => charge(() => utf8(text))), headers);
  const [text = ''] = texts;
  const response = new Response(text, { status: 200, headers });
  if (text.length > smallAnswerCharacters) lengths.set(response, text.length);
  return response;
}

function answerInPieces(pieces: readonly Bytes[], headers: AnswerHeaders): Response {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const slices = newSlices();
  const left = pieces.values();
  const body = new ReadableStream<Bytes>({
    async pull(controller) {
      if (slices.isDue()) await slices.take();
      const { value, done } = left.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const response = new Response(body, { status: 200, headers: { ...headers, 'Content-Length': String(length) } });
  lengths.set(response, length);
  return response;
}

/** The characters of an answer, or its bytes; 0 of a small one, which is not counted. */
export const lengthOf = (response: Response): number => lengths.get(response) ?? 0;

const lengths = new WeakMap<Response, number>();
const smallAnswerCharacters = 16_384;

/** A refusal in its words. */
export function answerRefusal(
  refusal: RefusedError,
  headers: AnswerHeaders = commonHeaders,
  note: Note = noteNothing,
): Response {
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
