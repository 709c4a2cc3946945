import { LatchkeyError } from '../../errors.js';

/** What a program says of an error that ends it. Ours speak for themselves; of anything else, whoever mends it needs the place. */
export function worded(error: unknown): string {
  if (!(error instanceof LatchkeyError)) return error instanceof Error ? String(error.stack) : String(error);
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return `${error.message}${typeof code === 'string' ? ` (${code})` : ''}`;
}
