import type { Activity, ActivityStatus } from './activities.records.js';

const ends: readonly ActivityStatus[] = [
  'ACTIVITY_STATUS_COMPLETED',
  'ACTIVITY_STATUS_FAILED',
  'ACTIVITY_STATUS_REJECTED',
];

/** Whether an activity is in a final state. */
export const hasEnded = ({ status }: Pick<Activity, 'status'>): boolean => ends.includes(status);
