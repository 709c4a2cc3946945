import { type Bytes, fromUtf8 } from '../bytes.js';
import { EncodingError } from '../encodingError.js';
import { readJsonObject } from '../json.js';
import { WebauthnError } from './webauthnError.js';

/** What a ceremony was to be about. */
export type Ceremony = {
  readonly type: 'webauthn.create' | 'webauthn.get';
  /** Base64url without padding, as the client data has it. */
  readonly challenge: string;
  /** The origins that may have held the ceremony, each exact; `any` for every one. */
  readonly origins: readonly string[] | 'any';
  /** Whether a frame of another origin may have. */
  readonly crossOrigin: boolean;
};

/**
 * Checks what the browser says of the page that held the ceremony. Members that later versions add are taken as they come.
 *
 * @returns the page's origin
 * @throws {WebauthnError} CLIENT_DATA_MALFORMED, CLIENT_DATA_TYPE, CHALLENGE_MISMATCH, ORIGIN_MISMATCH, CROSS_ORIGIN
 * @see WebAuthn Level 3, section 7.1, steps 5 to 11; section 7.2, steps 8 to 14
 */
export function checkClientData(clientDataJson: Bytes, { type, challenge, origins, crossOrigin }: Ceremony): string {
  const data = readClientData(clientDataJson);
  if (data.type !== type) throw new WebauthnError('CLIENT_DATA_TYPE', `The ceremony has to be one of ${type}.`);
  if (data.challenge !== challenge) {
    throw new WebauthnError('CHALLENGE_MISMATCH', 'The passkey answers another challenge.');
  }
  const { origin } = data;
  if (typeof origin !== 'string') throw malformed();
  if (origins !== 'any' && !origins.includes(origin)) {
    throw new WebauthnError('ORIGIN_MISMATCH', 'The ceremony was held on a page of an origin that is not allowed.');
  }
  const isFramed = data.crossOrigin === true || data.topOrigin !== undefined;
  if (isFramed && !crossOrigin) {
    throw new WebauthnError('CROSS_ORIGIN', 'The ceremony was held in a frame of another origin.');
  }
  return origin;
}

function readClientData(bytes: Bytes): Record<string, unknown> {
  try {
    const data = readJsonObject(fromUtf8(bytes));
    if (data.crossOrigin !== undefined && typeof data.crossOrigin !== 'boolean') throw malformed();
    if (data.topOrigin !== undefined && typeof data.topOrigin !== 'string') throw malformed();
    return data;
  } catch (error) {
    throw error instanceof EncodingError ? malformed() : error;
  }
}

const malformed = () => new WebauthnError('CLIENT_DATA_MALFORMED', 'This is not the client data of a ceremony.');
