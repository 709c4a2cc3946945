import { StoreError } from './storeError.js';

/**
 * Tries again, after a random and growing wait of at most 64 ms, as long as others were in the way: a conflict of two
 * serializable transactions, or another process at work in the same file. Nothing of a failed try was kept.
 *
 * @throws {StoreError} STORE_BUSY after 20 tries
 */
export async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'STORE_BUSY' || tries === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** Math.min(tries, 6)));
    }
  }
}
