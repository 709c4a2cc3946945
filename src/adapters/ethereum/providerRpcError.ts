/**
 * An error of the provider, as tools of Ethereum read it.
 *
 * @see EIP-1193, EIP-1474, EIP-3326, EIP-5792
 */
export class ProviderRpcError extends Error {
  /**
   * 4001, 4100, 4200, 4900, 4901, 4902, -32602, -32603, -32000, -32002, those of batches from 5700 on, or
   * what the chain's node said.
   */
  readonly code: number;
  /** The kit's own error, or what the chain's node added to its own. */
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ProviderRpcError';
    this.code = code;
    this.data = data;
  }
}
