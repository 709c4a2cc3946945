import { useGetPolicyCases, useUpdatePolicyCases } from 'latchkey';
import type { PolicyCase, SimulatedActivity, SimulatedOutcome } from 'latchkey/contract';
import { type ReactElement, useState } from 'react';
import { Answer } from '../../parts/Answer.js';
import { useFresh } from '../../parts/fresh.js';
import { Outcome } from '../../parts/Outcome.js';
import { Refusal } from '../../parts/Refusal.js';
import { CaseDialog } from './CaseDialog.js';
import { EditFaults } from './EditFaults.js';
import { stateOf, statesWords } from './results.js';
import { type Edits, outcomes, useSimulation } from './useSimulation.js';

/** What a case asks about. */
export const activityOf = ({ userId, activityId, activity }: PolicyCase): SimulatedActivity => ({
  userId,
  ...(activityId === undefined ? { activity } : { activityId }),
});

/** The cases that policies must hold, and what becomes of each: today, and with what is being written. */
export function Cases({ edits }: { readonly edits: Edits }): ReactElement {
  const cases = useGetPolicyCases({}, { select: (answer) => answer.policyCases });
  const [isAdding, setAdding] = useState(false);
  return (
    <section className="trial" aria-labelledby="cases-title">
      <header className="page-title">
        <h3 id="cases-title">Cases</h3>
        <button type="button" onClick={() => setAdding(true)}>
          Add a case
        </button>
      </header>
      <Answer of={cases}>{(list) => <Tried cases={list} edits={edits} />}</Answer>
      {isAdding && <CaseDialog onClose={() => setAdding(false)} />}
    </section>
  );
}

function Tried({ cases, edits }: { readonly cases: readonly PolicyCase[]; readonly edits: Edits }): ReactElement {
  const { answer, error, isStale } = useSimulation(edits, cases.map(activityOf), { afterMs: 500 });
  const change = useUpdatePolicyCases(useFresh());
  if (cases.length === 0)
    return (
      <p className="hint">
        A case is an activity and what must become of it. You see here whether your policies hold it.
      </p>
    );
  const isEdited = Object.keys(edits).length > 0;
  const faults = answer?.faults ?? [];
  const tried = cases.map((each, at) => {
    const result = answer?.outcomes[at];
    return { each, result, state: stateOf(each, result, isEdited) };
  });
  const isKnown = answer !== undefined && faults.length === 0;
  return (
    <>
      <p role="status" className="hint">
        {isStale ? 'Trying…' : isKnown && statesWords(tried.map(({ state }) => state))}
      </p>
      {error && <Refusal error={error} />}
      {!isStale && faults.length > 0 && (
        <>
          <EditFaults faults={faults} />
          <p className="hint">With what is wrong in this policy, only today’s outcome is known.</p>
        </>
      )}
      <ul className="cases">
        {tried.map(({ each, result, state }) => (
          <li key={each.caseId} className="case" aria-busy={isStale}>
            <p>
              <bdi>{each.name}</bdi>
            </p>
            <Told result={result} isEdited={isEdited} />
            <p className={state === 'broken' ? 'fault' : 'hint'}>
              {state === 'broken' ? 'Does not hold: must be ' : 'Must be '}
              {outcomes[each.expected].words.toLowerCase()}.
            </p>
            <button
              type="button"
              className="link"
              aria-label={`Delete the case ${each.name}`}
              disabled={change.isPending}
              onClick={() => change.mutate({ deleteCaseIds: [each.caseId] })}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
      <Outcome error={change.error} />
    </>
  );
}

type ToldProps = { readonly result: SimulatedOutcome | undefined; readonly isEdited: boolean };

/** Both outcomes, and the policies that make them so. */
function Told({ result, isEdited }: ToldProps): ReactElement | null {
  if (!result) return null;
  const { today, edited, notEvaluated } = result;
  if (notEvaluated) return <p className="hint">Not evaluated: {notEvaluated.message}</p>;
  const told = [
    { when: 'Today', under: today },
    { when: 'Edited', under: isEdited ? edited : undefined },
  ];
  return (
    <dl className="both">
      {told.map(
        ({ when, under }) =>
          under && (
            <div key={when}>
              <dt>{when}</dt>
              <dd>
                <span className={`chip ${outcomes[under.outcome].look}`}>{outcomes[under.outcome].words}</span>
                {under.policyNames.length > 0 && (
                  <span className="hint">
                    by{' '}
                    {under.policyNames.map((name, at) => (
                      <span key={name}>
                        {at > 0 && ', '}
                        <bdi>{name}</bdi>
                      </span>
                    ))}
                  </span>
                )}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
