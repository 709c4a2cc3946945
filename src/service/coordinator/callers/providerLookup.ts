import { utf8 } from '../../../crypto/bytes.js';
import { sha256 } from '../../../crypto/digest.js';
import { toHex } from '../../../crypto/hex.js';
import type { ClaimedIdentity } from '../../identity/idToken.js';
import type { StampedWith } from './credentialStamp.js';

/** An identity at an issuer, for one of its clients. */
export type ProviderIdentity = ClaimedIdentity;

/** The look-up value of an identity. It has no curve: a login by it is stamped with a key that the token names. */
export async function providerLookup({ issuer, audience, subject }: ProviderIdentity): Promise<StampedWith> {
  const identity = utf8(JSON.stringify([issuer, audience, subject]));
  return { lookupKey: `oidc/${toHex(await sha256(identity))}`, curveType: 'OIDC' };
}
