import { fromBase58Check, toBase58Check } from '../../src/crypto/base58.js';
import {
  openCredentialBundle,
  openExportBundle,
  sealCredentialBundle,
  sealExportBundle,
} from '../../src/crypto/bundles.js';
import { type Bytes, concat, fromUtf8, utf8 } from '../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { openImportBundle, sealImportBundle, writeImportTarget } from '../../src/crypto/importBundle.js';
import {
  type AgreementKey,
  createAgreementKey,
  createSigningKey,
  decompressPoint,
  type SigningKey,
} from '../../src/crypto/p256.js';
import { LatchkeyError } from '../../src/errors.js';
import { type Chance, pick } from './chance.js';

/** The bytes of a bundle, by the names of its parts. */
type Parts = Readonly<Record<string, Bytes>>;

/** A kind of bundle: how one is made, taken apart, put together, and read by whom it is for. */
type BundleKind = {
  readonly name: string;
  readonly make: (by: Reader) => Promise<string>;
  readonly split: (bundle: string) => Parts | Promise<Parts>;
  readonly join: (parts: Parts) => string | Promise<string>;
  readonly read: (bundle: string, by: Reader) => Promise<unknown>;
};

/** Whom bundles are for, and who signs them. */
type Reader = {
  readonly recipient: AgreementKey;
  readonly signer: SigningKey;
  readonly expected: { readonly signerPublicKey: string; readonly organizationId: string; readonly userId: string };
};

const words = utf8(`${'abandon '.repeat(11)}about\npassphrase`);
const fresh = (): Bytes => crypto.getRandomValues(new Uint8Array(32));

/** The members of a JSON text of hex members, and back. */
const hexMembers = (bundle: string, names: readonly string[]): Parts => {
  const members = JSON.parse(bundle);
  return Object.fromEntries(names.map((name) => [name, fromHex(members[name])]));
};
const asHex = (parts: Parts): Record<string, string> =>
  Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, toHex(bytes)]));

/** Of a signed envelope both what is signed is a part, and each value in it. */
const splitEnvelope = (bundle: string): Parts => {
  const { data, dataSignature, enclaveQuorumPublic } = hexMembers(bundle, [
    'data',
    'dataSignature',
    'enclaveQuorumPublic',
  ]) as Record<'data' | 'dataSignature' | 'enclaveQuorumPublic', Bytes>;
  const values = Object.entries<string>(JSON.parse(fromUtf8(data))).map(([name, value]) => [`in ${name}`, utf8(value)]);
  return { ...Object.fromEntries(values), dataSignature, enclaveQuorumPublic };
};
const joinEnvelope = ({ dataSignature, enclaveQuorumPublic, ...values }: Parts): string => {
  const data = Object.entries(values).map(([name, value]) => [
    name.slice('in '.length),
    new TextDecoder().decode(value),
  ]);
  const signed = { data: utf8(JSON.stringify(Object.fromEntries(data))), dataSignature, enclaveQuorumPublic } as Parts;
  return JSON.stringify({ version: 'v1.0.0', ...asHex(signed) });
};

export const bundleKinds: readonly BundleKind[] = [
  {
    name: 'a credential bundle',
    make: ({ recipient }) => sealCredentialBundle(fresh(), recipient.publicKey),
    async split(bundle) {
      const payload = await fromBase58Check(bundle);
      return { enc: payload.slice(0, 33), ciphertext: payload.slice(33, 65), tag: payload.slice(65) };
    },
    join: (parts) => toBase58Check(concat(...Object.values(parts))),
    read: (bundle, { recipient }) => openCredentialBundle(bundle, recipient),
  },
  {
    name: 'an export bundle',
    make: ({ recipient, signer, expected: { organizationId } }) =>
      sealExportBundle({ plaintext: words, recipientPublicKey: recipient.publicKey, organizationId }, signer),
    split: splitEnvelope,
    join: joinEnvelope,
    read: (bundle, { recipient, expected }) => openExportBundle(bundle, recipient, expected),
  },
  {
    name: 'the bundle that an import begins with',
    make: ({ recipient, signer, expected: { organizationId, userId } }) =>
      writeImportTarget({ targetPublicKey: recipient.publicKey, organizationId, userId }, signer),
    split: splitEnvelope,
    join: joinEnvelope,
    read: (bundle, { expected }) => sealImportBundle(bundle, words, expected),
  },
  {
    name: 'the bundle of an import',
    async make(reader) {
      const [, , begins] = bundleKinds;
      return sealImportBundle((await begins?.make(reader)) ?? '', words, reader.expected);
    },
    split: (bundle) => hexMembers(bundle, ['encappedPublic', 'ciphertext']),
    join: (parts) => JSON.stringify(asHex(parts)),
    read: (bundle, { recipient }) => openImportBundle(bundle, recipient),
  },
];

/** A new reader. */
export async function newReader(): Promise<Reader> {
  const [recipient, signer] = await Promise.all([createAgreementKey(), createSigningKey()]);
  const signerPublicKey = toHex(decompressPoint(fromHex(signer.publicKey)));
  const ids = { organizationId: crypto.randomUUID(), userId: crypto.randomUUID() };
  return { recipient, signer, expected: { signerPublicKey, ...ids } };
}

/** How many of so many bundles, each changed somewhere, are read, and the codes of the refusals of the others. */
export async function readBent(
  kind: BundleKind,
  count: number,
  chance: Chance,
): Promise<{ readonly read: readonly string[]; readonly codes: readonly string[] }> {
  const reader = await newReader();
  const [parts, others] = [
    await kind.split(await kind.make(reader)),
    await kind.split(await kind.make(await newReader())),
  ];
  const read: string[] = [];
  const codes = new Set<string>();
  for (let made = 0; made < count; made += 1) {
    const { bent, how } = bend(chance, parts, others);
    try {
      await kind.read(await kind.join(bent), reader);
      read.push(how);
    } catch (error) {
      codes.add(error instanceof LatchkeyError ? error.code : String(error));
    }
  }
  return { read, codes: [...codes].sort() };
}

/** Changes one part: a bit or a byte of it, its length, or all of it for that of another bundle of this kind. */
function bend(chance: Chance, parts: Parts, others: Parts): { readonly bent: Parts; readonly how: string } {
  const name = pick(chance, Object.keys(parts));
  const part = parts[name] ?? new Uint8Array();
  const at = Math.floor(chance() * part.length);
  const ways: Record<string, () => Uint8Array> = {
    'a bit': () => part.with(at, (part[at] ?? 0) ^ (1 << Math.floor(chance() * 8))),
    'a byte': () => part.with(at, ((part[at] ?? 0) + 1 + Math.floor(chance() * 255)) % 256),
    'a byte less': () => Uint8Array.from([...part.slice(0, at), ...part.slice(at + 1)]),
    'a byte more': () => Uint8Array.from([...part.slice(0, at), Math.floor(chance() * 256), ...part.slice(at)]),
    'the beginning': () => part.slice(0, at),
    zeros: () => new Uint8Array(part.length),
    "another's": () => others[name] ?? part,
  };
  const way = pick(chance, Object.keys(ways));
  const bent = new Uint8Array(ways[way]?.() ?? part);
  return { bent: { ...parts, [name]: bent }, how: `${way} in ${name} at ${at}` };
}
