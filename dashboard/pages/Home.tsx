import { useApprovals, useListActivities, useListUsers } from 'latchkey';
import {
  type Activity,
  createApiKeys,
  createAuthenticators,
  createInvitations,
  createPolicies,
  createPolicy,
  createUsers,
  deleteApiKeys,
  deleteAuthenticators,
  deletePolicies,
  deletePolicy,
  deleteUsers,
  disableAuthProxy,
  enableAuthProxy,
  removeOrganizationFeature,
  setOrganizationFeature,
  updateAuthProxyConfig,
  updatePolicy,
  updateRootQuorum,
  updateUser,
} from 'latchkey/contract';
import type { ReactElement } from 'react';
import { Answer } from '../parts/Answer.js';
import { states, submitterOf, typeWords } from '../parts/activityWords.js';
import { Empty, Page, Part } from '../parts/Page.js';
import { Table } from '../parts/Table.js';
import { timeOf, When } from '../parts/texts.js';
import { To } from '../place.js';
import { Statistics } from './home/Statistics.js';

/** What waits, how people come in, and what changed last. */
export default function Home(): ReactElement {
  return (
    <Page title="Home">
      <Waiting />
      <Part title="Logins and signatures">
        <Statistics />
      </Part>
      <Part title="What changed last">
        <Changes />
      </Part>
    </Page>
  );
}

function Waiting(): ReactElement | null {
  const { data: waiting = 0, hasNextPage } = useApprovals({
    select: ({ toDecide }) => toDecide.length,
    staleTime: 10_000, // the rail has just asked
  });
  if (waiting === 0) return null;
  return (
    <p className="warning">
      {`${hasNextPage ? `${waiting} or more` : waiting} ${waiting === 1 ? 'request waits' : 'requests wait'} for your approval. `}
      <To path="/approvals">Open approvals</To>
    </p>
  );
}

/** What changes who may do what here: of policies, people, credentials, and the login. */
const changes = [
  ...[createPolicy, createPolicies, updatePolicy, deletePolicy, deletePolicies],
  ...[createUsers, updateUser, deleteUsers, createInvitations, updateRootQuorum],
  ...[createApiKeys, deleteApiKeys, createAuthenticators, deleteAuthenticators],
  ...[enableAuthProxy, disableAuthProxy, updateAuthProxyConfig, setOrganizationFeature, removeOrganizationFeature],
].flatMap(({ versions }) => Object.values<{ readonly type: string }>(versions).map(({ type }) => type));

function Changes(): ReactElement {
  const found = useListActivities({ filterByType: changes, paginationOptions: { limit: '10' } });
  const { data: names } = useListUsers(
    {},
    { select: ({ users }) => new Map(users.map(({ userId, userName }) => [userId, userName])) },
  );
  return (
    <Answer of={found}>
      {({ activities }) =>
        activities.length === 0 ? (
          <Empty>
            <p>Nothing has changed yet: no policy, no user, no setting.</p>
            <To path="/policies" className="button">
              Open policies
            </To>
          </Empty>
        ) : (
          <Table columns={['What', { wide: 'Who' }, 'State', 'When']}>
            {activities.map((activity) => (
              <Change key={activity.id} activity={activity} who={whoOf(activity, names)} />
            ))}
          </Table>
        )
      }
    </Answer>
  );
}

/** Nothing as long as the names are not there. What nobody asked for, the service did. */
function whoOf(activity: Activity, names: ReadonlyMap<string, string> | undefined): string {
  const submitter = submitterOf(activity);
  if (submitter === undefined) return 'The service';
  return names === undefined ? '' : (names.get(submitter) ?? 'Somebody who has left');
}

function Change({ activity, who }: { readonly activity: Activity; readonly who: string }): ReactElement {
  const { words, look } = states[activity.status];
  return (
    <tr>
      <th scope="row">
        <To path={`/activity/${activity.id}`}>{typeWords(activity.type)}</To>
      </th>
      <td className="wide">{who}</td>
      <td>
        <span className={`chip ${look}`}>{words}</span>
      </td>
      <td>
        <When at={timeOf(activity.createdAt)} />
      </td>
    </tr>
  );
}
