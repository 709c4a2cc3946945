import type { Answer } from '../../test/support/live/ledger.js';

/** A sentence for each refusal with a code other than these. */
export function unexpectedRefusals(answers: readonly Answer[], reasons: readonly string[]): string[] {
  return answers
    .filter((answer) => answer.status !== 200 && !reasons.includes(reasonOf(answer)))
    .map(({ status, text }) => `an answer was refused with ${status}: ${text}`);
}

/** The code of a refusal; the empty text for a success. */
export function reasonOf({ status, text }: Answer): string {
  if (status === 200) return '';
  return (JSON.parse(text) as { details: [{ reason: string }] }).details[0].reason;
}
