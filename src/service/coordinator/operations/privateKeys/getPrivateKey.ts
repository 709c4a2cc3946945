import type { getPrivateKey } from '../../../../contract/privateKeys.queries.js';
import { refused } from '../../../../contract/refusals.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { findPrivateKeys, writePrivateKeys } from '../../records/privateKeys.js';

/** One of them. */
export const answerGetPrivateKey: AnswerQuery<typeof getPrivateKey> = async (
  { organizationId, privateKeyId },
  { db },
) => {
  const found = await findPrivateKeys(db, organizationId, [privateKeyId]);
  const [privateKey] = await writePrivateKeys(db, organizationId, found);
  if (!privateKey) throw refused('PRIVATE_KEY_NOT_FOUND');
  return { privateKey };
};
