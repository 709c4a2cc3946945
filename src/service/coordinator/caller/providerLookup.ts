import { utf8 } from '../../../crypto/bytes.js';
import { sha256 } from '../../../crypto/digest.js';
import { toHex } from '../../../crypto/hex.js';
import type { ClaimedIdentity } from '../../identity/idToken.js';
import type { StampedWith } from './credentialStamp.js';

/** Who somebody is at an issuer, to one of its clients. */
export type ProviderIdentity = ClaimedIdentity;

/** What the row of an identity is found by. It has no curve: whoever logs in by it stamps with a key that the token names. */
export async function providerLookup({ issuer, audience, subject }: ProviderIdentity): Promise<StampedWith> {
  const identity = utf8(JSON.stringify([issuer, audience, subject]));
  return { lookupKey: `oidc/${toHex(await sha256(identity))}`, curveType: 'OIDC' };
}
