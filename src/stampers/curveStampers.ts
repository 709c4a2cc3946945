import { type Bytes, fromUtf8 } from '../crypto/bytes.js';
import { derFromRaw, SignatureError } from '../crypto/der.js';
import { ed25519Signer } from '../crypto/ed25519.js';
import { fromHex, toHex } from '../crypto/hex.js';
import { secp256k1Signer } from '../crypto/secp256k1.js';
import { type Stamp, type StampScheme, stampHeader, writeStamp } from './stamp.js';
import type { KeyStamper } from './stamper.js';

/**
 * Stamps with an API key on secp256k1 in hex. Its curve is loaded and the key read once, at the first stamp, which throws a `KeyError` if
 * the two are not a pair.
 *
 * @param pair - `publicKey` 66 lowercase hex digits, SEC 1 compressed; `privateKey` 64 hex digits. For servers only: a private key as text
 * in a page is exposed.
 */
export const secp256k1Stamper = (pair: { publicKey: string; privateKey: string }): KeyStamper =>
  stamperOf(pair.publicKey, () => secp256k1Signer(pair), {
    scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1',
    written: (signature) => toHex(derFromRaw(signature)),
  });

/**
 * Stamps with an API key on Ed25519 in hex. Its curve is loaded and the key read once, at the first stamp, which throws a `KeyError` if the
 * two are not a pair.
 *
 * @param pair - `publicKey` 64 lowercase hex digits; `privateKey` 64 hex digits, the seed. For servers only: a private key as text in a
 * page is exposed.
 */
export const ed25519Stamper = (pair: { publicKey: string; privateKey: string }): KeyStamper =>
  stamperOf(pair.publicKey, () => ed25519Signer(pair), { scheme: 'SIGNATURE_SCHEME_TK_API_ED25519', written: toHex });

/**
 * Stamps with an Ethereum wallet, which signs each request's body as a text (EIP-191): an API key on secp256k1 whose private half stays in
 * the wallet.
 *
 * @param wallet - `publicKey` 66 lowercase hex digits, SEC 1 compressed; `signMessage` returns 65 bytes in hex, r‖s‖v, as wallets do. The
 * stamp throws its errors, and a `SignatureError` for any other result.
 */
export const ethereumStamper = ({ publicKey, signMessage }: EthereumWallet): KeyStamper => ({
  publicKey,
  async stamp(body) {
    const signature = fromHex((await signMessage(fromUtf8(body))).replace(/^0x/, ''));
    if (signature.length !== 65)
      throw new SignatureError('RAW_MALFORMED', 'The wallet answered no signature of 65 bytes.');
    const scheme = 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191';
    return stampHeaderOf({ publicKey, scheme, signature: toHex(derFromRaw(signature.slice(0, 64))) });
  },
});

/** A wallet that signs texts, like `signMessage` of viem and ethers. */
export type EthereumWallet = {
  readonly publicKey: string;
  readonly signMessage: (message: string) => Promise<string>;
};

type Sign = (message: Bytes) => Promise<Bytes>;

/** The form of a signature in a stamp. */
type Form = { readonly scheme: StampScheme; readonly written: (signature: Bytes) => string };

function stamperOf(publicKey: string, load: () => Promise<Sign>, { scheme, written }: Form): KeyStamper {
  let loaded: Promise<Sign> | undefined;
  return {
    publicKey,
    async stamp(body) {
      loaded ??= load();
      const sign = await loaded;
      return stampHeaderOf({ publicKey, scheme, signature: written(await sign(body)) });
    },
  };
}

const stampHeaderOf = (stamp: Stamp) => ({ name: stampHeader, value: writeStamp(stamp) });
