import { RefusedError } from '../../contract/refusals.js';

/** Not even as an image or a script may a page of another origin load it. */
export const ownOriginOnly = { 'Cross-Origin-Resource-Policy': 'same-origin', Vary: 'Accept, Origin, Sec-Fetch-Site' };

export const notYours = (): RefusedError =>
  refusedHere(
    'DEV_SURFACE_NOT_YOURS',
    'The development surface is for programs and pages of this machine and origin alone: open it by its localhost address, not from another page.',
  );

export const notTheToken = (): RefusedError =>
  refusedHere(
    'DEV_TOKEN_WRONG',
    'That is not the token of this service: it stands in the config line it printed, and in the file token of LATCHKEY_DATA.',
  );

/** Of this surface alone: no operation has it, and no kit reads it. */
const refusedHere = (rawCode: string, message: string): RefusedError =>
  new RefusedError('UNKNOWN_REFUSAL', message, 7, 403, { rawCode });
