import { type Bytes, fromUtf8, utf8 } from '../bytes.js';
import { EncodingError } from '../encodingError.js';
import { fromHex } from '../hex.js';
import { readJsonObject } from '../json.js';
import { KeyError } from '../keyError.js';
import { isMilliseconds } from '../milliseconds.js';
import { compressPoint } from '../p256.js';
import { isHexOf } from './isHexOf.js';
import { notOfForm, ProofError } from './proofError.js';

/** An App Proof, as operations answer it in `appProofs`: what an enclave says, signed by its ephemeral key. */
export type AppProof = {
  /** `SIGNATURE_SCHEME_EPHEMERAL_KEY_P256`, and no other. */
  readonly scheme: string;
  /** 260 lowercase hex digits: two points of P-256, SEC 1 uncompressed, of which the second one signs. */
  readonly publicKey: string;
  /** JSON: type, time, and what is proved. */
  readonly proofPayload: string;
  /** 128 lowercase hex digits: r‖s over the SHA-256 of the payload's UTF-8. */
  readonly signature: string;
};

/** What an App Proof says of an address, as it says it. */
export type AddressStatement = {
  readonly organizationId: string;
  readonly walletId: string | undefined;
  readonly path: string | undefined;
  readonly address: string;
  /** By the clock of the enclave: milliseconds since 1970. */
  readonly timestampMs: number;
};

/** The parts of an App Proof, read but not believed. */
export type AppProofParts = {
  /** 33 bytes, SEC 1 compressed: the key that signs. */
  readonly signingKey: Bytes;
  /** r‖s, 64 bytes. */
  readonly signature: Bytes;
  /** What is signed. */
  readonly signed: Bytes;
  readonly says: AddressStatement;
};

/**
 * Reads an App Proof about an address.
 *
 * @throws {ProofError} APP_PROOF_MALFORMED; APP_PROOF_SCHEME, APP_PROOF_TYPE for others than that of an address
 */
export function readAppProof(proof: AppProof): AppProofParts {
  const { scheme, publicKey, proofPayload, signature } = proof ?? {};
  if (scheme !== 'SIGNATURE_SCHEME_EPHEMERAL_KEY_P256') {
    const difference = { expected: 'SIGNATURE_SCHEME_EPHEMERAL_KEY_P256', received: String(scheme) };
    throw new ProofError('APP_PROOF_SCHEME', 'The App Proof has another scheme.', difference);
  }
  if (!isHexOf(publicKey, 130)) throw malformed('publicKey is not 260 lowercase hex digits');
  if (!isHexOf(signature, 64)) throw malformed('signature is not 128 lowercase hex digits');
  if (typeof proofPayload !== 'string' || proofPayload.length > longestPayload) throw malformed('proofPayload');
  const signed = utf8(proofPayload);
  // A lone surrogate has no UTF-8: other texts would have the same bytes.
  if (fromUtf8(signed) !== proofPayload) throw malformed('proofPayload has no UTF-8');
  const [, signing] = pointsOf(publicKey);
  return { signingKey: signing, signature: fromHex(signature), signed, says: readPayload(proofPayload) };
}

const malformed = notOfForm('APP_PROOF_MALFORMED', 'The App Proof', 'scheme, publicKey, proofPayload and signature');

/** In characters; a payload has some 350. */
const longestPayload = 8_192;
const addressType = 'APP_PROOF_TYPE_ADDRESS_DERIVATION';

/** The key to encrypt to, and the one that signs: both on the curve. */
function pointsOf(publicKey: string): readonly [Bytes, Bytes] {
  const bytes = fromHex(publicKey);
  try {
    return [compressPoint(bytes.slice(0, 65)), compressPoint(bytes.slice(65))];
  } catch (error) {
    if (error instanceof KeyError) throw malformed('publicKey is not two points of P-256');
    throw error;
  }
}

function readPayload(payload: string): AddressStatement {
  const { type, timestampMs, addressDerivationProof } = objectOf(payload);
  if (type !== addressType) {
    const difference = { expected: addressType, received: String(type) };
    throw new ProofError('APP_PROOF_TYPE', 'The App Proof is not about an address.', difference);
  }
  if (!isMilliseconds(timestampMs)) throw malformed('timestampMs');
  if (typeof addressDerivationProof !== 'object' || addressDerivationProof === null) {
    throw malformed('addressDerivationProof');
  }
  const { organizationId, walletId, derivationPath, address } = addressDerivationProof as Record<string, unknown>;
  if (!isText(organizationId) || !isText(address)) throw malformed('organizationId or address');
  if (!isTextOrAbsent(walletId) || !isTextOrAbsent(derivationPath)) throw malformed('walletId or derivationPath');
  return { organizationId, walletId, path: derivationPath, address, timestampMs: Number(timestampMs) };
}

function objectOf(payload: string): Record<string, unknown> {
  try {
    return readJsonObject(payload);
  } catch (error) {
    if (error instanceof EncodingError) throw malformed('proofPayload is no JSON object that names each member once');
    throw error;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isTextOrAbsent = (value: unknown): value is string | undefined => value === undefined || isText(value);
