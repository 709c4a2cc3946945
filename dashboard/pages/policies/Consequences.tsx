import { useGetPolicyCases } from 'latchkey';
import type { Activity, PolicyCase } from 'latchkey/contract';
import type { ReactElement, ReactNode } from 'react';
import { typeWords } from '../../parts/activityWords.js';
import { Refusal } from '../../parts/Refusal.js';
import { timeOf, When } from '../../parts/texts.js';
import { activityOf } from './Cases.js';
import { EditFaults } from './EditFaults.js';
import { consequencesWords, isOtherwise } from './results.js';
import { type Edits, outcomes, useDecided, useSimulation } from './useSimulation.js';

/** What comes out otherwise, and whether one may decide by it: whether it is known, or known that it cannot be. */
export type Consequences = { readonly shown: ReactElement | null; readonly isSettled: boolean };

/**
 * Which cases, and which of the last hundred decided activities, come out otherwise once policies are edited.
 *
 * @param revision - of the policy that is edited, where there is one.
 */
export function useConsequences(edits: Edits, revision?: string): Consequences {
  const cases = useGetPolicyCases({}, { select: (answer) => answer.policyCases });
  const decided = useDecided();
  const known = cases.data && decided.data && { cases: cases.data, decided: decided.data };
  const asked = known ? [...known.cases.map(activityOf), ...known.decided.map(({ id }) => ({ activityId: id }))] : [];
  const { answer, error, isStale } = useSimulation(edits, asked, { afterMs: 0, revision });
  const failed = known ? !isStale && error : (cases.error ?? decided.error);
  if (failed) return { shown: <Refusal error={failed} />, isSettled: true };
  if (known && asked.length === 0) return { shown: null, isSettled: true };
  if (!known || !answer || isStale)
    return {
      shown: (
        <p role="status" className="hint">
          Looking at what comes out otherwise…
        </p>
      ),
      isSettled: false,
    };
  if (answer.faults.length > 0) return { shown: <EditFaults faults={answer.faults} />, isSettled: true };
  const otherwise = [...known.cases, ...known.decided].flatMap((each, at) => {
    const result = answer.outcomes[at];
    return result && isOtherwise(result) ? [{ each, result }] : [];
  });
  return {
    shown: (
      <section className="trial" aria-label="What comes out otherwise">
        <p role="status">{consequencesWords({ cases: known.cases, outcomes: answer.outcomes })}</p>
        <ul className="cases">
          {otherwise.map(({ each, result: { today, edited } }) => (
            <li key={'caseId' in each ? each.caseId : each.id} className="case">
              <p>{nameOf(each)}</p>
              <p>
                {today && outcomes[today.outcome].words} → {edited && outcomes[edited.outcome].words}
              </p>
            </li>
          ))}
        </ul>
      </section>
    ),
    isSettled: true,
  };
}

const nameOf = (each: PolicyCase | Activity): ReactNode =>
  'caseId' in each ? (
    <bdi>{each.name}</bdi>
  ) : (
    <>
      {typeWords(each.type)}, <When at={timeOf(each.createdAt)} />
    </>
  );
