import type {
  OutcomeUnderPolicies,
  SimulatedActivity,
  SimulatedOutcome,
} from '../../../contract/policyCases.records.js';
import { RefusedError } from '../../../contract/refusals.js';
import { refusalOfFailure } from '../../failure.js';
import { limits } from '../../limits/limits.js';
import { newSlices, type Slices } from '../../slices.js';
import { isForRootsAlone, noRuling, subjectIn } from '../engine/admission/decision.js';
import type { QueryContext } from '../engine/handlers/handler.js';
import { type DecisionBudget, decisionBudget, TooCostly } from '../policy/budget.js';
import { decide, type Verdict } from '../policy/decide.js';
import { judge } from '../policy/judge.js';
import type { Subject } from '../policy/subject.js';
import type { AskedPolicies } from './editedPolicies.js';
import { createReader, NotEvaluated, type Simulated } from './simulatedActivity.js';
import { type Spending, stepsIn } from './spending.js';

type Sets = { readonly today: AskedPolicies; readonly edited: AskedPolicies | undefined };

/** Decisions whose steps all activities may take together, some 100 ms. */
const mostDecisions = 5;

/**
 * Decides about activities under two sets of policies. It writes nothing, and lets others go on in between. What it takes to read them is
 * measured, and counts as the steps that could have been taken meanwhile.
 */
export async function simulate(
  context: QueryContext,
  sets: Sets,
  activities: readonly SimulatedActivity[],
  spending: Spending,
): Promise<SimulatedOutcome[]> {
  const read = createReader({ ...context, tools: { ...context.tools, work: spending.work } });
  const slices = newSlices();
  const outcomes: SimulatedOutcome[] = [];
  let left = mostDecisions * limits.stepsOfDecision.most;
  for (const asked of activities) {
    if (slices.isDue()) await slices.take();
    const budget = decisionBudget(Math.min(left, limits.stepsOfDecision.most));
    const beganMs = spending.spentMs();
    const isSpent = left <= 0 || spending.isOver();
    const isCut = isSpent || left < limits.stepsOfDecision.most;
    let isLast = isSpent;
    try {
      if (isSpent) throw new TooCostly();
      const activity = await read(asked);
      takeReading(budget, activity);
      outcomes.push(await outcomesOf(context, sets, { activity, budget, slices }));
    } catch (error) {
      outcomes.push({ notEvaluated: whyNot(error, isCut, context) });
      // What comes next is not worth less: nothing after the last that fits is looked at.
      isLast ||= error instanceof TooCostly && isCut;
    }
    left = isLast ? 0 : left - budget.taken.steps - stepsIn(spending.spentMs() - beganMs);
  }
  return outcomes;
}

/** Beside what is measured: to look at a character takes about as long as a step. @throws {TooCostly} */
function takeReading(budget: DecisionBudget, { characters }: Simulated): void {
  const taken = Math.min(characters, budget.left);
  budget.left -= taken;
  budget.taken.steps += taken;
  if (taken < characters) throw new TooCostly();
}

/** One that fails for a reason of its own takes none of the others with it. */
function whyNot(
  error: unknown,
  isCut: boolean,
  { tools, organization }: Pick<QueryContext, 'tools' | 'organization'>,
): { readonly code: string; readonly message: string } {
  if (error instanceof TooCostly)
    return isCut
      ? {
          code: 'NOT_EVALUATED',
          message: 'The policies, and the activities before it, took all the time that there is.',
        }
      : { code: 'POLICY_TOO_COSTLY', message: 'Policies take more steps for it than a decision may.' };
  if (error instanceof RefusedError) return { code: error.code, message: withMembers(error) };
  if (error instanceof NotEvaluated) return { code: error.code, message: error.message };
  const { organization_id: organizationId } = organization;
  refusalOfFailure(error, (event, facts) => tools.log(event, { organizationId, ...facts })); // quotes no value
  return { code: 'NOT_EVALUATED', message: 'It could not be evaluated: the service’s log says why.' };
}

/** The sentence of a refusal, and which members it is about: the first three. */
const withMembers = ({ message, fieldViolations }: RefusedError): string =>
  [message, ...fieldViolations.slice(0, 3).map(({ field, description }) => `${field} ${description}.`)].join(' ');

type Asked = {
  readonly activity: Simulated;
  readonly budget: DecisionBudget;
  readonly slices: Slices;
};

/** @throws {TooCostly} @throws {RefusedError} where what is to be signed cannot be read */
async function outcomesOf(
  { db, tools }: QueryContext,
  { today, edited }: Sets,
  { activity, budget, slices }: Asked,
): Promise<SimulatedOutcome> {
  let subject: Promise<Subject> | undefined;
  const asked = [...today.policies, ...(edited?.policies ?? [])];
  const under = async ({ policies, names }: AskedPolicies): Promise<OutcomeUnderPolicies> => {
    const { verdict, ruling = noRuling } = await decide(activity, {
      rule: async () => {
        if (policies.length === 0) return noRuling;
        subject ??= subjectIn(db, activity, asked);
        const about = await subject;
        if (slices.isDue()) await slices.take(); // to read it may take as long as a decision
        return tools.work.charge(() => judge(policies, about, budget));
      },
      isForRootsAlone: () => isForRootsAlone(db, activity),
      readsAlias: async () => policies.some(({ readsAlias }) => readsAlias),
    });
    const outcome = outcomeOf(verdict);
    const deciding = ruling.outcomes.filter((each) => each.outcome === decidesFor[outcome]);
    const policyNames = deciding.map(({ policyId }) => names.get(policyId) ?? policyId);
    return { outcome, policyNames: policyNames.slice(0, mostNames) };
  };
  const now = await under(today);
  if (!edited) return { today: now };
  await slices.take(); // each may take as long as a decision
  return { today: now, edited: await under(edited) };
}

const mostNames = 10;

const outcomeOf = (verdict: Verdict): OutcomeUnderPolicies['outcome'] =>
  verdict === 'allow' ? 'ALLOW' : verdict === 'needs consensus' ? 'CONSENSUS_NEEDED' : 'DENY';

/** What a policy says that makes it so. */
const decidesFor = {
  ALLOW: 'OUTCOME_ALLOW',
  CONSENSUS_NEEDED: 'OUTCOME_REQUIRES_CONSENSUS',
  DENY: 'OUTCOME_DENY_EXPLICIT',
} as const;
