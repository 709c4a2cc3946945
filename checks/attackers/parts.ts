import { bodies } from './bodies.js';
import { codeGenerator } from './codeGenerator.js';
import { configurationIds } from './configurationIds.js';
import { errors } from './errors.js';
import { guessing } from './guessing/guessing.js';
import { builtPackage } from './package.js';
import type { Part } from './part.js';

/** Every kind of attack, in the order in which they run. */
export const parts: readonly Part[] = [
  configurationIds,
  bodies,
  errors,
  codeGenerator,
  guessing,
  builtPackage,
];
