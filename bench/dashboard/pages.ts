import { listActivities } from '../../src/contract/activities.queries.js';
import { contactOf, idOf } from '../../test/support/growth/copies.js';
import { ask } from '../../test/support/wire.js';
import type { Population } from '../growth/population.js';

/** A page of the dashboard. */
export type PageOf = {
  readonly name: string;
  /** Below `/dashboard`. */
  readonly path: string;
  /** Whether it stands in a sheet beside its list. */
  readonly isSheet?: true;
};

/** All that the rail names, a person in the middle of the store, and an activity. */
export async function pagesOf({ test, root, count }: Population): Promise<readonly PageOf[]> {
  const { organizationId } = test;
  const { activities } = await ask<{ activities: { id: string }[] }>(test, root, listActivities, { organizationId });
  const middle = Math.ceil(count / 2);
  return [
    { name: 'Home', path: '' },
    { name: 'People', path: '/people' },
    { name: 'a search by address', path: `/people?q=${encodeURIComponent(contactOf(middle))}` },
    { name: 'a person', path: `/people/${idOf(count, middle)}/${idOf(count, middle)}`, isSheet: true },
    { name: 'Activity', path: '/activity' },
    { name: 'an activity', path: `/activity/${activities[0]?.id}`, isSheet: true },
    { name: 'Approvals', path: '/approvals' },
    { name: 'Policies', path: '/policies' },
    { name: 'Login', path: '/login' },
    { name: 'Messages', path: '/messages' },
    { name: 'Team', path: '/team' },
    { name: 'Developers', path: '/developers' },
  ];
}
