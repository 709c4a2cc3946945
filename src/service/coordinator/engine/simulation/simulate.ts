import type {
  OutcomeUnderPolicies,
  SimulatedActivity,
  SimulatedOutcome,
} from '../../../../contract/policyCases.records.js';
import { RefusedError } from '../../../../contract/refusals.js';
import { newSlices } from '../../../slices.js';
import { type DecisionBudget, decisionBudget, mostSteps, TooCostly } from '../../policy/budget.js';
import { decide, type Verdict } from '../../policy/decide.js';
import { judge, type Ruling } from '../../policy/judge.js';
import type { Subject } from '../../policy/subject.js';
import { isForRootsAlone, subjectIn } from '../decision.js';
import type { QueryContext } from '../handler.js';
import type { AskedPolicies } from './editedPolicies.js';
import { createReader, NotEvaluated, type Simulated } from './simulatedActivity.js';

type Sets = { readonly today: AskedPolicies; readonly edited: AskedPolicies | undefined };

/** Decisions whose steps all activities may take together, some 100 ms. */
const mostDecisions = 5;

/** Decides about activities under two sets of policies. It writes nothing, and lets others go on in between. */
export async function simulate(
  context: QueryContext,
  sets: Sets,
  activities: readonly SimulatedActivity[],
): Promise<SimulatedOutcome[]> {
  const read = createReader(context);
  const slices = newSlices();
  const outcomes: SimulatedOutcome[] = [];
  let left = mostDecisions * mostSteps.decision;
  for (const asked of activities) {
    if (slices.isDue()) await slices.take();
    const budget = decisionBudget(Math.min(left, mostSteps.decision));
    const isCut = left < mostSteps.decision;
    try {
      if (left <= 0) throw new TooCostly();
      const activity = await read(asked);
      takeReading(budget, activity);
      outcomes.push(await outcomesOf(context, sets, { activity, budget, take: slices.take }));
      left -= budget.taken.steps;
    } catch (error) {
      outcomes.push({ notEvaluated: whyNot(error, isCut) });
      // What comes next is not worth less: nothing after the last that fits is looked at.
      left = error instanceof TooCostly && isCut ? 0 : left - budget.taken.steps;
    }
  }
  return outcomes;
}

/** To read a character takes about as long as a step. @throws {TooCostly} */
function takeReading(budget: DecisionBudget, { characters }: Simulated): void {
  const taken = Math.min(characters, budget.left);
  budget.left -= taken;
  budget.taken.steps += taken;
  if (taken < characters) throw new TooCostly();
}

function whyNot(error: unknown, isCut: boolean): { readonly code: string; readonly message: string } {
  if (error instanceof TooCostly)
    return isCut
      ? { code: 'NOT_EVALUATED', message: 'The activities before it took all the steps that there are.' }
      : { code: 'POLICY_TOO_COSTLY', message: 'Policies take more steps for it than a decision may.' };
  if (error instanceof RefusedError || error instanceof NotEvaluated)
    return { code: error.code, message: error.message };
  throw error;
}

type Asked = {
  readonly activity: Simulated;
  readonly budget: DecisionBudget;
  readonly take: () => Promise<void>;
};

/** @throws {TooCostly} @throws {RefusedError} where what is to be signed cannot be read */
async function outcomesOf(
  { db, tools }: QueryContext,
  { today, edited }: Sets,
  { activity, budget, take }: Asked,
): Promise<SimulatedOutcome> {
  let subject: Promise<Subject> | undefined;
  const asked = [...today.policies, ...(edited?.policies ?? [])];
  const under = async ({ policies, names }: AskedPolicies): Promise<OutcomeUnderPolicies> => {
    let ruling: Ruling = noRuling;
    const verdict = await decide(activity, {
      rule: async () => {
        if (policies.length === 0) return ruling;
        subject ??= subjectIn(db, activity, asked);
        const about = await subject;
        ruling = tools.work.charge(() => judge(policies, about, budget));
        return ruling;
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
  await take(); // each may take as long as a decision
  return { today: now, edited: await under(edited) };
}

const noRuling: Ruling = { denies: false, allows: false, awaits: false, outcomes: [] };

const mostNames = 10;

const outcomeOf = (verdict: Verdict): OutcomeUnderPolicies['outcome'] =>
  verdict === 'allow' ? 'ALLOW' : verdict === 'needs consensus' ? 'CONSENSUS_NEEDED' : 'DENY';

/** What a policy says that makes it so. */
const decidesFor = {
  ALLOW: 'OUTCOME_ALLOW',
  CONSENSUS_NEEDED: 'OUTCOME_REQUIRES_CONSENSUS',
  DENY: 'OUTCOME_DENY_EXPLICIT',
} as const;
