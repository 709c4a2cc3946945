import type { Activity } from '../../contract/activities.records.js';
import { createPolicies, createPolicy, deletePolicies, deletePolicy, updatePolicy } from '../../contract/policies.js';
import { listPolicies } from '../../contract/policies.queries.js';
import { asRootUser } from './callerOf.js';
import type { ConfigEnvironment } from './environment.js';
import { forTerminal, lineForTerminal } from './forTerminal.js';
import type { Outputs } from './outputs.js';
import { lineOfChange, type PolicyChanges, type PolicyStep, policyChanges } from './policyChanges.js';
import { PolicyFileError, policyFileText, readPolicyFile, written } from './policyFile.js';
import type { RootCaller } from './rootCaller.js';
import { submitUnlessWaiting, waitingActivities } from './waiting.js';

/** Which file, and whether what is found is printed as lines of JSON. */
export type PoliciesWanted = { readonly path: string; readonly json: boolean };

/** `latchkey policies lint FILE`: says what is wrong with the policies of a file. It asks no service. @returns the exit code: 0 if nothing is. */
export async function lintPolicies({ path, json }: PoliciesWanted, { print, say }: Outputs): Promise<number> {
  try {
    const { length } = (await readPolicyFile(path)).policies;
    say(length === 1 ? '1 policy: it can be made.' : `${length} policies: all of them can be made.`);
    return 0;
  } catch (error) {
    if (!(error instanceof PolicyFileError)) throw error;
    for (const fault of error.faults) print(json ? forTerminal(JSON.stringify({ fault })) : lineForTerminal(fault));
    return 1;
  }
}

/** `latchkey policies get`: prints an organization's policies as a file has them. */
export const getPolicies = (environment: ConfigEnvironment, { print }: Outputs): Promise<number> =>
  asRootUser(environment, async (caller) => {
    print(forTerminal(policyFileText((await listedPolicies(caller)).map(written))));
    return 0;
  });

/**
 * `latchkey policies diff FILE`: prints what has to be done so that an organization has the policies of a file, and no others.
 *
 * @returns the exit code: 0 if nothing has.
 * @throws {PolicyFileError}
 */
export async function diffPolicies(
  environment: ConfigEnvironment,
  { path, json }: PoliciesWanted,
  { print, say }: Outputs,
): Promise<number> {
  const { policies: wanted } = await readPolicyFile(path);
  return asRootUser(environment, async (caller) => {
    const { changes } = policyChanges(await listedPolicies(caller), wanted);
    for (const line of linesOf(changes, json)) print(line);
    if (changes.length === 0) say('Nothing differs.');
    return changes.length === 0 ? 0 : 1;
  });
}

/**
 * `latchkey policies apply FILE`: does it, after it has printed what, so that nothing is allowed in between that neither the old nor the new
 * policies allow, as far as that can be told. No policy is updated or deleted that somebody else has changed since then. It stops at the first
 * activity that other root users must approve; called again once they have, it goes on there.
 *
 * @returns the exit code: 0 if the organization has the policies of the file.
 * @throws {PolicyFileError}
 * @throws {RefusedError} POLICY_CHANGED; what else the coordinator refuses: what was done before stays done
 */
export async function applyPolicies(
  environment: ConfigEnvironment,
  { path, json }: PoliciesWanted,
  { print, say }: Outputs,
): Promise<number> {
  const { policies: wanted } = await readPolicyFile(path);
  return asRootUser(environment, async (caller) => {
    const { changes, steps } = policyChanges(await listedPolicies(caller), wanted);
    for (const line of linesOf(changes, json)) print(line);
    const before = await waitingActivities(caller, policyRows);
    for (const step of steps) {
      const { status, fingerprint } = await done(caller, step, before);
      if (status === 'ACTIVITY_STATUS_COMPLETED') continue;
      say(`Other root users must approve the activity ${fingerprint}. Call this again then: it goes on with the rest.`);
      return 1;
    }
    const left = policyChanges(await listedPolicies(caller), wanted).changes;
    if (left.length > 0) say('Somebody else has changed the policies meanwhile. Call this again.');
    else say(steps.length === 0 ? 'Nothing differs.' : 'The organization has the policies of the file.');
    for (const { fingerprint } of await waitingActivities(caller, policyRows))
      say(
        `The activity ${fingerprint} still waits for approval, and would change the policies: reject it where it is not to.`,
      );
    return left.length > 0 ? 1 : 0;
  });
}

/** All that change policies. */
const policyRows = [createPolicy, createPolicies, updatePolicy, deletePolicy, deletePolicies];

/** The policies of the root user's organization. */
export const listedPolicies = async (caller: RootCaller) => (await caller.ask(listPolicies, {})).policies;

/** What has to be done, a policy a line. */
const linesOf = (changes: PolicyChanges['changes'], json: boolean): readonly string[] =>
  changes.map((change) => (json ? forTerminal(JSON.stringify(change)) : lineOfChange(change)));

/** Does a step. One that waited before is not asked for twice. */
function done(caller: RootCaller, step: PolicyStep, before: readonly Activity[]): Promise<Activity> {
  switch (step.does) {
    case 'create':
      return submitUnlessWaiting(caller, createPolicies, step.parameters, before);
    case 'update':
      return submitUnlessWaiting(caller, updatePolicy, step.parameters, before);
    case 'delete':
      return submitUnlessWaiting(caller, deletePolicy, step.parameters, before);
  }
}
