import type { FoundProvider } from './findProvider.js';

/** A login that is ready for the click. */
export type PreparedOauth = FoundProvider & {
  readonly state: string;
  readonly nonce: string;
  readonly publicKey: string;
  readonly codeVerifier: string;
  /** The provider's authorization URL with all parameters. */
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly preparedAtMs: number;
};
