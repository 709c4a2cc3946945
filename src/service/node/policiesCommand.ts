import { approveActivity } from '../../contract/activities.js';
import { getActivity, listActivities } from '../../contract/activities.queries.js';
import type { Activity } from '../../contract/activities.records.js';
import { createPolicies, createPolicy, deletePolicies, deletePolicy, updatePolicy } from '../../contract/policies.js';
import { listPolicies } from '../../contract/policies.queries.js';
import { type ActivityRow, newestOf } from '../../contract/row.js';
import { asRootUser } from './callerOf.js';
import type { ConfigEnvironment } from './environment.js';
import { forTerminal } from './forTerminal.js';
import type { Outputs } from './outputs.js';
import { type PolicyStep, policyChanges } from './policyChanges.js';
import { PolicyFileError, policyFileText, readPolicyFile, written } from './policyFile.js';
import type { RootCaller } from './rootCaller.js';

/** `latchkey policies lint FILE`: says what is wrong with the policies of a file. It asks no service. @returns the exit code: 0 if nothing is. */
export async function lintPolicies(path: string, { print, say }: Outputs): Promise<number> {
  try {
    const { length } = (await readPolicyFile(path)).policies;
    say(length === 1 ? '1 policy: it can be made.' : `${length} policies: all of them can be made.`);
    return 0;
  } catch (error) {
    if (!(error instanceof PolicyFileError)) throw error;
    for (const fault of error.faults) print(fault);
    return 1;
  }
}

/** `latchkey policies get`: prints an organization's policies as a file has them. */
export const getPolicies = (environment: ConfigEnvironment, { print }: Outputs): Promise<number> =>
  asRootUser(environment, async (caller) => {
    print(forTerminal(policyFileText((await policiesOf(caller)).map(written))));
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
  path: string,
  { print, say }: Outputs,
): Promise<number> {
  const { policies: wanted } = await readPolicyFile(path);
  return asRootUser(environment, async (caller) => {
    const { lines } = policyChanges(await policiesOf(caller), wanted);
    for (const line of lines) print(line);
    if (lines.length === 0) say('Nothing differs.');
    return lines.length === 0 ? 0 : 1;
  });
}

/**
 * `latchkey policies apply FILE`: does it, after it has printed what, so that nothing is allowed in between that neither the old nor the new
 * policies allow, as far as that can be told. No policy is updated that somebody else has changed since then. It stops at the first activity that other root users must approve; called again once they
 * have, it goes on there.
 *
 * @returns the exit code: 0 if the organization has the policies of the file.
 * @throws {PolicyFileError}
 * @throws {RefusedError} POLICY_CHANGED; what else the coordinator refuses: what was done before stays done
 */
export async function applyPolicies(
  environment: ConfigEnvironment,
  path: string,
  { print, say }: Outputs,
): Promise<number> {
  const { policies: wanted } = await readPolicyFile(path);
  return asRootUser(environment, async (caller) => {
    const { lines, steps } = policyChanges(await policiesOf(caller), wanted);
    for (const line of lines) print(line);
    const before = await pending(caller);
    for (const step of steps) {
      const { status, fingerprint } = await done(caller, step, before);
      if (status === 'ACTIVITY_STATUS_COMPLETED') continue;
      say(`Other root users must approve the activity ${fingerprint}. Call this again then: it goes on with the rest.`);
      return 1;
    }
    const left = policyChanges(await policiesOf(caller), wanted).lines;
    if (left.length > 0) say('Somebody else has changed the policies meanwhile. Call this again.');
    else say(steps.length === 0 ? 'Nothing differs.' : 'The organization has the policies of the file.');
    for (const { fingerprint } of await pending(caller))
      say(
        `The activity ${fingerprint} still waits for approval, and would change the policies: reject it where it is not to.`,
      );
    return left.length > 0 ? 1 : 0;
  });
}

/** Of all activities that change policies. */
const policyTypes = [createPolicy, createPolicies, updatePolicy, deletePolicy, deletePolicies].map(
  (row: ActivityRow) => newestOf(row).type,
);

/** The policies of the root user's organization. */
export const policiesOf = async (caller: RootCaller) => (await caller.ask(listPolicies, {})).policies;

const typeOf = {
  create: newestOf(createPolicies).type,
  update: newestOf(updatePolicy).type,
  delete: newestOf(deletePolicies).type,
} as const;

function submit(caller: RootCaller, step: PolicyStep): Promise<Activity> {
  switch (step.does) {
    case 'create':
      return caller.submit(createPolicies, step.parameters);
    case 'update':
      return caller.submit(updatePolicy, {
        ...step.parameters,
        ...(step.from !== undefined && { expectedRevision: step.from }),
      });
    case 'delete':
      return caller.submit(deletePolicies, step.parameters);
  }
}

/** Does a step. One that waited before is not asked for twice: this root user's own vote is given where it is missing. */
async function done(caller: RootCaller, step: PolicyStep, before: readonly Activity[]): Promise<Activity> {
  const waiting = before.find(
    ({ type, intent }) =>
      type === typeOf[step.does] && Object.values(intent).some((each) => asksFor(each as object, step)),
  );
  if (!waiting) return submit(caller, step);
  if (!waiting.canApprove) return waiting;
  await caller.submit(approveActivity, { fingerprint: waiting.fingerprint });
  return (await caller.ask(getActivity, { activityId: waiting.id })).activity;
}

/** Whether what waits is a step. Made from another revision it would be refused. */
function asksFor(intent: object, step: PolicyStep): boolean {
  const { expectedRevision, ...parameters }: { readonly expectedRevision?: string } = intent;
  const from = step.does === 'update' ? step.from : undefined;
  return isSame(parameters, step.parameters) && (expectedRevision === undefined || expectedRevision === from);
}

/** All activities that would change policies and wait for votes. */
async function pending(caller: RootCaller): Promise<readonly Activity[]> {
  const found: Activity[] = [];
  for (;;) {
    const after = found.at(-1)?.id;
    const { activities } = await caller.ask(listActivities, {
      filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'],
      filterByType: policyTypes,
      paginationOptions: { limit: '100', ...(after !== undefined && { after }) },
    });
    if (activities.length === 0) return found;
    found.push(...activities);
  }
}

/** Whether two values are the same JSON, whatever the order of members. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const names = Object.keys({ ...one, ...other });
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.every((name) => isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]))
  );
}
