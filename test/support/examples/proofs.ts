import type * as queries from '../../../src/contract/proofs.queries.js';
import type { Examples } from './example.js';

export const proofExamples: Examples<typeof queries> = {
  listAppProofs: { request: ({ activityId }) => ({ activityId }), ofForeign: 'ACTIVITY_NOT_FOUND' },
  getAddressProof: { request: () => ({ address: `0x${'0'.repeat(40)}` }) },
  getBootProof: {
    request: () => ({ ephemeralKey: '00'.repeat(130) }),
    inParent: 'BOOT_PROOF_NOT_FOUND',
    inSub: 'BOOT_PROOF_NOT_FOUND',
  },
  getLatestBootProof: { request: () => ({ appName: 'latchkey' }) },
};
