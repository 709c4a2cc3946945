import { fromHex, toHex } from '../crypto/hex.js';
import { type AgreementKey, createAgreementKey } from '../crypto/p256.js';
import { indexedDbTable } from './indexedDbTable.js';
import { targetKeyDatabase } from './targetKeyDatabase.js';

/** A key pair that a bundle is sealed to. The private half can open bundles and is non-extractable. */
export type TargetKey = TargetKeyPurpose & {
  /** SEC 1 uncompressed, 130 lowercase hex digits: `targetPublicKey` of a request. */
  readonly publicKey: string;
  readonly privateKey: CryptoKey;
  /** The app that created it, if an origin has several. */
  readonly app: string;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
};

/** The purpose of a target key. */
export type TargetKeyPurpose = {
  /** What may be opened with it. */
  readonly purpose: 'login' | 'recovery' | 'export';
  /** Data for the creator, also after a reload. Not secret. */
  readonly note?: string | undefined;
  /** Milliseconds since 1970: when it is deleted. */
  readonly keepUntilMs: number;
};

/** The target keys of one app on this device. */
export type TargetKeys = {
  /** Creates a key pair and stores it before it resolves. */
  create(purpose: TargetKeyPurpose): Promise<TargetKey>;
  /** Those of a purpose, newest first. */
  list(purpose: TargetKeyPurpose['purpose']): Promise<TargetKey[]>;
  /** Deletes a key, so that bundles sealed to it can never be opened. A missing one is no error. */
  remove(publicKey: string): Promise<void>;
};

export type TargetKeyOptions = {
  /** Keeps the keys of two apps on one origin apart. */
  readonly app: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
};

/** Stores target keys in IndexedDB, shared by every tab of the origin, and across reloads; if that is unavailable, in the page's memory. */
export function openTargetKeys(options: TargetKeyOptions): TargetKeys {
  const disk = indexedDbTable<TargetKey>(targetKeyDatabase);
  const memory = memoryTable();
  return targetKeysIn(
    {
      add: (key) => disk.add(key).catch(() => memory.add(key)),
      delete: async (publicKey) => {
        await memory.delete(publicKey);
        await disk.delete(publicKey).catch(() => {});
      },
      getAll: async () => [...(await disk.getAll().catch(() => [])), ...(await memory.getAll())],
    },
    options,
  );
}

/** Keeps target keys in memory, as long as the page lives. */
export function memoryTargetKeys(options: TargetKeyOptions): TargetKeys {
  return targetKeysIn(memoryTable(), options);
}

/** A target key in the form that opens bundles. */
export const agreementKeyOf = ({ publicKey, privateKey }: TargetKey): AgreementKey => ({
  publicKey: fromHex(publicKey),
  privateKey,
});

type TargetKeyTable = {
  add(key: TargetKey): Promise<unknown>;
  delete(publicKey: string): Promise<unknown>;
  getAll(): Promise<TargetKey[]>;
};

function targetKeysIn(table: TargetKeyTable, { app, clock }: TargetKeyOptions): TargetKeys {
  /** The unexpired ones; the others are deleted. */
  async function living(): Promise<TargetKey[]> {
    const all = await table.getAll();
    const isOver = ({ keepUntilMs }: TargetKey) => keepUntilMs <= clock();
    await Promise.all(all.filter(isOver).map(({ publicKey }) => table.delete(publicKey)));
    return all.filter((key) => !isOver(key));
  }

  return {
    async create(purpose) {
      await living();
      const { publicKey, privateKey } = await createAgreementKey();
      const key = { ...purpose, app, publicKey: toHex(publicKey), privateKey, createdAtMs: clock() };
      await table.add(key);
      return key;
    },
    async list(purpose) {
      const ours = (await living()).filter((key) => key.app === app && key.purpose === purpose);
      return ours.sort((one, other) => other.createdAtMs - one.createdAtMs);
    },
    async remove(publicKey) {
      await table.delete(publicKey);
    },
  };
}

function memoryTable(): TargetKeyTable {
  const keys = new Map<string, TargetKey>();
  return {
    add: async (key) => keys.set(key.publicKey, key),
    delete: async (publicKey) => keys.delete(publicKey),
    getAll: async () => [...keys.values()],
  };
}
