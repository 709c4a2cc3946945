import type * as activities from '../../../src/contract/activities.js';
import type * as queries from '../../../src/contract/activities.queries.js';
import type { Activity } from '../../../src/contract/activities.records.js';
import { stampLogin } from '../../../src/contract/sessions.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { absentId, act } from '../parties.js';
import type { Examples } from './example.js';
import type { Maker } from './resources.js';

/** A completed activity without a lasting effect. */
async function completed({ test, root }: Maker): Promise<Activity> {
  const { publicKey } = await createSigningKey();
  return act(test, root, stampLogin, { publicKey, expirationSeconds: '1' });
}

export const activityResources = {
  activityId: { absent: absentId, make: async (by: Maker) => (await completed(by)).id },
  fingerprint: { absent: `sha256:${'0'.repeat(64)}`, make: async (by: Maker) => (await completed(by)).fingerprint },
};

export const activityExamples: Examples<typeof activities & typeof queries> = {
  approveActivity: {
    request: ({ fingerprint }) => ({ fingerprint }),
    inParent: 'ACTIVITY_NOT_PENDING',
    inSub: 'ACTIVITY_NOT_PENDING',
    ofForeign: 'ACTIVITY_NOT_FOUND',
  },
  rejectActivity: {
    request: ({ fingerprint }) => ({ fingerprint }),
    inParent: 'ACTIVITY_NOT_PENDING',
    inSub: 'ACTIVITY_NOT_PENDING',
    ofForeign: 'ACTIVITY_NOT_FOUND',
  },
  getActivity: { request: ({ activityId }) => ({ activityId }), ofForeign: 'ACTIVITY_NOT_FOUND' },
  listActivities: { request: () => ({}) },
};
