import * as v from 'valibot';
import { apiPublicKey, bundle, compressedKey, label, seconds, text, timestamp } from './fields.js';

/** @see docs/wire.md 2.12 */
export const curve = v.picklist(['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256']);
const pathFormat = v.picklist(['PATH_FORMAT_BIP32']);
const apiKeyCurve = v.picklist(['API_KEY_CURVE_P256', 'API_KEY_CURVE_SECP256K1', 'API_KEY_CURVE_ED25519']);
export const otpType = v.picklist(['OTP_TYPE_EMAIL', 'OTP_TYPE_SMS']);

/**
 * The form of a sent code: members of our own, since the service may choose another form than requested. `otpLength`: characters.
 * `otpAlphanumeric`: Crockford base32, else digits.
 */
export const sentCode = v.object({
  otpId: v.string(),
  otpLength: v.optional(v.number()),
  otpAlphanumeric: v.optional(v.boolean()),
});

/** The same for a code that is sent back sealed, with the key to seal it to. @see docs/wire.md 4(d) */
export const encryptedSentCode = v.object({ ...sentCode.entries, otpEncryptionTargetBundle: v.string() });

const bitcoin = ['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR'] as const;
const bitcoinNetworks = ['MAINNET', 'TESTNET', 'SIGNET', 'REGTEST'] as const;

/** Every address format of the wire; the vault decides which of them this service derives. @see docs/wire.md 2.12 */
export const addressFormat = v.picklist([
  'ADDRESS_FORMAT_UNCOMPRESSED',
  'ADDRESS_FORMAT_COMPRESSED',
  'ADDRESS_FORMAT_ETHEREUM',
  'ADDRESS_FORMAT_SOLANA',
  'ADDRESS_FORMAT_COSMOS',
  'ADDRESS_FORMAT_TRON',
  'ADDRESS_FORMAT_SUI',
  'ADDRESS_FORMAT_APTOS',
  ...bitcoinNetworks.flatMap((network) => bitcoin.map((kind) => `ADDRESS_FORMAT_BITCOIN_${network}_${kind}` as const)),
  'ADDRESS_FORMAT_SEI',
  'ADDRESS_FORMAT_XLM',
  'ADDRESS_FORMAT_DOGE_MAINNET',
  'ADDRESS_FORMAT_DOGE_TESTNET',
  'ADDRESS_FORMAT_TON_V3R2',
  'ADDRESS_FORMAT_TON_V4R2',
  'ADDRESS_FORMAT_TON_V5R1',
  'ADDRESS_FORMAT_XRP',
  'ADDRESS_FORMAT_SPARK_MAINNET',
  'ADDRESS_FORMAT_SPARK_REGTEST',
]);

/** A key that a user stamps with. Without `expirationSeconds` it is valid until deleted. */
export const apiKeyParams = v.strictObject({
  apiKeyName: label,
  publicKey: apiPublicKey,
  curveType: apiKeyCurve,
  expirationSeconds: v.optional(seconds),
});

/** A passkey's registration. All texts base64url. */
export const authenticatorParams = v.strictObject({
  authenticatorName: label,
  challenge: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  attestation: v.strictObject({
    credentialId: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
    clientDataJson: text,
    attestationObject: bundle,
    transports: v.pipe(
      v.array(v.picklist(['BLE', 'INTERNAL', 'NFC', 'USB', 'HYBRID'].map((name) => `AUTHENTICATOR_TRANSPORT_${name}`))),
      v.maxLength(10),
    ),
  }),
});

/** An identity at an OIDC provider, proved by its token. */
export const oauthProviderParams = v.strictObject({ providerName: label, oidcToken: bundle });

/** The newer form: a token, or claims accepted only beside a token of the same issuer. */
export const oauthProviderParamsV2 = v.strictObject({
  providerName: label,
  oidcToken: v.optional(bundle),
  oidcClaims: v.optional(v.strictObject({ iss: text, sub: text, aud: text })),
});
export interface OauthProviderParams extends v.InferOutput<typeof oauthProviderParamsV2> {}

/** An account's path in a wallet's tree, at most ten steps deep, and its address format. */
const walletAccountParams = v.strictObject({
  curve,
  pathFormat,
  path: v.pipe(v.string(), v.maxLength(255)),
  addressFormat,
  name: v.optional(label),
});

/** At most twenty in one request, since each takes CPU time. */
export const walletAccounts = v.pipe(v.array(walletAccountParams), v.maxLength(20, 'must have at most 20 accounts'));

