import { LatchkeyError } from '../../errors.js';

/** A part of a template cannot be taken. `at`: the place of the fault, in characters from its beginning. */
export class TemplateError extends LatchkeyError<'TEMPLATE_INVALID'> {
  readonly at: number;

  constructor(at: number, message: string) {
    super('TEMPLATE_INVALID', message);
    this.at = at;
  }
}
