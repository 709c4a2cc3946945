import { admit } from './admit.js';
import { hasPreparation, type Prepared, prepareExecution } from './execute.js';
import type { AnyHandler, Preparation } from './handlers/handler.js';
import type { Submission } from './incoming.js';

/** What was made ready before the transaction: for the execution, or for the wait for votes. */
export type Ready = {
  readonly prepared?: Prepared | undefined;
  /** What was found in the evidence of what will wait. */
  readonly evidence?: { readonly found: unknown };
};

/**
 * Makes ready what comes before the transaction: what is executed at once is prepared, of what will wait for votes the evidence is looked
 * at. What an earlier attempt found too long to decide inside, or changed, is decided before, too.
 *
 * @throws {RefusedError}
 */
export async function prepare(submission: Submission, { isFirst }: { readonly isFirst: boolean }): Promise<Ready> {
  const { tools, name, row, handlers, arrival, stampedWith, request, asking } = submission;
  const isPrepared = hasPreparation(handlers, name, request.parameters);
  // Who stamps by a contact may be a user only once the transaction has accepted their invitation.
  const isInvited = row.right === 'own login' && stampedWith.contact !== undefined;
  if (!isPrepared && (isFirst || isInvited)) return {};
  const { caller, organization, nowMs, decision } = await tools.store.read((db) => admit(db, submission));
  if (!isPrepared) return {};
  const { clientAddress } = arrival;
  const { read } = tools.store;
  const preparation: Preparation = {
    tools,
    nowMs,
    read,
    clientAddress,
    evidence: 'unchecked',
    handlers,
    asking,
  };
  const { versionName: version, parameters } = request;
  const requested = { version, parameters, caller, organization };
  if (decision.verdict === 'needs consensus') {
    const handler: AnyHandler = handlers[name];
    return handler.checkEvidence ? { evidence: { found: await handler.checkEvidence(requested, preparation) } } : {};
  }
  const prepared = await prepareExecution(name, requested, preparation, request);
  if (prepared?.kind === 'refused unrecorded') throw prepared.refusal;
  return { prepared };
}
