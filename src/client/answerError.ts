import { LatchkeyError } from '../errors.js';

/** What is wrong with an answer. */
export type AnswerErrorCode =
  /** It has another shape than the contract says: the service, or something in between, speaks another version. */
  | 'ANSWER_MALFORMED'
  /** It names another key, person or organization than was asked for, or has ended already. */
  | 'ANSWER_FOR_ANOTHER';

/** The service answered with what it must not answer: nothing was made of it. */
export class AnswerError extends LatchkeyError<AnswerErrorCode> {}

/** @param why - the member at fault, or what reading it failed with */
export function answerMalformed(name: string, why: { member?: string; cause?: unknown } = {}): AnswerError {
  const where = why.member ? ` at ${why.member}` : '';
  const message = `The answer to ${name} has another shape than the contract says${where}. Check the service's address and version.`;
  return new AnswerError('ANSWER_MALFORMED', message, { cause: why.cause });
}

export function answerForAnother(name: string, what: string): AnswerError {
  return new AnswerError('ANSWER_FOR_ANOTHER', `The answer to ${name} is not for this request: ${what}.`);
}
