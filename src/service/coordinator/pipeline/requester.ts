import type { ActivityRow } from '../../../contract/row.js';
import type { Requester } from '../../limits/requestWork.js';
import type { Row } from '../../store/schema.js';

/** Who holds a credential. */
export type KeyHolder = Pick<Row<'users'>, 'user_id' | 'is_root' | 'is_proxy'> & {
  /** The user's own organization. */
  readonly home_id: string;
  /** Of the organization where the request is executed. */
  readonly parent_id: string | null;
};

/**
 * Whose share an activity takes. A root member's deletions, votes and logins come first, so that nobody keeps the root quorum from ending
 * what others of the organization do.
 *
 * @param holder - `undefined`: an invited contact, who is no user yet.
 */
export function requesterOf(
  { right, action }: Pick<ActivityRow, 'right' | 'action'>,
  organizationId: string,
  holder: KeyHolder | undefined,
): Requester {
  if (!holder) return { organizationId, userId: undefined, isProxy: false, isParents: false, comesFirst: false };
  const isFirst = right === 'vote' || right === 'own login' || right === 'login' || action === 'DELETE';
  const isParents = holder.home_id !== organizationId || holder.parent_id === null;
  return {
    organizationId: isParents ? holder.home_id : organizationId,
    userId: holder.user_id,
    isProxy: holder.is_proxy === 1,
    isParents,
    comesFirst: isFirst && holder.is_root === 1 && !isParents,
  };
}
