import { type Bytes, utf8 } from '../../crypto/bytes.js';
import { hmacSha256, sha256 } from '../../crypto/digest.js';
import { toHex } from '../../crypto/hex.js';
import { type AgreementKey, importAgreementKey } from '../../crypto/p256.js';
import { createSealer, derivedKeyId, type MasterKey, SealError } from '../vault/seal.js';

/** The secrets of a service, none of which is in its database. While one is being replaced, the old one follows it in the list. */
export type ServiceSecrets = {
  /** What keys, the outbox and answers are sealed under: the first seals, all open. 32 bytes each. */
  readonly masterKeys: readonly MasterKey[];
  /** Keys the hashes of one-time codes. 32 bytes. */
  readonly codePepper: Bytes;
  /** Peppers that codes may still have been hashed with. */
  readonly olderCodePeppers?: readonly Bytes[];
  /** The proxy's P-256 decryption key. 32 bytes. */
  readonly proxyKey: Bytes;
  /** Proxy keys that API keys may still be sealed to. */
  readonly olderProxyKeys?: readonly Bytes[];
};

/** The secrets as they were given, each with the id that the table of check values knows it by. The first of a kind makes. */
export type GivenSecrets = {
  readonly masterKeys: readonly [GivenMasterKey, ...GivenMasterKey[]];
  readonly codePeppers: readonly [NamedSecret, ...NamedSecret[]];
  readonly proxyKeys: readonly [ProxyKey, ...ProxyKey[]];
};

export type GivenMasterKey = {
  readonly id: string;
  readonly key: Bytes;
  /** Whether its id is its own. Version 0.1 called every key without an id `1`, so that one answers for that too. */
  readonly named: 'by whoever gave it' | 'by itself';
};

export type NamedSecret = {
  readonly id: string;
  readonly secret: Bytes;
  /** The stored check value, which does not reveal the secret. */
  readonly checkValue: Bytes;
};

/** A proxy key, opened for use. */
export type ProxyKey = NamedSecret & { readonly opened: AgreementKey };

/** @throws {SealError} MASTER_KEYS_INVALID */
export async function readGivenSecrets(secrets: ServiceSecrets): Promise<GivenSecrets> {
  const [masterKey, ...olderMasterKeys] = await Promise.all(secrets.masterKeys.map(nameMasterKey));
  if (masterKey === undefined) throw new SealError('MASTER_KEYS_INVALID', 'Give at least one master key.');
  const masterKeys = [masterKey, ...olderMasterKeys] as const;
  await createSealer({ masterKeys, random: (length) => new Uint8Array(length) }); // refuses what cannot seal
  return {
    masterKeys,
    codePeppers: [await namePepper(secrets.codePepper), ...(await all(secrets.olderCodePeppers, namePepper))],
    proxyKeys: [await nameProxyKey(secrets.proxyKey), ...(await all(secrets.olderProxyKeys, nameProxyKey))],
  };
}

const all = <T>(secrets: readonly Bytes[] | undefined, name: (secret: Bytes) => Promise<T>): Promise<T[]> =>
  Promise.all((secrets ?? []).map(name));

async function nameMasterKey({ id, key }: MasterKey): Promise<GivenMasterKey> {
  if (id !== undefined) return { id, key, named: 'by whoever gave it' };
  return { id: await derivedKeyId(key), key, named: 'by itself' };
}

async function namePepper(secret: Bytes): Promise<NamedSecret> {
  return {
    id: await derivedKeyId(secret),
    secret,
    checkValue: await hmacSha256(secret, utf8('latchkey/check value')),
  };
}

/** By its public half, which is all that the coordinator has of it. */
async function nameProxyKey(secret: Bytes): Promise<ProxyKey> {
  const opened = await importAgreementKey(secret);
  const id = toHex((await sha256(opened.publicKey)).subarray(0, 8));
  return { id, secret, checkValue: opened.publicKey, opened };
}
