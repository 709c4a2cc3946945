import { RefusedError } from '../../../../src/contract/refusals.js';

/** The answer, or the code of the refusal. If the service was too busy, the request is sent again, as by the kit. */
export async function outcomeOf<Answer>(asked: () => Promise<Answer>): Promise<Answer | string> {
  try {
    return await asked();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return error.code === 'UNAVAILABLE' ? outcomeOf(asked) : error.code;
  }
}
