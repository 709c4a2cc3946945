import { useGetPolicyCases } from 'latchkey';
import type { Activity, PolicyCase } from 'latchkey/contract';
import type { ReactElement, ReactNode } from 'react';
import { typeWords } from '../../parts/activityWords.js';
import { Refusal } from '../../parts/Refusal.js';
import { timeOf, When } from '../../parts/texts.js';
import { activityOf, isBroken } from './Cases.js';
import { type Edits, outcomes, useDecided, useSimulation } from './useSimulation.js';

/** Which cases, and which of the last hundred decided activities, come out otherwise once policies are edited. */
export function Consequences({ edits }: { readonly edits: Edits }): ReactElement | null {
  const cases = useGetPolicyCases({}, { select: (answer) => answer.policyCases });
  const decided = useDecided();
  const known = cases.data && decided;
  const asked = known ? [...cases.data.map(activityOf), ...decided.map(({ id }) => ({ activityId: id }))] : [];
  const { answer, error, isStale } = useSimulation(edits, asked, 0);
  if (error) return <Refusal error={error} />;
  if (known && asked.length === 0) return null;
  if (!known || !answer || isStale)
    return (
      <p role="status" className="hint">
        Looking at what comes out otherwise…
      </p>
    );
  const results = [
    ...cases.data.map((each, at) => ({ each, result: answer.outcomes[at] })),
    ...decided.map((each, at) => ({ each, result: answer.outcomes[cases.data.length + at] })),
  ];
  const otherwise = results.filter(({ result }) => result?.edited && result.edited.outcome !== result.today?.outcome);
  // A vote has no outcome of its own.
  const left = results.filter(({ result }) => !result?.edited && result?.notEvaluated?.code !== 'VOTE').length;
  const broken = results.filter(({ each, result }) => 'caseId' in each && isBroken(each, result)).length;
  return (
    <section className="trial" aria-label="What comes out otherwise">
      <p role="status">
        {otherwise.length === 0
          ? 'No case and none of the last activities comes out otherwise.'
          : `${otherwise.length} ${otherwise.length === 1 ? 'comes' : 'come'} out otherwise.`}{' '}
        {broken > 0 && `${broken} of your cases ${broken === 1 ? 'does' : 'do'} not hold.`}{' '}
        {left > 0 && `${left} not evaluated.`}
      </p>
      <ul className="cases">
        {otherwise.map(({ each, result }) => (
          <li key={'caseId' in each ? each.caseId : each.id} className="case">
            <p>{nameOf(each)}</p>
            <p>
              {result?.today && outcomes[result.today.outcome].words} →{' '}
              {result?.edited && outcomes[result.edited.outcome].words}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const nameOf = (each: PolicyCase | Activity): ReactNode =>
  'caseId' in each ? (
    <bdi>{each.name}</bdi>
  ) : (
    <>
      {typeWords(each.type)}, <When at={timeOf(each.createdAt)} />
    </>
  );
