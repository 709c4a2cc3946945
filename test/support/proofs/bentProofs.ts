import { fromBase64 } from '../../../src/crypto/base64.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import type { AppProof } from '../../../src/crypto/proofs/appProof.js';
import { ProofError } from '../../../src/crypto/proofs/proofError.js';
import {
  type AddressClaim,
  type BootProof,
  type VerifyOptions,
  verifyAppProof,
} from '../../../src/crypto/proofs/verifyAppProof.js';
import { type Chance, pick } from '../chance.js';
import { toBase64 } from './proofPair.js';

/** All that is signed or compared. */
export type Verified = { readonly appProof: AppProof; readonly bootProof: BootProof; readonly claim: AddressClaim };

/** What was accepted of so many pairs, each changed in one place, and the codes of the refusals of the others. */
export async function acceptedOfBent(
  pair: Verified,
  {
    count,
    chance,
    other,
    ...options
  }: { count: number; chance: Chance; other: Verified } & Omit<VerifyOptions, 'claim'>,
): Promise<{ readonly accepted: readonly string[]; readonly codes: readonly string[] }> {
  const [texts, others] = [textsOf(pair), textsOf(other)];
  const accepted: string[] = [];
  const codes = new Set<string>();
  for (let made = 0; made < count; made += 1) {
    const { bent, how } = bend(chance, texts, others);
    const { appProof, bootProof, claim } = pairOf(bent);
    try {
      await verifyAppProof(appProof, bootProof, { claim, ...options });
      accepted.push(how);
    } catch (error) {
      if (!(error instanceof ProofError)) throw error;
      codes.add(error.code);
    }
  }
  return { accepted, codes: [...codes].sort() };
}

/** Texts by their place, with how their bytes are written, where they have some. */
type Texts = Readonly<Record<string, string>>;
const encodings: Readonly<Record<string, 'hex' | 'base64'>> = {
  publicKey: 'hex',
  signature: 'hex',
  ephemeralPublicKeyHex: 'hex',
  awsAttestationDocB64: 'base64',
  qosManifestB64: 'base64',
};

function textsOf({ appProof, bootProof, claim }: Verified): Texts {
  const { ephemeralPublicKeyHex, awsAttestationDocB64, qosManifestB64 } = bootProof;
  return { ...appProof, ephemeralPublicKeyHex, awsAttestationDocB64, qosManifestB64, ...claim, path: claim.path ?? '' };
}

function pairOf(texts: Texts): Verified {
  const t = (name: string) => texts[name] ?? '';
  return {
    appProof: {
      scheme: t('scheme'),
      publicKey: t('publicKey'),
      proofPayload: t('proofPayload'),
      signature: t('signature'),
    },
    bootProof: {
      ephemeralPublicKeyHex: t('ephemeralPublicKeyHex'),
      awsAttestationDocB64: t('awsAttestationDocB64'),
      qosManifestB64: t('qosManifestB64'),
    },
    claim: { organizationId: t('organizationId'), address: t('address'), path: t('path') },
  };
}

/** Changes a text, or the bytes that it is, in one place. */
function bend(chance: Chance, texts: Texts, others: Texts): { readonly bent: Texts; readonly how: string } {
  const name = pick(chance, [...Object.keys(texts), 'awsAttestationDocB64', 'awsAttestationDocB64', 'qosManifestB64']);
  const text = texts[name] ?? '';
  const encoding = encodings[name];
  const isBytes = encoding !== undefined && chance() < 0.8;
  const way = pick(chance, Object.keys(ways));
  const changed = isBytes
    ? written(Uint8Array.from(ways[way]?.(chance, [...read(text, encoding)]) ?? []), encoding)
    : String.fromCharCode(
        ...(ways[way]?.(
          chance,
          [...text].map((letter) => letter.charCodeAt(0)),
        ) ?? []),
      );
  // One in twenty is the other pair's, where that has another one.
  const bent = chance() < 0.05 && others[name] !== text ? (others[name] ?? '') : changed;
  if (bent === text) return bend(chance, texts, others);
  return { bent: { ...texts, [name]: bent }, how: `${way} in ${isBytes ? 'the bytes of ' : ''}${name}: ${bent}` };
}

const read = (text: string, encoding: 'hex' | 'base64') => (encoding === 'hex' ? fromHex(text) : fromBase64(text));
const written = (bytes: Uint8Array<ArrayBuffer>, encoding: 'hex' | 'base64') =>
  encoding === 'hex' ? toHex(bytes) : toBase64(bytes);

/** Of units: bytes, or the codes of letters, all below 128. */
const ways: Readonly<Record<string, (chance: Chance, units: readonly number[]) => readonly number[]>> = {
  'a bit': (chance, units) => {
    const at = Math.floor(chance() * units.length);
    return units.with(at, (units[at] ?? 0) ^ (1 << Math.floor(chance() * 7)));
  },
  'a unit less': (chance, units) => units.toSpliced(Math.floor(chance() * units.length), 1),
  'a unit more': (chance, units) => units.toSpliced(Math.floor(chance() * units.length), 0, Math.floor(chance() * 128)),
  'the beginning': (chance, units) => units.slice(0, Math.floor(chance() * units.length)),
  zeros: (_chance, units) => units.map(() => 0),
  'two exchanged': (chance, units) => {
    const [one, two] = [Math.floor(chance() * units.length), Math.floor(chance() * units.length)];
    return units.with(one, units[two] ?? 0).with(two, units[one] ?? 0);
  },
};
