import type { Token } from './token.js';

/**
 * The tokens that are told by their symbols: first the app's, then the largest of each chain, which are loaded when they are first needed.
 * Where they cannot be loaded, their amounts are told in smallest units.
 */
export async function namedTokens(own: readonly Token[] = []): Promise<readonly Token[]> {
  try {
    const { largestTokens } = await import('./largestTokens.js');
    return [...own, ...largestTokens()];
  } catch {
    return own;
  }
}
