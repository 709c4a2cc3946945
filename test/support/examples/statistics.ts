import type * as queries from '../../../src/contract/statistics.queries.js';
import type { Examples } from './example.js';

export const statisticsExamples: Examples<typeof queries> = {
  getLimitsUse: { request: () => ({}) },
  getStatistics: { request: () => ({ from: '0', to: '3600000', resolution: 'HOUR' }) },
};
