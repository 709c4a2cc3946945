import { useGetPolicyEvaluations, useListPolicies } from 'latchkey';
import type {
  ActivityPolicyEvaluation,
  DecidingPart,
  EvaluatedPolicy,
  Policy,
  PolicyOutcome,
  PolicyText,
} from 'latchkey/contract';
import type { ReactElement } from 'react';
import { Answer } from '../../parts/Answer.js';
import { DecidingText } from '../../parts/DecidingText.js';
import { PolicyText as PolicyWords } from '../../parts/PolicyText.js';
import { Id, timeOf } from '../../parts/texts.js';
import { To } from '../../place.js';
import { type Clause, clauses, memberWords } from '../policies/draft.js';
import { decidedBy } from './decidedBy.js';

type Request = { readonly organizationId: string | undefined; readonly activityId: string };

/** Why an activity was decided as it was: what each policy said to each vote, and which part of it made it say so. */
export function Reasons({ organizationId, activityId }: Request): ReactElement {
  const evaluations = useGetPolicyEvaluations({ organizationId, activityId });
  const policies = useListPolicies({ organizationId });
  const isOwn = organizationId === undefined;
  // What the organization starts in a sub-organization, its own policies decide.
  const above = useListPolicies({}, { enabled: !isOwn });
  return (
    <Answer of={evaluations}>
      {({ policyEvaluations, policyTexts = [] }) => {
        const outcomes = lastOf(policyEvaluations);
        const [said, silent] = [outcomes.filter(isSaid), outcomes.filter((each) => !isSaid(each))];
        if (outcomes.length === 0)
          return <p>No policy was asked: the root quorum decided, or it is a right that every user has.</p>;
        const reasons = (those: readonly Outcome[]) => (
          <ul className="form">
            {those.map((each) => {
              const isThis = ({ policyId }: Policy) => policyId === each.policyId;
              const here = policies.data?.policies.find(isThis);
              const fromAbove = here ? undefined : above.data?.policies.find(isThis);
              return (
                <Reason
                  key={each.policyId}
                  outcome={each}
                  now={here ?? fromAbove}
                  then={policyTexts.find((text) => isOf(text, each))}
                  isKnown={policies.data !== undefined}
                  isOwn={isOwn || fromAbove !== undefined}
                  isFromAbove={fromAbove !== undefined}
                />
              );
            })}
          </ul>
        );
        return (
          <>
            {said.length === 0 && <p>No policy applied.</p>}
            {reasons(said)}
            {silent.length > 0 && (
              <details>
                <summary>{`${silent.length} ${silent.length === 1 ? 'policy' : 'policies'} did not apply`}</summary>
                {reasons(silent)}
              </details>
            )}
          </>
        );
      }}
    </Answer>
  );
}

type Outcome = EvaluatedPolicy & {
  readonly policyId: string;
  readonly outcome: PolicyOutcome;
  readonly atMs: number;
};

/** What each policy said last: to the vote that decided, or to the newest one. */
function lastOf(evaluations: readonly ActivityPolicyEvaluation[]): readonly Outcome[] {
  const outcomes = new Map<string, Outcome>();
  const inOrder = [...evaluations].sort((one, other) => timeOf(one.createdAt) - timeOf(other.createdAt));
  for (const { policyEvaluations, createdAt } of inOrder)
    for (const { policyId = '', outcome = 'OUTCOME_ERROR', ...more } of policyEvaluations)
      outcomes.set(policyId, { ...more, policyId, outcome, atMs: timeOf(createdAt) });
  return [...outcomes.values()];
}

const isSaid = ({ outcome }: Outcome): boolean => outcome !== 'OUTCOME_DENY_IMPLICIT';

const isOf = ({ policyId, policyRevision }: PolicyText, outcome: Outcome): boolean =>
  policyId === outcome.policyId && policyRevision === outcome.policyRevision;

type ReasonProps = {
  readonly outcome: Outcome;
  /** The policy as it is, if there still is one. */
  readonly now: Policy | undefined;
  /** What it said when it decided; `undefined` where that was not recorded. */
  readonly then: PolicyText | undefined;
  /** Whether the policies of now are at hand. */
  readonly isKnown: boolean;
  readonly isOwn: boolean;
  /** Whether it is a policy of the organization that the sub-organization belongs to. */
  readonly isFromAbove: boolean;
};

function Reason({
  outcome: { policyId, outcome, deciding, atMs },
  now,
  then,
  isKnown,
  isOwn,
  isFromAbove,
}: ReasonProps): ReactElement {
  const { words, look } = outcomes[outcome];
  const name = (now ?? then)?.policyName;
  const shown = then ?? now;
  return (
    <li className="reason">
      <p className="actions">
        <span className={`chip ${look}`}>{words}</span>
        {now && isOwn ? (
          <To path={`/policies/${policyId}`} className="plain">
            <bdi>{name}</bdi>
          </To>
        ) : (
          name !== undefined && <bdi>{name}</bdi>
        )}
        {!now && isKnown && <span>{then ? 'It was deleted since' : 'A policy that was deleted since'}</span>}
        {!now && <Id value={policyId} name="the policy’s id" />}
      </p>
      {now && then && now.policyName !== then.policyName && (
        <p className="hint">
          Its name was <bdi>{then.policyName}</bdi>.
        </p>
      )}
      {now && then && isChanged(now, then) && <p className="hint">It was changed since; this is what it said then.</p>}
      {now && !then && timeOf(now.updatedAt) > atMs && (
        <p className="hint">It was changed since; this is what it says now.</p>
      )}
      <p className="hint">{then && deciding ? decidedBy(outcome, deciding) : notRecorded(isFromAbove)}</p>
      {shown &&
        clauses.map((clause) => (
          <Expression
            key={clause}
            clause={clause}
            text={shown[clause] ?? ''}
            part={then && deciding?.find((each) => each.clause === clause)}
          />
        ))}
    </li>
  );
}

const notRecorded = (isFromAbove: boolean): string =>
  isFromAbove
    ? 'A policy of your organization decided in this one; which part of it is not recorded.'
    : 'Decided before this was recorded.';

const isChanged = (now: Policy, then: PolicyText): boolean =>
  now.effect !== then.effect || clauses.some((clause) => (now[clause] ?? '') !== then[clause]);

type ExpressionProps = { readonly clause: Clause; readonly text: string; readonly part: DecidingPart | undefined };

function Expression({ clause, text, part }: ExpressionProps): ReactElement | null {
  if (text === '') return null;
  return (
    <figure className="field">
      <figcaption className="hint">{memberWords[clause]}</figcaption>
      {part ? (
        <DecidingText text={text} part={part} />
      ) : (
        <pre dir="ltr">
          <PolicyWords text={text} />
        </pre>
      )}
    </figure>
  );
}

const outcomes: Readonly<Record<PolicyOutcome, { readonly words: string; readonly look: string }>> = {
  OUTCOME_ALLOW: { words: 'Allowed it', look: 'good' },
  OUTCOME_DENY_EXPLICIT: { words: 'Denied it', look: 'bad' },
  OUTCOME_DENY_IMPLICIT: { words: 'Did not apply', look: '' },
  OUTCOME_REQUIRES_CONSENSUS: { words: 'Needs more approvals', look: 'warn' },
  OUTCOME_REJECTED: { words: 'Rejected', look: 'bad' },
  OUTCOME_ERROR: { words: 'Could not be decided', look: 'bad' },
  OUTCOME_REQUIRES_AUTHENTICATORS: { words: 'Needs a passkey', look: 'warn' },
  OUTCOME_TIME_INACTIVE: { words: 'Outside of its time', look: '' },
};
