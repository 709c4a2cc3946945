import type { InferOutput } from 'valibot';
import type { pagination } from '../../../contract/fields.js';

/** A window on a list, as the wire has it. */
export type PageRequest = InferOutput<typeof pagination> | undefined;

/** How many records a page holds: 1 to 100, ten unless asked otherwise. @see Wire facts 2.15 */
export const limitOf = (page: PageRequest): number => Number(page?.limit ?? 10);
