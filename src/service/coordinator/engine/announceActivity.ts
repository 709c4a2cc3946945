import type { Kysely } from 'kysely';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { Organization } from '../callers/caller.js';
import { announce, subscribedEndpoints } from '../records/webhooks.js';
import { withVotes } from './record.js';

/** Sends an activity's new state to the webhook endpoints, as a user without a vote sees it. */
export async function announceActivity(
  tools: Tools,
  db: Kysely<Tables>,
  organization: Pick<Organization, 'organization_id' | 'parent_id'>,
  stored: Row<'activities'>,
  nowMs: number,
): Promise<void> {
  const eventType = 'ACTIVITY_UPDATES';
  const endpoints = await subscribedEndpoints(db, organization, eventType);
  if (endpoints.length === 0) return;
  const [activity] = await withVotes(tools, db, [stored], {
    caller: undefined,
    organization: { ...organization, policies_revision: null },
    nowMs,
  });
  const { activity_id: activityId, organization_id: happenedIn } = stored;
  await announce(tools, db, endpoints, { eventType, happenedIn, activityId, content: { ...activity }, nowMs });
}
