import type { Activity as Done, User } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { Answer } from '../parts/Answer.js';
import { states, subjectOf, typeWords } from '../parts/activityWords.js';
import { Empty, Page } from '../parts/Page.js';
import { Table } from '../parts/Table.js';
import { Id, timeOf, When } from '../parts/texts.js';
import { go, type Place, To } from '../place.js';
import { ActivitySheet } from './activity/ActivitySheet.js';
import { type Filter, filterOf, kinds, type StatusName, searchOf, statuses } from './activity/filter.js';
import { By, usePeople } from './activity/people.js';
import { useActivities } from './activity/useActivities.js';

/** All that was done or asked for in the organization, or in one of its sub-organizations; newest first. */
export default function Activity({ place }: { readonly place: Place }): ReactElement {
  const filter = filterOf(place.search);
  const activities = useActivities(filter);
  const people = usePeople(filter.organization);
  const { isFetchingNextPage, hasNextPage, fetchNextPage } = activities;
  const [open] = place.rest;
  return (
    <Page title="Activity">
      <Filters filter={filter} />
      <Answer of={activities}>
        {(list) => (
          <>
            {list.length === 0 ? (
              <Nothing filter={filter} />
            ) : (
              <List activities={list} people={people} filter={filter} open={open} />
            )}
            {hasNextPage && (
              <div className="actions">
                <button type="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {isFetchingNextPage ? 'Loading…' : 'Show more'}
                </button>
              </div>
            )}
          </>
        )}
      </Answer>
      {open !== undefined && (
        <ActivitySheet
          key={open}
          activityId={open}
          organizationId={filter.organization}
          back={`/activity${searchOf(filter)}`}
        />
      )}
    </Page>
  );
}

/** Read in a row, they are a sentence: “Failed · of every kind”. */
function Filters({ filter }: { readonly filter: Filter }): ReactElement {
  const { status, kind, organization } = filter;
  const pathOf = (change: Partial<Filter>) => `/activity${searchOf({ ...filter, ...change })}`;
  return (
    <search className="form">
      {organization !== undefined && (
        <p>
          Of the sub-organization <Id value={organization} name="the sub-organization’s id" />{' '}
          <To path={pathOf({ organization: undefined })}>Show the organization’s own</To>
        </p>
      )}
      <div className="chips">
        <To path={pathOf({ status: undefined })} current={status === undefined ? 'true' : undefined}>
          All
        </To>
        {(Object.keys(statuses) as StatusName[]).map((name) => (
          <To key={name} path={pathOf({ status: name })} current={status === name ? 'true' : undefined}>
            {statuses[name].words}
          </To>
        ))}
        <select
          aria-label="Kind of activity"
          value={kind ?? ''}
          onChange={({ target }) => go(pathOf({ kind: target.value || undefined }), { replace: true })}
        >
          <option value="">of every kind</option>
          {[...kinds.keys()].map((each) => (
            <option key={each} value={each}>
              {typeWords(each)}
            </option>
          ))}
        </select>
      </div>
    </search>
  );
}

function Nothing({ filter: { status, kind, organization } }: { readonly filter: Filter }): ReactElement {
  if (status === undefined && kind === undefined)
    return (
      <Empty>
        <p>Nothing was done yet. Each login, signature and change will stand here.</p>
      </Empty>
    );
  return (
    <Empty>
      <p>No activity is like that.</p>
      <To path={`/activity${searchOf({ status: undefined, kind: undefined, organization })}`} className="button">
        Show all
      </To>
    </Empty>
  );
}

type ListProps = {
  readonly activities: readonly Done[];
  readonly people: (userId: string) => User | undefined;
  readonly filter: Filter;
  /** The activity whose sheet is open. */
  readonly open: string | undefined;
};

function List({ activities, people, filter, open }: ListProps): ReactElement {
  return (
    <Table columns={['What', { wide: 'By' }, 'State', 'Time']}>
      {activities.map((activity) => (
        <tr key={activity.id} aria-current={activity.id === open || undefined}>
          <th scope="row">
            <To path={`/activity/${activity.id}${searchOf(filter)}`} className="plain">
              {typeWords(activity.type)}
            </To>{' '}
            <bdi className="soft">{subjectOf(activity)}</bdi>
          </th>
          <td className="wide">
            <By vote={activity.votes[0]} people={people} />
          </td>
          <td>
            <span className={`chip ${states[activity.status].look}`}>{states[activity.status].words}</span>
          </td>
          <td>
            <When at={timeOf(activity.createdAt)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
