import type { UpdatePolicyParameters } from '../../contract/policies.js';
import { getPolicyCases, type SimulatePoliciesRequest, simulatePolicies } from '../../contract/policyCases.queries.js';
import type { SimulatedOutcome, WrittenPolicyCase } from '../../contract/policyCases.records.js';
import { asRootUser } from './callerOf.js';
import type { ConfigEnvironment } from './environment.js';
import { forTerminal, lineForTerminal } from './forTerminal.js';
import type { Outputs } from './outputs.js';
import { listedPolicies } from './policiesCommand.js';
import { policyChanges } from './policyChanges.js';
import { PolicyFileError, readPolicyFile, type WrittenPolicy } from './policyFile.js';
import type { RootCaller } from './rootCaller.js';

/**
 * `latchkey policies test FILE`: whether the policies of a file hold the cases in it, or, where it has none, those that the service keeps.
 * Nothing is changed.
 *
 * @returns the exit code: 0 if each case holds.
 * @throws {PolicyFileError}
 */
export async function testPolicies(
  environment: ConfigEnvironment,
  { path, json }: { readonly path: string; readonly json: boolean },
  { print, say }: Outputs,
): Promise<number> {
  const { policies, cases: own } = await readPolicyFile(path);
  return asRootUser(environment, async (caller) => {
    const cases = own ?? (await caller.ask(getPolicyCases, {})).policyCases;
    const edits = await editsTo(caller, policies);
    const outcomes = await outcomesOf(caller, edits, cases, path);
    const tested = cases.map((each, at) => testedBy(each, outcomes[at] ?? {}));
    if (json) print(forTerminal(JSON.stringify({ cases: tested }, null, 2)));
    else for (const each of tested) print(lineForTerminal(lineOf(each)));
    const failed = tested.filter(({ holds }) => !holds).length;
    if (cases.length === 0) say('There are no cases: neither in the file nor in the service.');
    else say(failed === 0 ? 'Every case holds.' : `${failed} of ${cases.length} do not hold.`);
    return failed === 0 ? 0 : 1;
  });
}

type Edits = Omit<SimulatePoliciesRequest, 'organizationId' | 'activities'>;

/** What makes the organization's policies those of the file. */
async function editsTo(caller: RootCaller, wanted: readonly WrittenPolicy[]): Promise<Edits> {
  const { steps } = policyChanges(await listedPolicies(caller), wanted);
  return {
    create: steps.flatMap((step) => (step.does === 'create' ? step.parameters.policies : [])),
    update: steps.flatMap((step) => (step.does === 'update' ? [changeIn(step.parameters)] : [])),
    delete: steps.flatMap((step) => (step.does === 'delete' ? [step.parameters.policyId] : [])),
  };
}

/** Nothing is changed, so that no revision is expected. */
const changeIn = ({ expectedRevision: _, ...change }: UpdatePolicyParameters) => change;

/** Asks on for those that one request has no steps for. @throws {PolicyFileError} */
async function outcomesOf(
  caller: RootCaller,
  edits: Edits,
  cases: readonly WrittenPolicyCase[],
  path: string,
): Promise<readonly SimulatedOutcome[]> {
  const known: SimulatedOutcome[] = [];
  while (known.length < cases.length) {
    const activities = cases
      .slice(known.length)
      .map(({ userId, activityId, activity }) => ({ userId, activityId, activity }));
    const { faults, outcomes } = await caller.ask(simulatePolicies, { ...edits, activities });
    if (faults.length > 0)
      throw new PolicyFileError(
        'POLICY_INVALID',
        faults.map(({ policyName = 'the policies together', code }) => `${path}: "${policyName}": ${code}`),
      );
    const isCut = ({ notEvaluated }: SimulatedOutcome): boolean => notEvaluated?.code === 'NOT_EVALUATED';
    const first = outcomes.findIndex(isCut);
    const evaluated = first > 0 ? outcomes.slice(0, first) : outcomes;
    known.push(...evaluated);
  }
  return known;
}

type Tested = Pick<WrittenPolicyCase, 'name' | 'expected'> & SimulatedOutcome & { readonly holds: boolean };

const testedBy = ({ name, expected }: WrittenPolicyCase, outcome: SimulatedOutcome): Tested => ({
  name,
  expected,
  ...outcome,
  holds: outcome.edited?.outcome === expected,
});

/** For a person: `ok  "Bob makes wallets": ALLOW`. */
function lineOf({ name, expected, edited, notEvaluated, holds }: Tested): string {
  const quoted = JSON.stringify(name);
  if (holds) return `ok    ${quoted}: ${expected}`;
  const by = edited?.policyNames.length
    ? `, by ${edited.policyNames.map((each) => JSON.stringify(each)).join(', ')}`
    : '';
  const instead = edited ? `${edited.outcome}${by}` : (notEvaluated?.message ?? 'not evaluated');
  return `FAILS ${quoted}: ${expected} expected, but ${instead}`;
}
