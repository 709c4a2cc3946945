import { commonRefusalCodes } from '../contract/commonRefusalCodes.js';
import { readRefusalBody } from '../contract/refusalBody.js';
import type { RefusedError } from '../contract/refusals.js';
import type { Operation, Schema } from '../contract/row.js';
import { answerMalformed } from './answerError.js';

/** The output of a schema. */
type Output<S extends Schema> = NonNullable<S['~types']>['output'];

/**
 * Parses an answer by the contract's schema. Unknown members are dropped: answers may grow.
 *
 * @throws {AnswerError} ANSWER_MALFORMED, naming the member at fault, never what it held
 */
export function readAnswer<S extends Schema>(name: string, schema: S, answer: unknown): Output<S> {
  const read = schema['~standard'].validate(answer);
  if (read instanceof Promise) throw answerMalformed(name); // the contract's schemas are synchronous
  if (!read.issues) return read.value;
  const path = read.issues[0]?.path ?? [];
  throw answerMalformed(name, { member: path.map((step) => (typeof step === 'object' ? step.key : step)).join('.') });
}

/**
 * A refusal of an operation. A code that is neither common nor on its row becomes UNKNOWN_REFUSAL.
 *
 * @param retryAfter - the Retry-After header, in seconds, if there was one
 */
export function refusalOf(
  { refusals }: Pick<Operation, 'refusals'>,
  status: number,
  body: unknown,
  retryAfter?: string | null,
): RefusedError {
  const known: readonly string[] = [...refusals, ...commonRefusalCodes];
  return readRefusalBody((code) => known.includes(code), status, body, retryAfter);
}
