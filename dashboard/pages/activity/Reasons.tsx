import { useGetPolicyEvaluations, useListPolicies } from 'latchkey';
import type { ActivityPolicyEvaluation, Policy, PolicyOutcome } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { Answer } from '../../parts/Answer.js';
import { PolicyText } from '../../parts/PolicyText.js';
import { Id, timeOf } from '../../parts/texts.js';
import { To } from '../../place.js';

type Request = { readonly organizationId: string | undefined; readonly activityId: string };

/** Why an activity was decided as it was: what each policy said to each vote. */
export function Reasons({ organizationId, activityId }: Request): ReactElement {
  const evaluations = useGetPolicyEvaluations({ organizationId, activityId });
  const policies = useListPolicies({ organizationId });
  const isOwn = organizationId === undefined;
  return (
    <Answer of={evaluations}>
      {({ policyEvaluations }) => {
        const outcomes = lastOf(policyEvaluations);
        const [said, silent] = [outcomes.filter(isSaid), outcomes.filter((each) => !isSaid(each))];
        if (outcomes.length === 0)
          return <p>No policy was asked: the root quorum decided, or it is a right that every user has.</p>;
        return (
          <>
            {said.length === 0 && <p>No policy applied.</p>}
            <ul className="form">
              {said.map((each) => (
                <Reason key={each.policyId} {...each} policies={policies.data?.policies} isOwn={isOwn} />
              ))}
            </ul>
            {silent.length > 0 && (
              <details>
                <summary>{`${silent.length} ${silent.length === 1 ? 'policy' : 'policies'} did not apply`}</summary>
                <ul className="form">
                  {silent.map((each) => (
                    <Reason key={each.policyId} {...each} policies={policies.data?.policies} isOwn={isOwn} />
                  ))}
                </ul>
              </details>
            )}
          </>
        );
      }}
    </Answer>
  );
}

type Outcome = { readonly policyId: string; readonly outcome: PolicyOutcome; readonly atMs: number };

/** What each policy said last: to the vote that decided, or to the newest one. */
function lastOf(evaluations: readonly ActivityPolicyEvaluation[]): readonly Outcome[] {
  const outcomes = new Map<string, Outcome>();
  const inOrder = [...evaluations].sort((one, other) => timeOf(one.createdAt) - timeOf(other.createdAt));
  for (const { policyEvaluations, createdAt } of inOrder)
    for (const { policyId = '', outcome = 'OUTCOME_ERROR' } of policyEvaluations)
      outcomes.set(policyId, { policyId, outcome, atMs: timeOf(createdAt) });
  return [...outcomes.values()];
}

const isSaid = ({ outcome }: Outcome): boolean => outcome !== 'OUTCOME_DENY_IMPLICIT';

type ReasonProps = Outcome & { readonly policies: readonly Policy[] | undefined; readonly isOwn: boolean };

function Reason({ policyId, outcome, atMs, policies, isOwn }: ReasonProps): ReactElement {
  const policy = policies?.find((each) => each.policyId === policyId);
  const { words, look } = outcomes[outcome];
  return (
    <li className="reason">
      <p className="actions">
        <span className={`chip ${look}`}>{words}</span>
        {policy && isOwn && (
          <To path={`/policies/${policyId}`} className="plain">
            <bdi>{policy.policyName}</bdi>
          </To>
        )}
        {policy && !isOwn && <bdi>{policy.policyName}</bdi>}
        {!policy && policies && <span>A policy that was deleted since</span>}
        {!policy && <Id value={policyId} name="the policy’s id" />}
      </p>
      {policy && timeOf(policy.updatedAt) > atMs && (
        <p className="hint">It was changed since; this is what it says now.</p>
      )}
      {policy?.condition && <Expression name="Condition" text={policy.condition} />}
      {policy?.consensus && <Expression name="Consensus" text={policy.consensus} />}
      {policy?.time && <Expression name="Time" text={policy.time} />}
    </li>
  );
}

const Expression = ({ name, text }: { readonly name: string; readonly text: string }): ReactElement => (
  <figure className="field">
    <figcaption className="hint">{name}</figcaption>
    <pre dir="ltr">
      <PolicyText text={text} />
    </pre>
  </figure>
);

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
