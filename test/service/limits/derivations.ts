import { AsyncLocalStorage } from 'node:async_hooks';
import { nodePrimitives } from '../../../src/service/nodePrimitives.js';
import type { Ecdsa, Primitives } from '../../../src/service/primitives.js';
import type { Store } from '../../../src/service/store/store.js';

/** The derived keys, and how many of them were derived in an open transaction. */
export type Counted = { keys: number; inTransactions: number };

/** A store and primitives that count together. */
export async function countingDerivations(
  store: Store,
): Promise<{ store: Store; primitives: Primitives; counted: Counted }> {
  const counted: Counted = { keys: 0, inTransactions: 0 };
  const isInside = new AsyncLocalStorage<true>();
  const { secp256k1, p256, ed25519, ...others } = await nodePrimitives();
  const counting = <Curve extends Pick<Ecdsa, 'publicKey'>>(curve: Curve): Curve => ({
    ...curve,
    publicKey: (secret: Parameters<Curve['publicKey']>[0]) => {
      counted.keys += 1;
      if (isInside.getStore()) counted.inTransactions += 1;
      return curve.publicKey(secret);
    },
  });
  return {
    store: {
      ...store,
      transaction: (run) => store.transaction((transaction) => isInside.run(true, () => run(transaction))),
    },
    primitives: { ...others, secp256k1: counting(secp256k1), p256: counting(p256), ed25519: counting(ed25519) },
    counted,
  };
}
