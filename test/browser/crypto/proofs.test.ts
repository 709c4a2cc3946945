import { expect, inject, test } from 'vitest';
import type { AppProof } from '../../../src/crypto/proofs/appProof.js';
import { type BootProof, verifyAppProof } from '../../../src/crypto/proofs/verifyAppProof.js';
import { seeded } from '../../support/chance.js';
import { acceptedOfBent } from '../../support/proofs/bentProofs.js';
import { makeProofs } from '../../support/proofs/proofPair.js';
import { realClaim, realImage } from '../../support/proofs/realPair.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The published pair, as JSON, where it is there: a page reads no files. */
    publishedProofs: string | null;
  }
}

const published = inject('publishedProofs');

test('a browser verifies the real pair at its own time', async ({ skip }) => {
  if (published === null) return skip('published vectors are absent: `npm run vectors:fetch` brings most');
  const { appProofs, bootProofs } = JSON.parse(published) as { appProofs: [AppProof]; bootProofs: [BootProof] };
  const options = { claim: realClaim, expected: realImage };
  const report = await verifyAppProof(appProofs[0], bootProofs[0], options);
  expect(report).toMatchObject({ state: 'verified', name: realImage.name, ...realClaim });
  const { roots } = await makeProofs();
  const byAnother = verifyAppProof(appProofs[0], bootProofs[0], { ...options, roots });
  await expect(byAnother).rejects.toMatchObject({ code: 'CERTIFICATE_ROOT' });
});

test('F-25 a browser accepts a pair of its own, and none of 2,000 changed ones', async () => {
  const [{ roots, ...pair }, other] = [await makeProofs(), await makeProofs()];
  const report = await verifyAppProof(pair.appProof, pair.bootProof, { claim: pair.claim, roots });
  expect(report.state).toBe('software');
  const { accepted } = await acceptedOfBent(pair, { count: 2_000, chance: seeded(27), other, roots });
  expect(accepted).toEqual([]);
});
