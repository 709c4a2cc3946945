import { EthereumError } from './ethereumError.js';
import { ProviderRpcError } from './providerRpcError.js';

/** Asks a node; what it refuses with becomes an error of ours. @throws {EthereumError} */
export async function codedRefusal<Answer>(
  code: 'TRANSACTION_WOULD_FAIL' | 'CHAIN_REFUSED',
  run: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await run();
  } catch (cause) {
    if (!(cause instanceof ProviderRpcError)) throw cause;
    throw new EthereumError(code, `The chain’s node refuses this: ${cause.message}`, { cause });
  }
}
