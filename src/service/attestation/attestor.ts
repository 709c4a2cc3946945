import type { WireBootProof } from '../../contract/proofs.records.js';
import { type Bytes, concat } from '../../crypto/bytes.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import { createAgreementKey, decompressPoint, type Signer } from '../../crypto/p256.js';
import type { NewTimedId } from '../ids.js';
import type { Primitives } from '../primitives.js';
import { freshSecretKey } from '../vault/freshSecretKey.js';
import { withSecret } from '../wipe.js';
import { type Program, writeBootProof } from './bootProof.js';
import { type RootKeeper, type SoftwareRoot, softwareRoot } from './softwareRoot.js';

/** A key that signs App Proofs, of one process for one day. Its private half is never stored. */
export type EphemeralKey = {
  /** Its Boot Proof, as it is kept. */
  readonly bootProofId: string;
  /** 260 lowercase hex digits: two points of P-256, of which the second one signs. */
  readonly publicKey: string;
  readonly attestedAtMs: number;
  readonly sign: Signer['sign'];
};

/** What attests the ephemeral keys of a process. */
export type Attestor = {
  /** The key of today, attested where this process has none. It writes, outside of any transaction. */
  readonly attest: () => Promise<EphemeralKey>;
  /** Forgets a key whose Boot Proof is gone: the next one is attested anew. */
  readonly forget: (key: EphemeralKey) => void;
  /** The root that Boot Proofs stand below, in DER; it is made where there is none. */
  readonly root: () => Promise<Bytes>;
};

/** What an attestor works with. */
export type AttestorTools = RootKeeper & {
  readonly primitives: Primitives;
  readonly clock: () => number;
  readonly newTimedId: NewTimedId;
  readonly program: Program;
};

/** An ephemeral key signs for a day, its certificate holds some minutes longer. */
const rotatedAfterMs = 24 * 60 * 60_000;
/** Where a clock is set back by more, a key is of another time. */
const mostBackMs = 60 * 60_000;

export function createAttestor(tools: AttestorTools): Attestor {
  let key: EphemeralKey | undefined;
  let attesting: Promise<EphemeralKey> | undefined;
  const isOfToday = ({ attestedAtMs }: EphemeralKey) => {
    const ageMs = tools.clock() - attestedAtMs;
    return ageMs >= -mostBackMs && ageMs < rotatedAfterMs;
  };
  return {
    async attest() {
      if (key && isOfToday(key)) return key;
      attesting ??= attested(tools).finally(() => {
        attesting = undefined;
      });
      key = await attesting;
      return key;
    },
    forget(gone) {
      if (key === gone) key = undefined;
    },
    root: async () => (await softwareRoot(tools, tools.clock())).certificate,
  };
}

/** A new key, whose Boot Proof is kept before it signs anything. */
async function attested(tools: AttestorTools): Promise<EphemeralKey> {
  const { store, random, program, newTimedId, clock } = tools;
  const nowMs = clock();
  const root: SoftwareRoot = await softwareRoot(tools, nowMs);
  // Enclaves are sent secrets by the first half. Nobody sends this service any: its private half is gone.
  const { publicKey: encrypting } = await createAgreementKey();
  const signer = await newSigner(tools);
  const ephemeralKey = concat(encrypting, decompressPoint(fromHex(signer.publicKey)));
  const proof = await writeBootProof(ephemeralKey, { root, program, nowMs, random });
  const bootProofId = newTimedId(nowMs);
  await store.change((db) =>
    db
      .insertInto('boot_proofs')
      .values({
        boot_proof_id: bootProofId,
        ephemeral_key: proof.ephemeralPublicKeyHex,
        proof: JSON.stringify(proof satisfies WireBootProof),
        created_at_ms: nowMs,
      })
      // A statement that is sent again after a lost answer.
      .onConflict((conflict) => conflict.column('boot_proof_id').doNothing())
      .execute(),
  );
  return {
    bootProofId,
    publicKey: toHex(ephemeralKey),
    attestedAtMs: nowMs,
    sign: (message) => signer.sign(message),
  };
}

async function newSigner({ primitives, random }: AttestorTools): Promise<Signer> {
  return withSecret(freshSecretKey('CURVE_P256', random), async (secret) =>
    primitives.openSigner(secret, toHex(await primitives.p256.publicKey(secret))),
  );
}
