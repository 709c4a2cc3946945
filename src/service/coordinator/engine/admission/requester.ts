import type { ActivityRow } from '../../../../contract/row.js';
import type { Requester } from '../../../limits/requestWork.js';
import type { Row } from '../../../store/schema.js';

/** Who holds a credential. */
export type KeyHolder = Pick<Row<'users'>, 'user_id' | 'is_root' | 'is_proxy'> & {
  /** The user's own organization. */
  readonly home_id: string;
  /** Of the organization where the request is executed. */
  readonly parent_id: string | null;
};

/**
 * Whose share an activity takes. A root member's deletions, votes and logins come first. {@link comesFirst}
 *
 * @param holder - `undefined`: an invited contact, who is no user yet.
 */
export function requesterOf(
  row: Pick<ActivityRow, 'right' | 'action'>,
  organizationId: string,
  holder: KeyHolder | undefined,
): Requester {
  if (!holder) return { organizationId, userId: undefined, isProxy: false, isParents: false, comesFirst: false };
  const isParents = holder.home_id !== organizationId || holder.parent_id === null;
  return {
    organizationId: isParents ? holder.home_id : organizationId,
    userId: holder.user_id,
    isProxy: holder.is_proxy === 1,
    isParents,
    comesFirst: comesFirst(row, holder) && !isParents,
  };
}

/**
 * Whether a root member deletes, votes or logs in: nobody of the organization keeps its root quorum from ending what others of it do, by
 * no limit that they have reached.
 */
export const comesFirst = (
  { right, action }: Pick<ActivityRow, 'right' | 'action'>,
  { is_root }: Pick<KeyHolder, 'is_root'>,
): boolean => is_root === 1 && (right === 'vote' || right === 'own login' || right === 'login' || action === 'DELETE');
