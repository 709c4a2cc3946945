import { useGetActivity } from 'latchkey';
import type { Activity, Vote } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { Answer } from '../../parts/Answer.js';
import { states, typeWords } from '../../parts/activityWords.js';
import { Part } from '../../parts/Page.js';
import { Sheet } from '../../parts/Sheet.js';
import { Subject } from '../../parts/Subject.js';
import { Copy, Id, timeOf, When } from '../../parts/texts.js';
import { To } from '../../place.js';
import { By, Credential, usePeople } from './people.js';
import { Reasons } from './Reasons.js';

type ActivitySheetProps = {
  readonly activityId: string;
  /** A sub-organization, instead of the organization. */
  readonly organizationId: string | undefined;
  readonly back: string;
};

const open: readonly string[] = [
  'ACTIVITY_STATUS_CREATED',
  'ACTIVITY_STATUS_PENDING',
  'ACTIVITY_STATUS_CONSENSUS_NEEDED',
];

/** One activity: what happened, by whom, why it was decided so, and what was asked and answered. */
export function ActivitySheet({ activityId, organizationId, back }: ActivitySheetProps): ReactElement {
  const activity = useGetActivity(
    { organizationId, activityId },
    {
      select: (answer) => answer.activity,
      refetchInterval: ({ state }) => (open.includes(state.data?.activity.status ?? '') ? 10_000 : false),
    },
  );
  const title = activity.data ? typeWords(activity.data.type) : 'Activity';
  return (
    <Sheet title={title} back={back}>
      <Answer of={activity}>{(found) => <Told activity={found} organizationId={organizationId} />}</Answer>
    </Sheet>
  );
}

type ToldProps = { readonly activity: Activity; readonly organizationId: string | undefined };

function Told({ activity, organizationId }: ToldProps): ReactElement {
  const people = usePeople(organizationId);
  const { id, status, votes, failure, intent, result, fingerprint } = activity;
  const first = [...votes].sort((one, other) => timeOf(one.createdAt) - timeOf(other.createdAt))[0];
  const { words, look } = states[status];
  return (
    <>
      <p className="chips">
        <span className={`chip ${look}`}>{words}</span>
        <Subject activity={activity} />
      </p>
      {status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED' && (
        <p className="warning">
          It is done once enough have approved it.{' '}
          {organizationId === undefined && <To path="/approvals">Open Approvals</To>}
        </p>
      )}
      {failure?.message !== undefined && (
        <div className="refusal">
          <p>{failure.message}</p>
        </div>
      )}
      <dl className="facts">
        <dt>By</dt>
        <dd>
          <By vote={first} people={people} />
        </dd>
        {first && (
          <>
            <dt>With</dt>
            <dd>
              <Credential vote={first} people={people} />
            </dd>
          </>
        )}
        <dt>At</dt>
        <dd>
          <When at={timeOf(activity.createdAt)} />
        </dd>
      </dl>
      <Part title="Why it was decided so">
        <Reasons organizationId={organizationId} activityId={id} />
      </Part>
      {votes.length > 0 && (
        <Part title="Votes">
          <ol className="timeline">
            {votes.map((vote) => (
              <VoteOf key={vote.id} vote={vote} people={people} />
            ))}
          </ol>
        </Part>
      )}
      <Part title="The record">
        <Raw name="What was asked" value={intent} />
        <Raw name="What was answered" value={result} />
        <dl className="facts">
          <dt>Activity</dt>
          <dd>
            <Id value={id} name="the activity’s id" />
          </dd>
          <dt>Fingerprint</dt>
          <dd>
            <Id value={fingerprint} name="the fingerprint" />
          </dd>
          <dt>As JSON</dt>
          <dd>
            <Copy value={JSON.stringify(activity, null, 2)} name="the activity as JSON" />
          </dd>
        </dl>
      </Part>
    </>
  );
}

function VoteOf({
  vote,
  people,
}: {
  readonly vote: Vote;
  readonly people: ReturnType<typeof usePeople>;
}): ReactElement {
  return (
    <li>
      <p>
        <By vote={vote} people={people} />{' '}
        {vote.selection === 'VOTE_SELECTION_APPROVED' ? 'approved it' : 'rejected it'}
      </p>
      <p className="hint">
        <When at={timeOf(vote.createdAt)} />, <Credential vote={vote} people={people} />
      </p>
    </li>
  );
}

function Raw({ name, value }: { readonly name: string; readonly value: object }): ReactElement | null {
  if (Object.keys(value).length === 0) return null;
  return (
    <details>
      <summary>{name}</summary>
      <textarea className="raw" dir="ltr" readOnly rows={12} aria-label={name} value={JSON.stringify(value, null, 2)} />
    </details>
  );
}
