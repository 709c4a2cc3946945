import type { listPrivateKeys } from '../../../../contract/privateKeys.queries.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { writePrivateKeys } from '../../records/privateKeys.js';

/** Oldest first: ids are in the order of time. */
export const answerListPrivateKeys: AnswerQuery<typeof listPrivateKeys> = async ({ organizationId }, { db }) => {
  const keys = await db
    .selectFrom('private_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('private_key_id')
    .execute();
  return { privateKeys: await writePrivateKeys(db, organizationId, keys) };
};
