import { type Bytes, concat, utf8 } from '../../../src/crypto/bytes.js';
import type { Cbor } from '../../../src/crypto/cbor.js';
import { sha256 } from '../../../src/crypto/digest.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import type { AppProof } from '../../../src/crypto/proofs/appProof.js';
import type { ExpectedEnclave } from '../../../src/crypto/proofs/enclave.js';
import type { AddressClaim, BootProof } from '../../../src/crypto/proofs/verifyAppProof.js';
import { writeCbor, writeOpenMap } from './cbor.js';
import { type CertificateFacts, type Issued, issue, signWith384, usage } from './certificates.js';
import { manifestV2, type Pcrs } from './manifests.js';

/** What an honest enclave does not do. */
export type Changes = {
  /** The facts of a certificate by its place: 0 the root, then what is below it, the leaf last. */
  readonly certificates?: Readonly<Record<number, Partial<CertificateFacts>>>;
  /** How many certificates stand between root and leaf. Default: 2. */
  readonly between?: number;
  readonly root?: Issued;
  /** Members of the attestation that are other ones; `undefined`: missing. */
  readonly attestation?: Readonly<Record<string, Cbor | undefined>>;
  readonly pcrs?: Readonly<Record<number, string>>;
  readonly manifest?: Bytes;
  /** Writes the attestation. Default: of indefinite length, as AWS Nitro does. */
  readonly write?: (map: ReadonlyMap<number | string, Cbor>) => Bytes;
  /** Changes the parts of COSE_Sign1 once they are signed. */
  readonly bend?: (parts: readonly Cbor[]) => Cbor;
  /** Members of the payload that are other ones. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Members of the statement in the payload that are other ones. */
  readonly statement?: Readonly<Record<string, unknown>>;
  /** The text of the payload, instead of its JSON. */
  readonly payloadText?: string;
  /** The key in the attestation alone. */
  readonly attestedKey?: Bytes;
};

/** An App Proof and its Boot Proof, with what a verifier has to be told. */
export type ProofPair = {
  readonly appProof: AppProof;
  readonly bootProof: BootProof;
  readonly claim: AddressClaim;
  readonly root: Issued;
  /** Base64 of the root's DER. */
  readonly roots: readonly [string];
  readonly image: ExpectedEnclave;
  readonly role: ExpectedEnclave;
  readonly byManifest: ExpectedEnclave;
  /** The certificates, the root first and the leaf last. */
  readonly chain: readonly Issued[];
};

/** When the enclave is attested, by default. */
export const attestedAtMs = Date.UTC(2026, 10, 25, 12);
const dayMs = 86_400_000;
export const pcrs: Pcrs = ['a0'.repeat(48), 'a1'.repeat(48), 'a2'.repeat(48), 'a3'.repeat(48)];
export const zeros = '00'.repeat(48);

/** Makes a pair below a root of its own, as a service without an enclave does. */
export async function makeProofs(changes: Changes = {}): Promise<ProofPair> {
  const claim = {
    organizationId: '3a2de333-972b-45bf-8a7a-83c4167b81e2',
    address: '0xb84b4730Cd81Bc82Ee6B1dE6c343Ebd7928138DC',
    path: "m/44'/60'/0'/0/0",
  };
  const chain = await makeChain(changes);
  const root = chain[0] as Issued;
  const leaf = chain.at(-1) as Issued;
  const [encrypting, signing] = [await newP256(), await newP256()];
  const publicKey = concat(encrypting.point, signing.point);
  const manifest = changes.manifest ?? manifestV2(pcrs);
  const attestation = await attestationOf(changes, { chain, publicKey, manifest });
  const { payloadText = payloadOf(claim, changes) } = changes;
  const ecdsa = { name: 'ECDSA', hash: 'SHA-256' };
  const signature = await crypto.subtle.sign(ecdsa, signing.privateKey, utf8(payloadText));
  const document = await signedDocument(attestation, leaf, changes);
  return {
    appProof: {
      scheme: 'SIGNATURE_SCHEME_EPHEMERAL_KEY_P256',
      publicKey: toHex(publicKey),
      proofPayload: payloadText,
      signature: toHex(new Uint8Array(signature)),
    },
    bootProof: {
      ephemeralPublicKeyHex: toHex(publicKey),
      awsAttestationDocB64: toBase64(document),
      qosManifestB64: toBase64(manifest),
    },
    claim,
    root,
    roots: [toBase64(root.der)],
    image: { name: 'Test', pcr0: pcrs[0], pcr1: pcrs[1], pcr2: pcrs[2] },
    role: { name: 'Test', pcr3: pcrs[3] },
    byManifest: { name: 'Test', manifestDigest: toHex(await sha256(manifest)) },
    chain,
  };
}

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

