'use client';
import { approveActivity, rejectActivity } from '../contract/activities.js';
import { getActivity, listActivities } from '../contract/activities.queries.js';
import { activityHook, queryHook } from './rowHooks.js';

/** An activity by id. {@link getActivity} */
export const useGetActivity = queryHook('useGetActivity', getActivity);
/** The activities of the organization, newest first. {@link listActivities} */
export const useListActivities = queryHook('useListActivities', listActivities);
/** Approves a pending activity. {@link approveActivity} */
export const useApproveActivity = activityHook('useApproveActivity', approveActivity);
/** Rejects a pending activity. {@link rejectActivity} */
export const useRejectActivity = activityHook('useRejectActivity', rejectActivity);
