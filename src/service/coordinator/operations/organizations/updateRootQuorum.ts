import type { updateRootQuorum } from '../../../../contract/organizations.js';
import { refused } from '../../../../contract/refusals.js';
import type { Flag } from '../../../store/columns.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkQuorumCanAct, rootUserIds } from '../../records/organizations.js';

/** The users named are the root users from now on, and no others. */
export const updateRootQuorumHandler: ActivityHandler<typeof updateRootQuorum> = {
  async execute({ parameters: { threshold, userIds } }, { transaction, organization, nowMs }) {
    const { organization_id } = organization;
    const named = [...new Set(userIds)];
    if (threshold > named.length) throw refused('QUORUM_INVALID');
    const users = await transaction
      .selectFrom('users')
      .select(['user_id', 'is_proxy'])
      .where('organization_id', '=', organization_id)
      .where('user_id', 'in', named)
      .execute();
    if (users.length < named.length) throw refused('USER_NOT_FOUND');
    if (users.some(({ is_proxy }) => is_proxy)) throw refused('QUORUM_INVALID', { about: "the auth proxy's user" });
    const before = await rootUserIds(transaction, organization_id);
    const change = async (is_root: Flag, changed: string[]) => {
      if (changed.length === 0) return;
      await transaction
        .updateTable('users')
        .set({ is_root, updated_at_ms: nowMs })
        .where('organization_id', '=', organization_id)
        .where('user_id', 'in', changed)
        .execute();
    };
    await change(
      0,
      before.filter((id) => !named.includes(id)),
    );
    await change(
      1,
      named.filter((id) => !before.includes(id)),
    );
    await transaction
      .updateTable('organizations')
      .set({ root_quorum_threshold: threshold })
      .where('organization_id', '=', organization_id)
      .execute();
    await checkQuorumCanAct(transaction, { ...organization, root_quorum_threshold: threshold });
    return done({});
  },
};