async function makeChain({ certificates = {}, between = 2, root }: Changes): Promise<Issued[]> {
  const chain: Issued[] = root ? [root] : [];
  for (let place = chain.length; place < between + 2; place += 1) {
    const isLeaf = place === between + 1;
    const authoritiesBelow = between - place;
    const facts: CertificateFacts = {
      subject: `${['root', 'region', 'zone'][place] ?? place}${isLeaf ? ' enclave' : ''} software`,
      serial: crypto.getRandomValues(new Uint8Array(16)).fill(0x51, 0, 1),
      notBeforeMs: attestedAtMs - dayMs,
      notAfterMs: attestedAtMs + dayMs,
      isAuthority: !isLeaf,
      ...(isLeaf || place === 0 ? {} : { pathLength: authoritiesBelow }),
      keyUsage: isLeaf ? usage.signs : usage.certifies,
      extensions: [],
      bend: (signed) => signed,
      ...certificates[place],
    };
    chain.push(await issue(facts, chain.at(-1)));
  }
  return chain;
}

async function attestationOf(
  changes: Changes,
  { chain, publicKey, manifest }: { chain: readonly Issued[]; publicKey: Bytes; manifest: Bytes },
): Promise<ReadonlyMap<number | string, Cbor>> {
  const measured: Record<number, string> = Object.fromEntries(
    Array.from({ length: 16 }, (_, index) => [index, pcrs[index] ?? zeros]),
  );
  const members: Record<string, Cbor | undefined> = {
    module_id: 'i-0123456789abcdef0-enc0123456789abcdef',
    digest: 'SHA384',
    timestamp: attestedAtMs,
    pcrs: new Map(
      Object.entries<string>({ ...measured, ...changes.pcrs }).map(([index, pcr]) => [Number(index), fromHex(pcr)]),
    ),
    certificate: chain.at(-1)?.der,
    cabundle: chain.slice(0, -1).map((each) => each.der),
    public_key: changes.attestedKey ?? publicKey,
    user_data: await sha256(manifest),
    nonce: null,
    ...changes.attestation,
  };
  return new Map(Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

async function signedDocument(
  attestation: ReadonlyMap<number | string, Cbor>,
  leaf: Issued,
  { write = writeOpenMap, bend = (parts) => parts }: Changes,
): Promise<Bytes> {
  const header = writeCbor(new Map([[1, -35]]));
  const payload = write(attestation);
  const signature = await signWith384(leaf.key, writeCbor(['Signature1', header, new Uint8Array(), payload]));
  return writeCbor(bend([header, new Map(), payload, signature]));
}

function payloadOf({ organizationId, address, path }: AddressClaim, { payload, statement }: Changes): string {
  return JSON.stringify({
    type: 'APP_PROOF_TYPE_ADDRESS_DERIVATION',
    timestampMs: String(attestedAtMs + 60_000),
    addressDerivationProof: {
      organizationId,
      walletId: 'ad8a06ec-c2f4-55f2-ac43-65991efbfdd1',
      derivationPath: path,
      address,
      ...statement,
    },
    ...payload,
  });
}

async function newP256(): Promise<{ readonly point: Bytes; readonly privateKey: CryptoKey }> {
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' };
  const { publicKey, privateKey } = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify']);
  return { point: new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)), privateKey };
}
