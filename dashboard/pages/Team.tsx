import { useAddPasskey, useGetOrganizationConfigs, useListUsers, useListUserTags, useSession } from 'latchkey';
import type { User } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { Answer } from '../parts/Answer.js';
import { useFresh } from '../parts/fresh.js';
import { isApiKey, isOver } from '../parts/keys.js';
import { Page, Part } from '../parts/Page.js';
import { Refusal } from '../parts/Refusal.js';
import { Table } from '../parts/Table.js';
import { Id, named } from '../parts/texts.js';
import { type Place, To } from '../place.js';
import { Invitations } from './Invitations.js';
import { Member } from './Member.js';
import { Quorum } from './Quorum.js';
import { Tags } from './Tags.js';

/** The users of the organization itself: who may do what, and by which credentials. */
export default function Team({ place: { rest } }: { readonly place: Place }): ReactElement {
  const [userId] = rest;
  return (
    <Page title="Team" action={<OwnPasskey />}>
      <Members open={userId} />
      <Quorum />
      <Invitations />
      <Tags />
      {userId !== undefined && <Member key={userId} userId={userId} />}
    </Page>
  );
}

/** Whoever is logged in adds a passkey of this device, by which they log in from now on. */
function OwnPasskey(): ReactElement {
  const add = useAddPasskey();
  const fresh = useFresh();
  return (
    <div className="actions">
      <span role="status">{add.isSuccess && 'Passkey added.'}</span>
      <button type="button" className="primary" disabled={add.isPending} onClick={() => add.mutate(fresh)}>
        Add a passkey for me
      </button>
      {add.error && <Refusal error={add.error} />}
    </div>
  );
}

function Members({ open }: { readonly open: string | undefined }): ReactElement {
  const users = useListUsers({});
  const { data: quorum } = useGetOrganizationConfigs({}, { select: ({ configs }) => configs.quorum });
  const { data: tags } = useListUserTags(
    {},
    { select: ({ userTags }) => new Map(userTags.map(({ tagId, tagName }) => [tagId, tagName])) },
  );
  const { session } = useSession();
  return (
    <Part title="Members">
      <Answer of={users}>
        {({ users: all }) => (
          <Table columns={['Name', 'Email', 'Ways in', { wide: 'Tags' }, { wide: 'User id' }]}>
            {all.map((user) => (
              <tr key={user.userId} aria-current={user.userId === open || undefined}>
                <th scope="row">
                  <To path={`/team/${user.userId}`}>{named(user.userName)}</To>{' '}
                  {user.userId === session?.userId && <span className="chip">You</span>}{' '}
                  {quorum?.userIds.includes(user.userId) && <span className="chip">Root</span>}
                </th>
                <td className={user.userEmail ? 'long' : undefined}>{user.userEmail ?? ''}</td>
                <td>{waysIn(user)}</td>
                <td className="wide">{user.userTags.map((tagId) => tags?.get(tagId) ?? '').join(', ')}</td>
                <td className="wide">
                  <Id value={user.userId} name={`user id of ${user.userName}`} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Answer>
    </Part>
  );
}

/** `2 passkeys, 1 API key`. Sessions are no ways in: they come from one. */
function waysIn({ authenticators, apiKeys }: User): string {
  const keys = apiKeys.filter((key) => isApiKey(key) && !isOver(key)).length;
  const parts = [counted(authenticators.length, 'passkey'), counted(keys, 'API key')].filter(Boolean);
  return parts.join(', ') || 'None';
}

const counted = (count: number, what: string): string =>
  count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;
