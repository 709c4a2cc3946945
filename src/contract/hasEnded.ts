import type { Activity, ActivityStatus } from './activities.records.js';

const ends: readonly ActivityStatus[] = [
  'ACTIVITY_STATUS_COMPLETED',
  'ACTIVITY_STATUS_FAILED',
  'ACTIVITY_STATUS_REJECTED',
];

/** Whether nothing more will become of an activity. */
export const hasEnded = ({ status }: Pick<Activity, 'status'>): boolean => ends.includes(status);
