import { RefusedError } from '../../contract/refusals.js';
import { LatchkeyError } from '../../errors.js';
import { StoreError } from '../store/storeError.js';

/** What a program says of an error that ends it. Ours speak for themselves; of anything else, whoever mends it needs the place. */
export function worded(error: unknown): string {
  if (!(error instanceof LatchkeyError)) return error instanceof Error ? String(error.stack) : String(error);
  const cause = causeOf(error);
  const violations = error instanceof RefusedError ? error.fieldViolations : [];
  return [
    `${error.message}${cause === undefined ? '' : ` (${cause})`}`,
    ...violations
      .filter(({ field, description }) => !error.message.includes(`${field} ${description}`))
      .map(({ field, description }) => `  ${field}: ${description}`),
  ].join('\n');
}

/** A code; of a database that cannot be reached, the driver's own words, too: `3D000` alone tells nobody that the name is wrong. */
function causeOf(error: LatchkeyError<string>): string | undefined {
  const { code, message } = (error.cause ?? {}) as { code?: unknown; message?: unknown };
  const said = error instanceof StoreError && typeof message === 'string' ? message : '';
  return [code, said].filter((part) => typeof part === 'string' && part !== '').join(': ') || undefined;
}
