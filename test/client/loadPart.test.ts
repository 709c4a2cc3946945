import { expect, test } from 'vitest';
import { loadPart } from '../../src/client/loadPart.js';

test('a part that did not load is reported as an unreachable service', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  await expect(loadPart(Promise.reject(cause))).rejects.toMatchObject({ code: 'NETWORK_FAILED', cause });
  await expect(loadPart(Promise.resolve('a part'))).resolves.toBe('a part');
});
