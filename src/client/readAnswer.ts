import type { Schema } from '../contract/row.js';
import { answerMalformed } from './answerError.js';

/** What a schema makes of an answer. */
type Output<S extends Schema> = NonNullable<S['~types']>['output'];

/**
 * An answer in the shape that the contract gives it. Members that the contract does not know are left out: answers may grow.
 *
 * @throws {AnswerError} ANSWER_MALFORMED, naming the member at fault, never what it held
 */
export function readAnswer<S extends Schema>(name: string, schema: S, answer: unknown): Output<S> {
  const read = schema['~standard'].validate(answer);
  if (read instanceof Promise) throw answerMalformed(name); // no schema of the contract waits for anything
  if (!read.issues) return read.value;
  const path = read.issues[0]?.path ?? [];
  throw answerMalformed(name, { member: path.map((step) => (typeof step === 'object' ? step.key : step)).join('.') });
}
