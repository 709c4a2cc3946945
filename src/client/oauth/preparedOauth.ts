import type { FoundProvider } from './findProvider.js';

/** A login that wants nothing but a click. */
export type PreparedOauth = FoundProvider & {
  readonly state: string;
  readonly nonce: string;
  readonly publicKey: string;
  readonly codeVerifier: string;
  /** The provider's address with all that it is asked. */
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly preparedAtMs: number;
};
