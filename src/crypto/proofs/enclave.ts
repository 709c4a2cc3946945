import type { Bytes } from '../bytes.js';
import type { Attestation } from './attestation.js';
import { isHexOf } from './isHexOf.js';
import { type Manifest, readManifest } from './manifest.js';
import { ProofError } from './proofError.js';

/**
 * The enclave that an app expects, from its own source: measurements of the image (PCR0 to PCR2, all three), of the role of its instance
 * (PCR3), or the digest of its manifest. At least one of the three; all that are given must hold. Lowercase hex: a PCR 96 digits, the
 * digest 64.
 */
export type ExpectedEnclave = {
  /** What people read of it: "this address was made inside {name}". */
  readonly name: string;
} & (ExpectedImage | ExpectedRole | ExpectedManifest);

/** SHA-384 of the image of the enclave, of its kernel, and of its application. Zeros, where they are named, accept debug mode. */
export type ExpectedImage = { readonly pcr0: string; readonly pcr1: string; readonly pcr2: string };

/** SHA-384 of 48 zero bytes and the ARN of the role of the instance. */
export type ExpectedRole = { readonly pcr3: string };

/**
 * SHA-256 of the manifest. It counts only where the manifest's own PCR0 to PCR3 are those of the attestation, since any code may have any
 * digest written into its attestation.
 */
export type ExpectedManifest = { readonly manifestDigest: string };

/**
 * Checks the form of what an app expects.
 *
 * @throws {ProofError} EXPECTED_MALFORMED
 */
export function checkExpected(expected: ExpectedEnclave): void {
  const { name, pcr0, pcr1, pcr2, pcr3, manifestDigest } = allOf(expected);
  const image = [pcr0, pcr1, pcr2].filter((pcr) => pcr !== undefined);
  const named = [...image, pcr3, manifestDigest].filter((value) => value !== undefined);
  const pcrs = [...image, pcr3].filter((pcr) => pcr !== undefined);
  const isWhole = image.length === 0 || image.length === 3;
  const isOfForm =
    pcrs.every((pcr) => isHexOf(pcr, 48)) && (manifestDigest === undefined || isHexOf(manifestDigest, 32));
  if (typeof name === 'string' && name !== '' && named.length > 0 && isWhole && isOfForm) return;
  throw new ProofError('EXPECTED_MALFORMED', 'What this app expects of the enclave is incomplete.', {
    expected: 'a name, and PCR0 to PCR2, PCR3 or a manifest’s digest, each in lowercase hex',
    received: JSON.stringify(expected) ?? 'nothing',
  });
}

/**
 * Checks the enclave of an attestation. Without `expected`, only that it does not run in debug mode, in which Nitro measures nothing:
 * PCR0 to PCR2 are zero then.
 *
 * @param manifest - its bytes, whose SHA-256 is the attestation's user data.
 * @param manifestDigest - that SHA-256, in hex.
 * @returns the manifest, where its digest is expected.
 * @throws {ProofError} PCRS_ZERO, ENCLAVE_MISMATCH, MANIFEST_MALFORMED, MANIFEST_PCRS
 */
export function checkEnclave(
  { pcrs }: Attestation,
  { manifest, manifestDigest }: { readonly manifest: Bytes; readonly manifestDigest: string },
  expected: ExpectedEnclave | undefined,
): Manifest | undefined {
  const wanted = expected === undefined ? {} : allOf(expected);
  const image = [pcrs[0], pcrs[1], pcrs[2]];
  if (image.every((pcr) => pcr === zeros) && wanted.pcr0 === undefined) {
    throw new ProofError('PCRS_ZERO', 'The enclave runs in debug mode: its owner can read and change what is in it.', {
      expected: 'measurements in PCR0 to PCR2',
      received: 'zeros, which `expected` does not name',
    });
  }
  const { pcr0, pcr1, pcr2, pcr3 } = wanted;
  for (const [index, pcr] of [pcr0, pcr1, pcr2, pcr3].entries()) {
    if (pcr !== undefined) mustBe(`PCR${index}`, pcr, pcrs[index]);
  }
  if (wanted.manifestDigest === undefined) return undefined;
  mustBe('a manifest with the SHA-256', wanted.manifestDigest, manifestDigest);
  const read = readManifest(manifest);
  for (const [index, pcr] of read.pcrs.entries()) {
    if (pcrs[index] === pcr) continue;
    throw new ProofError('MANIFEST_PCRS', 'The manifest is for another enclave than the attestation.', {
      expected: `PCR${index} ${pcr}, as the manifest says`,
      received: pcrs[index] ?? 'none',
    });
  }
  return read;
}

const zeros = '0'.repeat(96);

/** All members that may be there. */
const allOf = (
  expected: ExpectedEnclave,
): Partial<ExpectedImage & ExpectedRole & ExpectedManifest & { name: string }> => expected;

function mustBe(what: string, expected: string, received: string | undefined): void {
  if (expected === received) return;
  throw new ProofError('ENCLAVE_MISMATCH', 'The address comes from another enclave than this app expects.', {
    expected: `${what} ${expected}`,
    received: received ?? 'none',
  });
}
