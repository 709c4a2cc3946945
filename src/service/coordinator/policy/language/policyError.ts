import { LatchkeyError } from '../../../../errors.js';

/** An expression that cannot be a policy: where, and what is expected there. */
export class PolicyError extends LatchkeyError<'POLICY_INVALID'> {
  /** Characters before the place at fault. */
  readonly at: number;

  constructor(at: number, expected: string) {
    super('POLICY_INVALID', expected);
    this.at = at;
  }
}
