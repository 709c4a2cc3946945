'use client';
import { ApprovedList } from './ApprovedList.js';

/** What is loaded for what others agreed to when its page was closed: no screen of its own, so that it shares no file with those. */
export const approvedParts = { ApprovedList };
