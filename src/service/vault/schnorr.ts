import type { Bytes } from '../../crypto/bytes.js';
import { peer } from '../peer.js';
import { withSecret } from '../wipe.js';

/**
 * The signature of a Taproot output that this key alone can spend: under the key tweaked by itself, deterministic.
 *
 * @param digest - 32 bytes.
 * @returns 64 bytes.
 * @throws {PeerError} PEER_MISSING when `@scure/btc-signer` is not installed.
 * @see BIP-340; BIP-341, "Constructing and spending Taproot outputs"; BIP-86
 */
export async function signTaproot(digest: Bytes, secretKey: Bytes): Promise<Bytes> {
  const { taprootTweakPrivKey } = await peer('@scure/btc-signer', () => import('@scure/btc-signer/utils.js'));
  const { schnorr } = await import('@noble/curves/secp256k1.js');
  return withSecret(new Uint8Array(taprootTweakPrivKey(secretKey)), (tweaked) =>
    schnorr.sign(digest, tweaked, new Uint8Array(32)),
  );
}
