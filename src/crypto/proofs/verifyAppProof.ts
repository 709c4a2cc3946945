import { fromBase64 } from '../base64.js';
import type { Bytes } from '../bytes.js';
import { sha256 } from '../digest.js';
import { EncodingError } from '../encodingError.js';
import { toHex } from '../hex.js';
import { verify } from '../p256.js';
import { type AddressStatement, type AppProof, readAppProof } from './appProof.js';
import { type Attestation, readAttestation } from './attestation.js';
import { awsNitroRoot } from './awsNitroRoot.js';
import { readCertificate } from './certificate.js';
import { isSignedBy, readRoots, verifyChain } from './chain.js';
import { checkEnclave, checkExpected, type ExpectedEnclave } from './enclave.js';
import { isHexOf } from './isHexOf.js';
import type { Manifest } from './manifest.js';
import { notOfForm, ProofError } from './proofError.js';

/** What is read of a Boot Proof, as `get_boot_proof` answers it. Its other members are signed by nobody. */
export type BootProof = {
  /** The ephemeral key of the enclave: 260 lowercase hex digits, those of the App Proof. */
  readonly ephemeralPublicKeyHex: string;
  /** Base64 of the attestation document of AWS Nitro, or of a root that is software. */
  readonly awsAttestationDocB64: string;
  /** Base64 of the manifest of QuorumOS. */
  readonly qosManifestB64: string;
};

/** What the app was told of an address, which the proof must say too, character by character: an account of a wallet is one. */
export type AddressClaim = {
  readonly organizationId: string;
  readonly address: string;
  /** The derivation path, as `m/44'/60'/0'/0/0`. `null`: a private key, which has none. */
  readonly path: string | null;
};

/** How a proof is verified. */
export type VerifyOptions = {
  /** What the app was told, and what is to be proved. */
  readonly claim: AddressClaim;
  /** The enclave that is expected, from the app's own source. */
  readonly expected?: ExpectedEnclave | undefined;
  /**
   * Roots that the app trusts, from its own source: certificates as base64 of DER. Never from the service that is verified. Default:
   * {@link awsNitroRoot} alone.
   */
  readonly roots?: readonly string[] | undefined;
};

/** What a proof says, all of it signed. It can be written as JSON. */
export type ProofFacts = {
  readonly organizationId: string;
  readonly walletId: string | undefined;
  readonly address: string;
  /** The derivation path. */
  readonly path: string | undefined;
  /** When the address was proved, by the clock of the enclave: milliseconds since 1970. */
  readonly provedAtMs: number;
  /** When the enclave was attested, by the clock of Nitro: milliseconds since 1970. */
  readonly attestedAtMs: number;
  /** The enclave, as Nitro names it. */
  readonly moduleId: string;
  /** All measurements of the enclave by their index, in hex. */
  readonly pcrs: Readonly<Record<number, string>>;
  /** SHA-256 of the manifest, in hex: what the code of the enclave says that it is. */
  readonly manifestDigest: string;
  /** The manifest, where `expected` names its digest. */
  readonly manifest: Manifest | undefined;
  /** The key that signed, of this start of the enclave: 260 hex digits. */
  readonly ephemeralPublicKey: string;
  /** SHA-256 of the root's certificate, in hex. */
  readonly rootFingerprint: string;
};

/**
 * What a verification found.
 *
 * - `verified`: by AWS's root, and the enclave is the one that was expected; `name` is its name.
 * - `unmeasured`: inside some AWS enclave. Which one was not asked: anybody can start one.
 * - `software`: signed below a root that the app trusts and that is not AWS's: by a server, and by no enclave.
 */
export type ProofReport = ProofFacts &
  (
    | { readonly state: 'verified'; readonly name: string }
    | { readonly state: 'unmeasured' }
    | { readonly state: 'software' }
  );

/**
 * Verifies on this device that an address is what an enclave derived for an organization: the App Proof's signature by the ephemeral key,
 * that key in an attestation of AWS Nitro, the attestation's signature, its chain up to a pinned root, the manifest's digest in it, the
 * enclave that is expected, and that all this says what the app was told. Certificates are judged at the time that is signed into the
 * attestation, so that a proof stays valid; no request is sent, and no clock is asked.
 *
 * @param appProof - from `appProofs` of an activity, or `list_app_proofs`.
 * @param bootProof - from `get_boot_proof` with the App Proof's `publicKey`.
 * @throws {ProofError} of the step that failed, with what was expected and what came. docs/proofs.md lists the codes.
 * @see docs/proofs.md; AWS, "Verifying the root of trust"
 * @example
 * ```ts
 * const report = await verifyAppProof(appProof, bootProof, {
 *   claim: { organizationId, address, path: "m/44'/60'/0'/0/0" },
 *   expected: { name: 'the signer of Acme', pcr3: 'b798abfd…' },
 * });
 * report.state; // 'verified'
 * ```
 */
