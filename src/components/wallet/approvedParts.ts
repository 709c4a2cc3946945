'use client';
import { ApprovedList } from './ApprovedList.js';
import { PaymentsReader } from './PaymentsReader.js';

/**
 * What is loaded for how far payments are, and for what others agreed to when its page was closed: no screen of its own, so that it shares no
 * file with those.
 */
export const approvedParts = { ApprovedList, PaymentsReader };
