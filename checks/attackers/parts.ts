import { configurationIds } from './configurationIds.js';
import type { Part } from './part.js';

/** Every kind of attack, in the order in which they run. */
export const parts: readonly Part[] = [configurationIds];
