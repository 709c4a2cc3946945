import { fromBase64 } from '../base64.js';
import type { Bytes } from '../bytes.js';
import { sha256 } from '../digest.js';
import { EncodingError } from '../encodingError.js';
import { toHex } from '../hex.js';
import { type Certificate, readCertificate } from './certificate.js';
import { type Difference, ProofError, type ProofErrorCode } from './proofError.js';

/** Certificates as an attestation has them, in DER: the first of the bundle is what it calls its root. */
export type ChainBytes = { readonly cabundle: readonly Bytes[]; readonly leaf: Bytes };

/**
 * Reads the roots that an app trusts.
 *
 * @param roots - base64 of DER, one at least.
 * @throws {ProofError} ROOTS_MALFORMED
 */
export function readRoots(roots: readonly string[]): readonly Certificate[] {
  const expected = 'a list of certificates, each the base64 of its DER';
  try {
    if (Array.isArray(roots) && roots.length > 0) return roots.map((root) => readCertificate(fromBase64(root)));
  } catch (error) {
    if (!(error instanceof EncodingError || error instanceof ProofError)) throw error;
    const received = error instanceof ProofError ? error.received : error.message;
    throw new ProofError('ROOTS_MALFORMED', 'A root that this app names is no root.', { expected, received });
  }
  throw new ProofError('ROOTS_MALFORMED', 'This app names no list of roots.', {
    expected,
    received: Array.isArray(roots) ? 'an empty list' : typeof roots,
  });
}

/**
 * Verifies that one of the roots stands above a leaf: the first of the bundle is replaced by that root, each certificate signs the next,
 * and the last signs the leaf. All hold at the given time. Root and bundle are authorities that may sign certificates, each above no more
 * of them than it allows; the leaf is none, and may sign.
 *
 * @param atMs - milliseconds since 1970.
 * @returns the root.
 * @throws {ProofError} CERTIFICATE_…
 * @see RFC 5280, section 6.1; AWS, "Attestation document validation", 3.2.3
 */
export async function verifyChain(
  { cabundle, leaf }: ChainBytes,
  roots: readonly Certificate[],
  atMs: number,
): Promise<Certificate> {
  const [claimed = leaf, ...between] = cabundle;
  const below = [...between, leaf].map(readCertificate);
  const root = await rootOf(below[0] as Certificate, roots, claimed);
  const chain = [root, ...below];
  for (const [index, certificate] of chain.entries()) {
    checkTime(certificate, atMs);
    if (index < chain.length - 1) checkAuthority(certificate, chain.length - 2 - index);
    else checkLeaf(certificate);
    const issuer = chain[index - 1];
    if (issuer && issuer !== root) await checkIssuer(certificate, issuer);
  }
  return root;
}

/** Whether a signature over the SHA-384 of a message is that of a certificate's key. @param signature - r‖s, 96 bytes. */
export async function isSignedBy(certificate: Certificate, signature: Bytes, message: Bytes): Promise<boolean> {
  try {
    const ecdsa = { name: 'ECDSA', namedCurve: 'P-384' };
    const key = await crypto.subtle.importKey('raw', certificate.publicKey, ecdsa, false, ['verify']);
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-384' }, key, signature, message);
  } catch (error) {
    // A point that is not on the curve. Without WebCrypto, as in a page that is no secure context, nothing is verified.
    if (error instanceof DOMException) return false;
    throw error;
  }
}

async function rootOf(first: Certificate, roots: readonly Certificate[], claimed: Bytes): Promise<Certificate> {
  for (const root of roots) if (await isIssuedBy(first, root)) return root;
  const known = await Promise.all(roots.map(({ der }) => fingerprint(der)));
  throw fault(
    'CERTIFICATE_ROOT',
    'No root that this app trusts stands above this attestation: it trusts those of trust.attestationRoot, or of roots.',
    {
      expected: `the root with the SHA-256 ${known.join(' or ')}`,
      received: `a chain below the root ${await fingerprint(claimed)}`,
    },
  );
}

async function isIssuedBy(certificate: Certificate, issuer: Certificate): Promise<boolean> {
  const isNamed = toHex(certificate.issuer) === toHex(issuer.subject);
  return isNamed && (await isSignedBy(issuer, certificate.signature, certificate.signed));
}

async function checkIssuer(certificate: Certificate, issuer: Certificate): Promise<void> {
  if (toHex(certificate.issuer) !== toHex(issuer.subject)) {
    throw fault('CERTIFICATE_ISSUER', 'A certificate of the attestation names another issuer than the one above it.', {
      expected: `an issuer that is the subject of the certificate ${issuer.serial}`,
      received: `the certificate ${certificate.serial}, of another issuer`,
    });
  }
  if (!(await isSignedBy(issuer, certificate.signature, certificate.signed))) {
    throw fault('CERTIFICATE_SIGNATURE', 'A certificate of the attestation is not signed by the one above it.', {
      expected: `a signature by the key of the certificate ${issuer.serial}`,
      received: `the certificate ${certificate.serial}, with another signature`,
    });
  }
}

function checkTime({ serial, notBeforeMs, notAfterMs }: Certificate, atMs: number): void {
  // A certificate counts whole seconds, and holds until the end of its last one.
  if (notBeforeMs <= atMs && atMs < notAfterMs + 1000) return;
  throw fault('CERTIFICATE_TIME', 'A certificate did not hold when the attestation was signed.', {
    expected: `the time of the attestation, ${dateText(atMs)}`,
    received: `the certificate ${serial}, which holds from ${dateText(notBeforeMs)} to ${dateText(notAfterMs)}`,
  });
}

/** @param authoritiesBelow - how many that may sign certificates follow. */
function checkAuthority(certificate: Certificate, authoritiesBelow: number): void {
  const { serial, isAuthority, mayCertify, pathLength } = certificate;
  if (!isAuthority) {
    throw fault('CERTIFICATE_AUTHORITY', 'A certificate above another one is no authority.', {
      expected: 'basicConstraints with CA true',
      received: `the certificate ${serial} without`,
    });
  }
  if (!mayCertify) {
    throw fault('CERTIFICATE_KEY_USAGE', 'A certificate above another one may not sign certificates.', {
      expected: 'keyUsage with keyCertSign',
      received: `the certificate ${serial} without`,
    });
  }
  if (pathLength !== undefined && pathLength < authoritiesBelow) {
    throw fault('CERTIFICATE_PATH_LENGTH', 'A certificate stands above more authorities than it allows.', {
      expected: `at most ${pathLength} below the certificate ${serial}`,
      received: `${authoritiesBelow}`,
    });
  }
}

function checkLeaf({ serial, isAuthority, maySign }: Certificate): void {
  if (isAuthority) {
    throw fault('CERTIFICATE_AUTHORITY', 'The certificate that the attestation is signed with is an authority.', {
      expected: 'a certificate that may not sign others',
      received: `the certificate ${serial}, with CA true`,
    });
  }
  if (!maySign) {
    throw fault('CERTIFICATE_KEY_USAGE', 'The certificate that the attestation is signed with may not sign.', {
      expected: 'keyUsage with digitalSignature',
      received: `the certificate ${serial} without`,
    });
  }
}

const fingerprint = async (der: Bytes): Promise<string> => toHex(await sha256(der));

/** Also of a time that no `Date` has. */
const dateText = (ms: number): string => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms} ms`);

const fault = (code: ProofErrorCode, says: string, difference: Difference): ProofError =>
  new ProofError(code, says, difference);
