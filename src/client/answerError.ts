import { LatchkeyError } from '../errors.js';

/** What is wrong with an answer. */
export type AnswerErrorCode =
  /** Its shape differs from the contract: the service, or something in between, has another version. */
  | 'ANSWER_MALFORMED'
  /** It names another key, person or organization than the request, or has expired already. */
  | 'ANSWER_FOR_ANOTHER';

/** The service's answer is not valid; it was not used. */
export class AnswerError extends LatchkeyError<AnswerErrorCode> {}

/** @param why - the invalid member, or the error of the parser */
export function answerMalformed(name: string, why: { member?: string; cause?: unknown } = {}): AnswerError {
  const where = why.member ? ` at ${why.member}` : '';
  const message = `The answer to ${name} has another shape than the contract says${where}. Check the service's address and version.`;
  return new AnswerError('ANSWER_MALFORMED', message, { cause: why.cause });
}

export function answerForAnother(name: string, what: string): AnswerError {
  return new AnswerError('ANSWER_FOR_ANOTHER', `The answer to ${name} is not for this request: ${what}.`);
}
