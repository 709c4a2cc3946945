import type { Activity } from '../../contract/activities.records.js';
import { formatAgo } from '../timeText.js';
import { visible } from '../visible.js';
import { approvalsOf, msOf } from './approvalFacts.js';
import type { ApprovalMessages } from './approvalMessages.js';

/**
 * Who requested an activity, and how long ago: `Asked by Bo`, `4 minutes ago`. Only when, if its votes do not say who: a rejection
 * replaces the requester's own approval, and approvals lapse. Only a vote as old as the activity is the requester's.
 *
 * @param seen.userId - of the person who reads it.
 */
export function requested(
  activity: Activity,
  words: ApprovalMessages,
  seen: { readonly nowMs: number; readonly userId: string | undefined },
): readonly string[] {
  const [first] = approvalsOf(activity);
  const { createdAt = first?.createdAt } = activity;
  if (createdAt === undefined) return [];
  const atMs = msOf(createdAt);
  const when = [formatAgo(seen.nowMs - atMs, words.locale)];
  const asked = first && msOf(first.createdAt) - atMs < oneSecondMs ? first : undefined;
  if (!asked) return when;
  if (asked.userId === seen.userId) return [words.askedByYou, ...when];
  // In isolates: a name from right to left would take the numbers behind it along.
  return [words.askedBy(`\u2068${visible(asked.user?.userName ?? asked.userId)}\u2069`), ...when];
}

/** A hosted service may give times in whole seconds. */
const oneSecondMs = 1_000;
