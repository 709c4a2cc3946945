'use client';
import { getStatistics } from '../contract/statistics.queries.js';
import { queryHook } from './rowHooks.js';

/** How often people log in, sign up and sign, for an organization's own users. {@link getStatistics} */
export const useGetStatistics = queryHook('useGetStatistics', getStatistics);
