import { expect, test } from 'vitest';
import { checkPeers, peer } from '../../src/service/peer.js';

test('a package that is there is handed on', async () => {
  expect(await peer('some-package', async () => ({ answer: 42 }))).toEqual({ answer: 42 });
});

test('a package that is not there is named in a command to paste', async () => {
  const missing = new Error('Cannot find package');
  await expect(peer('some-package', () => Promise.reject(missing))).rejects.toMatchObject({
    code: 'PEER_MISSING',
    message: expect.stringContaining('npm install some-package'),
    cause: missing,
  });
});

test('all packages that are missing are named at once, in one command', async () => {
  const missing = () => Promise.reject(new Error('Cannot find package'));
  await expect(checkPeers({ one: missing, there: async () => ({}), other: missing })).rejects.toMatchObject({
    code: 'PEER_MISSING',
    message: expect.stringContaining('npm install -D one other'),
  });
  await checkPeers({ there: async () => ({}) });
});
