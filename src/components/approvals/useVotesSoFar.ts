'use client';
import type { Activity } from '../../contract/activities.records.js';
import type { Quorum } from '../../hooks/soleQuorum.js';
import { useSession } from '../../hooks/useSession.js';
import type { ApprovalMessages } from '../english/approvalMessages.js';
import { useScreen } from '../screenContext.js';
import { formatWait } from '../timeText.js';
import { approvalsLastMs, approvalsOf, msOf, requested } from './approvalFacts.js';

export type VotesSoFar = {
  /** `1/2`, where it is known how many are needed. */
  readonly short: string | undefined;
  /** `1 of 2 approvals` */
  readonly inWords: string;
  /** Who requested it and when. */
  readonly asked: readonly string[];
  /** Until when approvals count. */
  readonly left: readonly string[];
};

/** Who requested an activity, how many approve, and how many are still needed. */
export function useVotesSoFar(activity: Activity, quorum: Quorum | undefined, words: ApprovalMessages): VotesSoFar {
  const { clock } = useScreen();
  const { session } = useSession();
  const nowMs = clock();
  const approvals = approvalsOf(activity);
  const [first] = approvals;
  const leftMs = first && msOf(first.createdAt) + approvalsLastMs - nowMs;
  const isOver = leftMs !== undefined && leftMs <= 0;
  const counts = ({ userId }: { userId: string }) => !isOver && (!quorum || quorum.userIds.includes(userId));
  const count = approvals.filter(counts).length;
  return {
    short: quorum && `${count}/${quorum.threshold}`,
    inWords: words.approvals(count, quorum?.threshold),
    asked: requested(activity, words, { nowMs, userId: session?.userId }),
    left: leftMs === undefined ? [] : [isOver ? words.expired : words.expires(formatWait(leftMs, words.locale))],
  };
}
