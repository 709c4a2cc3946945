import { RefusedError } from '../../../src/contract/refusals.js';

/** What was answered, or the code of the refusal. A service that was too busy is asked again, as the kit does. */
export async function outcomeOf<Answer>(asked: () => Promise<Answer>): Promise<Answer | string> {
  try {
    return await asked();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return error.code === 'UNAVAILABLE' ? outcomeOf(asked) : error.code;
  }
}
