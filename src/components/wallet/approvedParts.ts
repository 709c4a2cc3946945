'use client';
import { ApprovedList } from './ApprovedList.js';

/** What is loaded for what others agreed to when its page was closed. */
export const approvedParts = { ApprovedList };
