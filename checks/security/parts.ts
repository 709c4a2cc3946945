import { bodies } from './bodies.js';
import { canaries } from './canaries/canaries.js';
import { codeGenerator } from './codeGenerator.js';
import { configurationIds } from './configurationIds.js';
import { errors } from './errors.js';
import { guessing } from './guessing/guessing.js';
import { lockout } from './lockout.js';
import { builtPackage } from './package.js';
import type { Part } from './part.js';
import { recording } from './recording.js';
import { silencing } from './silencing.js';
import { connectionFlood } from './slow/connectionFlood.js';
import { slowClients } from './slow/slowClients.js';
import { smuggling } from './smuggling/smuggling.js';
import { contactEnumeration, idEnumeration } from './timing/enumeration.js';

/** Every kind of attack, in the order in which they run. */
export const parts: readonly Part[] = [
  configurationIds,
  bodies,
  errors,
  codeGenerator,
  guessing,
  lockout,
  silencing,
  recording,
  contactEnumeration,
  idEnumeration,
  canaries,
  builtPackage,
  slowClients,
  connectionFlood,
  smuggling,
];
