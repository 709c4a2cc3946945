/**
 * The one ancestor of every error that Latchkey throws.
 *
 * `code` is stable and is what programs read; `message` says what happened, why, and what to do.
 * Nobody matches on message text.
 */
export class LatchkeyError<Code extends string = string> extends Error {
  /** Stable name of the cause, in upper snake case. */
  readonly code: Code;

  constructor(code: Code, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
  }
}