export async function verifyAppProof(
  appProof: AppProof,
  bootProof: BootProof,
  options: VerifyOptions,
): Promise<ProofReport> {
  const { claim, expected, roots = [awsNitroRoot] }: Partial<VerifyOptions> = options ?? {};
  checkClaim(claim);
  if (expected !== undefined) checkExpected(expected);
  const trusted = readRoots(roots);
  const app = readAppProof(appProof);
  const { document, manifest } = readBootProof(bootProof);
  const attestation = readAttestation(document);
  checkKeys(appProof, bootProof, attestation);
  await checkAttestationSignature(attestation);
  const { certificate: leaf, cabundle, timestampMs: attestedAtMs, moduleId, pcrs } = attestation;
  const root = await verifyChain({ cabundle, leaf }, trusted, attestedAtMs);
  const manifestDigest = await digestOf(manifest, attestation);
  const readAs = checkEnclave(attestation, { manifest, manifestDigest }, expected);
  if (!(await verify(app.signingKey, app.signature, app.signed))) {
    throw new ProofError('APP_PROOF_SIGNATURE', 'The enclave did not sign this App Proof.', {
      expected: 'a signature over proofPayload by the second half of publicKey',
      received: `another signature, ${appProof.signature}`,
    });
  }
  checkTime(app.says, attestation);
  checkSaysTheSame(app.says, claim);
  const { organizationId, walletId, address, path, timestampMs: provedAtMs } = app.says;
  const facts: ProofFacts = {
    ...{ organizationId, walletId, address, path, provedAtMs, attestedAtMs, moduleId, pcrs, manifestDigest },
    manifest: readAs,
    ephemeralPublicKey: appProof.publicKey,
    rootFingerprint: toHex(await sha256(root.der)),
  };
  // By its bytes: what a certificate says of itself is nothing.
  if (toHex(root.der) !== toHex(fromBase64(awsNitroRoot))) return { ...facts, state: 'software' };
  return expected === undefined
    ? { ...facts, state: 'unmeasured' }
    : { ...facts, state: 'verified', name: expected.name };
}

/** In characters of base64: 16 KiB of payload and what is around it; environments of manifests can be long. */
const longest = { document: 24_000, manifest: 1_048_576 };

function readBootProof(bootProof: BootProof): { readonly document: Bytes; readonly manifest: Bytes } {
  const { ephemeralPublicKeyHex, awsAttestationDocB64, qosManifestB64 } = bootProof ?? {};
  if (!isHexOf(ephemeralPublicKeyHex, 130)) throw malformed('ephemeralPublicKeyHex');
  return {
    document: readBase64('awsAttestationDocB64', awsAttestationDocB64, longest.document),
    manifest: readBase64('qosManifestB64', qosManifestB64, longest.manifest),
  };
}

function readBase64(name: string, text: string, mostCharacters: number): Bytes {
  try {
    if (typeof text === 'string' && text !== '' && text.length <= mostCharacters) return fromBase64(text);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
  }
  throw malformed(name);
}

const malformed = notOfForm(
  'BOOT_PROOF_MALFORMED',
  'The Boot Proof',
  'ephemeralPublicKeyHex in lowercase hex, and canonical base64 of an attestation document and of a manifest',
);

function checkKeys({ publicKey }: AppProof, { ephemeralPublicKeyHex }: BootProof, attestation: Attestation): void {
  const attested = attestation.publicKey && toHex(attestation.publicKey);
  const others = [
    ['of the Boot Proof', ephemeralPublicKeyHex],
    ['in the attestation', attested ?? 'none'],
  ] as const;
  for (const [where, key] of others) {
    if (key === publicKey) continue;
    throw new ProofError('PUBLIC_KEY_MISMATCH', 'The Boot Proof is that of another key than the App Proof.', {
      expected: `${publicKey.slice(0, 20)}…, the key of the App Proof`,
      received: `${key.slice(0, 20)}…, the key ${where}`,
    });
  }
}

async function checkAttestationSignature({ certificate, signature, signed }: Attestation): Promise<void> {
  const leaf = readCertificate(certificate);
  if (await isSignedBy(leaf, signature, signed)) return;
  throw new ProofError('ATTESTATION_SIGNATURE', 'The attestation document is not signed by its certificate.', {
    expected: `a signature by the key of the certificate ${leaf.serial}`,
    received: `another signature, ${toHex(signature)}`,
  });
}

async function digestOf(manifest: Bytes, { userData }: Attestation): Promise<string> {
  const digest = toHex(await sha256(manifest));
  const attested = userData && toHex(userData);
  if (digest === attested) return digest;
  throw new ProofError('MANIFEST_DIGEST', 'The manifest is another one than the attestation names.', {
    expected: `a manifest with the SHA-256 ${attested ?? '(none is named)'}`,
    received: digest,
  });
}

function checkTime({ timestampMs }: AddressStatement, attestation: Attestation): void {
  if (timestampMs >= attestation.timestampMs) return;
  throw new ProofError('APP_PROOF_TOO_EARLY', 'The App Proof is older than the start of the enclave.', {
    expected: `a time from ${attestation.timestampMs} on, in milliseconds since 1970`,
    received: String(timestampMs),
  });
}

function checkClaim(claim: AddressClaim | undefined): asserts claim is AddressClaim {
  const { organizationId, address, path } = claim ?? {};
  const isPath = path === null || (typeof path === 'string' && path !== '');
  if ([organizationId, address].every((text) => typeof text === 'string' && text !== '') && isPath) return;
  throw new ProofError('CLAIM_MALFORMED', 'This app does not say what is to be proved.', {
    expected: 'claim: { organizationId, address, path }',
    received: JSON.stringify(claim) ?? 'nothing',
  });
}

function checkSaysTheSame(says: AddressStatement, claim: AddressClaim): void {
  for (const member of ['organizationId', 'address', 'path'] as const) {
    const [said, told] = [says[member], claim[member] ?? undefined];
    if (said === told) continue;
    throw new ProofError('CLAIM_MISMATCH', `The proof is about another ${words[member]} than this app was told.`, {
      expected: told ?? 'no path',
      received: said ?? 'no path',
    });
  }
}

const words = { organizationId: 'organization', address: 'address', path: 'path' } as const;
