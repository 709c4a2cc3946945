import { admit } from './admission.js';
import type { Preparation } from './execution.js';
import { preparePending } from './pending.js';
import { checkEvidence, hasPreparation, runPreparation } from './runExecution.js';
import type { Prepared } from './submission.js';

/**
 * Prepares an activity, if it has something to prepare, before its transaction: what is executed at once is prepared, of what will
 * wait for votes the evidence is checked. What is long to decide is decided before, too.
 *
 * @throws {RefusedError}
 */
export async function prepareSubmission(submission: Prepared): Promise<void> {
  const { tools, name, fingerprint, arrival, request, foreknown } = submission;
  if (foreknown.known.has(fingerprint)) return;
  if (!hasPreparation(foreknown, name, request.parameters)) {
    if (submission.asking.decidesBefore) await tools.store.read((db) => admit(db, submission));
    return;
  }
  const { caller, organization, nowMs, decision } = await tools.store.read((db) => admit(db, submission));
  const preparation: Preparation = {
    tools,
    nowMs,
    read: tools.store.read,
    clientAddress: arrival.clientAddress,
    evidence: 'to be checked',
    preparePending: (pending) => preparePending(preparation, pending, { organization, voter: caller }, foreknown),
  };
  const { versionName: version, parameters } = request;
  const requested = { version, parameters, caller, organization };
  if (decision.verdict === 'needs consensus')
    return checkEvidence({ name, fingerprint }, requested, preparation, foreknown);
  await runPreparation({ name, fingerprint }, requested, preparation, foreknown);
}
