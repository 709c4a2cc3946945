import { expect, test, vi } from 'vitest';
import { readMnemonic, soundMnemonic } from '../../../src/client/transfer/readMnemonic.js';

vi.mock('@scure/bip39/wordlists/english.js', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('if the list of words does not load, the error is an unreachable service', async () => {
  await expect(readMnemonic('legal winner')).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
  await expect(soundMnemonic('legal winner')).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
});
