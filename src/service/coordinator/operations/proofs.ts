import type {
  getAddressProof,
  getBootProof,
  getLatestBootProof,
  listAppProofs,
} from '../../../contract/proofs.queries.js';
import { refused } from '../../../contract/refusals.js';
import { appName } from '../../attestation/bootProof.js';
import type { AnswerQuery } from '../engine/handlers/handler.js';
import { findActivity } from '../engine/record/record.js';
import { findBootProof, newestBootProof, proofOfAddress, proofsOf } from '../records/proofs.js';
import { storedAddress } from '../records/wallets.js';

/** Whoever may read the activity may read them, wherever its addresses are. */
const answerListAppProofs: AnswerQuery<typeof listAppProofs> = async ({ organizationId, activityId }, { db }) => {
  const activity = await findActivity(db, organizationId, activityId);
  if (!activity) throw refused('ACTIVITY_NOT_FOUND');
  return { appProofs: [...(await proofsOf(db, activity))] };
};

const answerGetAddressProof: AnswerQuery<typeof getAddressProof> = async ({ organizationId, address }, { db }) => {
  const appProof = await proofOfAddress(db, organizationId, await storedAddress(address));
  return appProof ? { appProof } : {};
};

/** They are nobody's: whoever may ask anything may ask for each of them. */
const answerGetBootProof: AnswerQuery<typeof getBootProof> = async ({ ephemeralKey }, { db }) => {
  const bootProof = await findBootProof(db, ephemeralKey);
  if (!bootProof) throw refused('BOOT_PROOF_NOT_FOUND');
  return { bootProof };
};

const answerGetLatestBootProof: AnswerQuery<typeof getLatestBootProof> = async (request, { db, tools }) => {
  if (request.appName !== appName) throw refused('BOOT_PROOF_NOT_FOUND');
  await tools.attestor.attest();
  const bootProof = await newestBootProof(db);
  if (!bootProof) throw refused('BOOT_PROOF_NOT_FOUND');
  return { bootProof };
};

export const proofsAnswers = {
  listAppProofs: answerListAppProofs,
  getAddressProof: answerGetAddressProof,
  getBootProof: answerGetBootProof,
  getLatestBootProof: answerGetLatestBootProof,
};
