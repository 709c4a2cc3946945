'use client';
import { getLimitsUse, getStatistics } from '../contract/statistics.queries.js';
import { queryHook } from './rowHooks.js';

/** How often people log in, sign up and sign, for an organization's own users. {@link getStatistics} */
export const useGetStatistics = queryHook('useGetStatistics', getStatistics);
/** How much of the caps on codes is used up, for an organization's own users. {@link getLimitsUse} */
export const useGetLimitsUse = queryHook('useGetLimitsUse', getLimitsUse);
