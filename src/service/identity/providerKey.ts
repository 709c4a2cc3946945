import type { JWK } from 'jose';
import { refused } from '../../contract/refusals.js';
import { peer } from '../peer.js';
import type { WantedKey } from '../tools.js';
import type { ProviderKey } from './askProvider.js';
import type { Algorithm } from './idToken.js';

/**
 * The one key of a set that may have signed a token: of its algorithm, for signing, and with the token's key id, or the only one if that
 * has none.
 *
 * @see OpenID Connect Core, 10.1
 */
export function keyFor(keys: readonly ProviderKey[], { algorithm, keyId }: WantedKey): ProviderKey | undefined {
  const fitting = keys.filter((key) => fits[algorithm](key.jwk) && isForSigning(key.jwk, algorithm));
  const [key, ...others] = keyId === undefined ? fitting : fitting.filter(({ jwk }) => jwk.kid === keyId);
  return others.length === 0 ? key : undefined;
}

/** A key as WebCrypto has it: once made it is kept beside the key. @throws {RefusedError} OIDC_KEY_UNKNOWN */
export async function importProviderKey(key: ProviderKey, algorithm: Algorithm): Promise<CryptoKey> {
  const { importJWK } = await peer('jose', () => import('jose'));
  try {
    key.imported ??= await importJWK(key.jwk, algorithm);
  } catch (error) {
    throw refused('OIDC_KEY_UNKNOWN', { cause: error });
  }
  if (key.imported instanceof Uint8Array) throw refused('OIDC_KEY_UNKNOWN');
  return key.imported;
}

const fits: { readonly [Name in Algorithm]: (jwk: JWK) => boolean } = {
  // 2048 to 8192 bits: shorter ones can be broken, longer ones are work. @see RFC 7518, 3.3
  RS256: ({ kty, n = '', e = '' }) => kty === 'RSA' && n.length >= 342 && n.length <= 1366 && e.length <= 6,
  ES256: ({ kty, crv }) => kty === 'EC' && crv === 'P-256',
  EdDSA: ({ kty, crv }) => kty === 'OKP' && crv === 'Ed25519',
};

/** A key with a declared use is used for nothing else. A published private key proves nothing. */
const isForSigning = ({ use = 'sig', key_ops = ['verify'], alg, d }: JWK, algorithm: Algorithm): boolean =>
  use === 'sig' && key_ops.includes('verify') && (alg ?? algorithm) === algorithm && d === undefined;