/** A wallet to create from a fresh mnemonic of 12 (default), 15, 18, 21 or 24 words. */
export const walletParams = v.strictObject({
  walletName: label,
  accounts: walletAccounts,
  mnemonicLength: v.optional(v.picklist([12, 15, 18, 21, 24])),
});

/** `addresses` are in the order of the requested accounts. */
export const walletResult = v.object({ walletId: v.string(), addresses: v.array(v.string()) });

/**
 * Binds a request to the key in a verification token. `signature`: raw r ‖ s, 128 hex characters, over SHA-256 of the UTF-8
 * text `message`.
 *
 * @see docs/wire.md 5.2
 */
export const clientSignature = v.strictObject({
  publicKey: compressedKey,
  scheme: v.picklist(['CLIENT_SIGNATURE_SCHEME_API_P256']),
  message: bundle,
  signature: v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{128}$/, 'must be 128 hex characters'), v.toLowerCase()),
});

export interface AuthenticatorParams extends v.InferOutput<typeof authenticatorParams> {}
export interface ApiKeyParams extends v.InferOutput<typeof apiKeyParams> {}
export interface WalletAccountParams extends v.InferOutput<typeof walletAccountParams> {}
export interface WalletParams extends v.InferOutput<typeof walletParams> {}
export interface ClientSignature extends v.InferOutput<typeof clientSignature> {}
export type Curve = v.InferOutput<typeof curve>;
/** Through `Extract`, so that hovers show the name and not the list. */
export type AddressFormat = Extract<v.InferOutput<typeof addressFormat>, string>;

const credential = v.object({ publicKey: v.string(), type: v.string() });

/**
 * A user's key. `loginId`, a member of our own: the login of the session that created it, directly or through one of its requests. Keys of
 * one login have the same.
 *
 * @see docs/wire.md S2.2
 */
export const apiKey = v.object({
  credential,
  apiKeyId: v.string(),
  apiKeyName: v.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  expirationSeconds: v.optional(v.string()),
  loginId: v.optional(v.string()),
});

/** @see docs/wire.md S2.2 */
export const authenticator = v.object({
  transports: v.array(v.string()),
  attestationType: v.string(),
  aaguid: v.string(),
  credentialId: v.string(),
  model: v.string(),
  credential,
  authenticatorId: v.string(),
  authenticatorName: v.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** @see docs/wire.md S2.2 */
export const oauthProvider = v.object({
  providerId: v.string(),
  providerName: v.string(),
  issuer: v.string(),
  audience: v.string(),
  subject: v.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** `mfaPolicies` is always present in the published shape; this service has none yet. @see docs/wire.md S2.2, 2.11 */
export const user = v.object({
  userId: v.string(),
  userName: v.string(),
  userEmail: v.optional(v.string()),
  userPhoneNumber: v.optional(v.string()),
  authenticators: v.array(authenticator),
  apiKeys: v.array(apiKey),
  userTags: v.array(v.string()),
  oauthProviders: v.array(oauthProvider),
  mfaPolicies: v.optional(v.array(v.unknown()), []),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** A label for users, or for private keys. @see docs/wire.md 2.11 */
export const tag = v.object({
  tagId: v.string(),
  tagName: v.string(),
  tagType: v.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** @see docs/wire.md 2.11 */
export const wallet = v.object({
  walletId: v.string(),
  walletName: v.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  exported: v.boolean(),
  imported: v.boolean(),
});

/** `publicKey`: compressed hex (Ed25519: 32 bytes hex). @see docs/wire.md 2.11 */
export const walletAccount = v.object({
  walletAccountId: v.string(),
  organizationId: v.string(),
  walletId: v.string(),
  curve: v.string(),
  pathFormat: v.string(),
  path: v.string(),
  addressFormat: v.string(),
  address: v.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  publicKey: v.optional(v.string()),
  walletDetails: v.optional(wallet),
  name: v.optional(v.string()),
});

export interface Authenticator extends v.InferOutput<typeof authenticator> {}
export interface ApiKey extends v.InferOutput<typeof apiKey> {}
export interface Tag extends v.InferOutput<typeof tag> {}
export interface OauthProvider extends v.InferOutput<typeof oauthProvider> {}
export interface User extends v.InferOutput<typeof user> {}
export interface Wallet extends v.InferOutput<typeof wallet> {}
export interface WalletAccount extends v.InferOutput<typeof walletAccount> {}
