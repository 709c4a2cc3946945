import type { Curve } from '../../contract/shapes.js';
import type { Bytes } from '../../crypto/bytes.js';
import type { Random } from '../primitives.js';
import { isSecretKeyOf } from './curve.js';

/**
 * A new secret key, by drawing until one is in range: on P-256 a second draw is needed once in 2^32.
 *
 * @returns 32 bytes, the caller's to wipe.
 * @see FIPS 186-5, A.2.2 (rejection sampling); RFC 8032, 5.1.5
 */
export function freshSecretKey(curve: Curve, random: Random): Bytes {
  for (;;) {
    const drawn = random(32);
    if (isSecretKeyOf(curve, drawn)) return drawn;
  }
}
