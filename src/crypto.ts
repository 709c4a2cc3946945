export { fromBase58, fromBase58Check, toBase58, toBase58Check } from './crypto/base58.js';
export { fromBase64Url, toBase64Url } from './crypto/base64url.js';
export { BundleError } from './crypto/bundleError.js';
export {
  openBearerToken,
  openCredentialBundle,
  openExportBundle,
  sealBearerToken,
  sealCredentialBundle,
  sealExportBundle,
} from './crypto/bundles.js';
export { type Bytes, concat, equalBytes, fromUtf8, utf8 } from './crypto/bytes.js';
export { openClientSecret, sealClientSecret } from './crypto/clientSecret.js';
export {
  type CodePlace,
  openCode,
  readCodeTarget,
  type SealedCode,
  sealCode,
  writeCodeTarget,
} from './crypto/codeBundles.js';
export { createVerifier } from './crypto/createVerifier.js';
export { derFromRaw, rawFromDer, SignatureError } from './crypto/der.js';
export { hmacSha256, sha256 } from './crypto/digest.js';
export { verifyEd25519 } from './crypto/ed25519.js';
export { eip191 } from './crypto/eip191.js';
export { EncodingError } from './crypto/encodingError.js';
export { readEnvelope, writeEnvelope } from './crypto/envelope.js';
export {
  checksumAddress,
  type EthereumSignature,
  ethereumAddress,
  recoverAddress,
  verifyEthereumMessage,
} from './crypto/ethereum.js';
export { fromHex, toHex } from './crypto/hex.js';
export { HpkeError, openBase, openBundle, type Sealed, sealBase, sealBundle } from './crypto/hpke.js';
export {
  type ImportExpectations,
  openImportBundle,
  sealImportBundle,
  writeImportTarget,
} from './crypto/importBundle.js';
export { TokenError } from './crypto/jws.js';
export { KeyError } from './crypto/keyError.js';
export { oauthNonce } from './crypto/oauthNonce.js';
export {
  type AgreementKey,
  agree,
  compressPoint,
  createAgreementKey,
  createSigningKey,
  decompressPoint,
  importAgreementKey,
  importSigningKey,
  publicKeyOf,
  readPublicKey,
  type Signer,
  type SigningKey,
  sign,
  type VerifyP256,
  verify,
} from './crypto/p256.js';
export {
  readSessionToken,
  readVerificationToken,
  type SessionClaims,
  type ShownVerificationClaims,
  type VerificationClaims,
  verifySessionToken,
  verifyVerificationToken,
  writeSessionToken,
  writeVerificationToken,
} from './crypto/tokens.js';
export { readWalletSecret, type WalletSecret, writeWalletSecret } from './crypto/walletSecret.js';
