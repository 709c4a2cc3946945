import { RefusedError } from '../../contract/refusals.js';
import { LatchkeyError } from '../../errors.js';
import { StoreError } from '../store/storeError.js';

/** The text of an error that ends a program. Our own errors have their message; for others, the stack is needed to fix them. */
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

/** A code; for an unreachable database also the driver's message, since `3D000` alone does not say that the name is wrong. */
function causeOf(error: LatchkeyError<string>): string | undefined {
  const { code, message } = (error.cause ?? {}) as { code?: unknown; message?: unknown };
  const text = error instanceof StoreError && typeof message === 'string' ? message : '';
  return [code, text].filter((part) => typeof part === 'string' && part !== '').join(': ') || undefined;
}
