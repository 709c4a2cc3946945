import type { Activity as Done, User } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { Answer } from '../parts/Answer.js';
import { states, typeWords } from '../parts/activityWords.js';
import { Empty, Page } from '../parts/Page.js';
import { Subject } from '../parts/Subject.js';
import { Table } from '../parts/Table.js';
import { timeOf, When } from '../parts/texts.js';
import { type Place, To } from '../place.js';
import { ActivitySheet } from './activity/ActivitySheet.js';
import { Filters } from './activity/Filters.js';
import { everything, type Filter, filterOf, searchOf } from './activity/filter.js';
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
      <Filters filter={filter} listed={activities.data ?? []} />
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

function Nothing({ filter }: { readonly filter: Filter }): ReactElement {
  const { organization } = filter;
  if (searchOf({ ...filter, organization: undefined }) === '')
    return (
      <Empty>
        <p>Nothing was done yet. Each login, signature and change will stand here.</p>
      </Empty>
    );
  return (
    <Empty>
      <p role="status">No activity is like that.</p>
      <To path={`/activity${searchOf({ ...everything, organization })}`} className="button">
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
            <span className="soft">
              <Subject activity={activity} />
            </span>
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
