import type { Bytes } from '../crypto/bytes.js';

/** Who signs a request. Signs the very bytes that are sent, and nothing else: no method, path or header. */
export type Stamper = {
  /** The header that a request with this body carries. */
  stamp(body: Bytes): Promise<{ name: string; value: string }>;
};

/** Who signs with a key of its own. */
export type KeyStamper = Stamper & {
  /** The key that signs: 66 lowercase hex digits, SEC 1 compressed; of Ed25519 64. */
  readonly publicKey: string;
};
