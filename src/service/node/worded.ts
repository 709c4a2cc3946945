import { RefusedError } from '../../contract/refusals.js';
import { LatchkeyError } from '../../errors.js';

/** What a program says of an error that ends it. Ours speak for themselves; of anything else, whoever mends it needs the place. */
export function worded(error: unknown): string {
  if (!(error instanceof LatchkeyError)) return error instanceof Error ? String(error.stack) : String(error);
  const { code } = (error.cause ?? {}) as { code?: unknown };
  const violations = error instanceof RefusedError ? error.fieldViolations : [];
  return [
    `${error.message}${typeof code === 'string' ? ` (${code})` : ''}`,
    ...violations
      .filter(({ field, description }) => !error.message.includes(`${field} ${description}`))
      .map(({ field, description }) => `  ${field}: ${description}`),
  ].join('\n');
}
