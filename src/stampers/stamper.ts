import type { Bytes } from '../crypto/bytes.js';

/** Signs requests: the exact bytes of the body that are sent, and nothing else, no method, path or header. */
export type Stamper = {
  /** The header for a request with this body. */
  stamp(body: Bytes): Promise<{ name: string; value: string }>;
};

/** A stamper with one key of its own. */
export type KeyStamper = Stamper & {
  /** The key that signs: 66 lowercase hex digits, SEC 1 compressed; of Ed25519 64. */
  readonly publicKey: string;
};
