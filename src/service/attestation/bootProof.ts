import type { WireBootProof } from '../../contract/proofs.records.js';
import { timestampOf } from '../../contract/timestamps.js';
import { toBase64 } from '../../crypto/base64.js';
import { type Bytes, fromUtf8, utf8 } from '../../crypto/bytes.js';
import { sha256 } from '../../crypto/digest.js';
import { toHex } from '../../crypto/hex.js';
import type { Random } from '../primitives.js';
import { type Written, writeCbor } from './cbor.js';
import { p384, serialFrom, sign384, writeCertificate } from './certificate.js';
import type { SoftwareRoot } from './softwareRoot.js';

/** What runs, as its Boot Proofs say it. */
export type Program = {
  /** Its version. */
  readonly version: string;
  /** A line for each of its files, with the digest: what is measured. */
  readonly files: string;
  /** The host that it is reached at. */
  readonly owner: string;
};

/** How long a certificate holds that is made for one ephemeral key. */
const leafLifetimeMs = (24 * 60 + 5) * 60_000;

/**
 * Attests an ephemeral key in the format of AWS Nitro, below a software root: COSE_Sign1 (ES384) by a key that is used this once, with a
 * manifest of QuorumOS.
 *
 * @param ephemeralKey - 130 bytes: two points of P-256, SEC 1 uncompressed.
 * @see RFC 9052, section 4.4; AWS, "Attestation document specification"
 */
export async function writeBootProof(
  ephemeralKey: Bytes,
  { root, program, nowMs, random }: { root: SoftwareRoot; program: Program; nowMs: number; random: Random },
): Promise<WireBootProof> {
  const measured = utf8(program.files);
  const pcr0 = new Uint8Array(await crypto.subtle.digest('SHA-384', measured));
  const manifest = utf8(writeManifest(toHex(pcr0), toHex(await sha256(measured))));
  const { privateKey, publicKey } = await crypto.subtle.generateKey(p384, true, ['sign', 'verify']);
  const certificate = await writeCertificate(
    {
      subject: 'latchkey software attestation',
      issuer: root.subject,
      serial: serialFrom(random),
      notBeforeMs: nowMs,
      notAfterMs: nowMs + leafLifetimeMs,
      publicKey: new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)),
      role: 'signer',
    },
    root.key,
  );
  const payload = writeCbor(
    new Map<string, Written>([
      ['module_id', 'latchkey-software'],
      ['digest', 'SHA384'],
      ['timestamp', nowMs],
      ['pcrs', new Map(Array.from({ length: 16 }, (_, index) => [index, index === 0 ? pcr0 : noPcr]))],
      ['certificate', certificate],
      ['cabundle', [root.certificate]],
      ['public_key', ephemeralKey],
      ['user_data', await sha256(manifest)],
      ['nonce', null],
    ]),
  );
  const header = writeCbor(new Map([[1, -35]]));
  const signature = await sign384(privateKey, writeCbor(['Signature1', header, new Uint8Array(), payload]));
  const envelope = utf8(`{"manifest":${fromUtf8(manifest)},${noApprovals}}`);
  return {
    ephemeralPublicKeyHex: toHex(ephemeralKey),
    awsAttestationDocB64: toBase64(writeCbor([header, new Map(), payload, signature])),
    qosManifestB64: toBase64(manifest),
    qosManifestEnvelopeB64: toBase64(envelope),
    deploymentLabel: program.version,
    enclaveApp: appName,
    owner: program.owner,
    createdAt: timestampOf(nowMs),
    qosManifestVersion: 'v2',
  };
}

/** The one app of this service. */
export const appName = 'latchkey';

const noPcr: Bytes = /* @__PURE__ */ new Uint8Array(48);
const noApprovals = '"manifestSetApprovals":[],"shareSetApprovals":[]';

/** A manifest of version 2 in canonical JSON: its members are sorted. @see docs/wire.md 6 */
function writeManifest(pcr0: string, programHash: string): string {
  const [nobody, none] = [{ members: [], threshold: '0' }, fromZeros(48)];
  return JSON.stringify({
    enclave: { awsRootCertificate: '', pcr0, pcr1: none, pcr2: none, pcr3: none, qosCommit: '' },
    manifestSet: nobody,
    namespace: { name: appName, nonce: '0', quorumKey: '' },
    pivot: { args: [], bridgeConfig: [], debugMode: false, hash: programHash, restart: 'Always' },
    shareSet: nobody,
    version: 'v2',
  });
}

const fromZeros = (bytes: number): string => '00'.repeat(bytes);
