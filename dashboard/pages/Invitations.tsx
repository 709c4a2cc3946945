import { useCreateInvitations, useDeleteInvitation, useListInvitations, useSession } from 'latchkey';
import type { Invitation } from 'latchkey/contract';
import { type FormEvent, type ReactElement, useState } from 'react';
import { Answer } from '../parts/Answer.js';
import { Confirmed } from '../parts/Confirmed.js';
import { useFresh } from '../parts/fresh.js';
import { Empty, Part } from '../parts/Page.js';
import { Refusal } from '../parts/Refusal.js';
import { SubmitRow } from '../parts/SubmitRow.js';
import { Table } from '../parts/Table.js';
import { timeOf, When } from '../parts/texts.js';

/** Who was invited, and has not come yet. */
export function Invitations(): ReactElement {
  const found = useListInvitations({});
  const remove = useDeleteInvitation(useFresh());
  return (
    <Part title="Invitations">
      <Answer of={found}>
        {({ invitations }) => {
          const pending = invitations.filter(({ status }) => status === 'INVITATION_STATUS_PENDING');
          return pending.length === 0 ? (
            <Empty>
              <p>Nobody is invited.</p>
            </Empty>
          ) : (
            <Table columns={['Name', 'Email', { wide: 'Until' }, '']}>
              {pending.map((invitation) => (
                <Invited
                  key={invitation.invitationId}
                  of={invitation}
                  isPending={remove.isPending}
                  onRemove={() => remove.mutate({ invitationId: invitation.invitationId })}
                />
              ))}
            </Table>
          );
        }}
      </Answer>
      {remove.error && <Refusal error={remove.error} />}
      <Invite />
    </Part>
  );
}

type InvitedProps = { readonly of: Invitation; readonly isPending: boolean; readonly onRemove: () => void };

const Invited = ({ of, isPending, onRemove }: InvitedProps): ReactElement => (
  <tr>
    <th scope="row">{of.receiverUserName}</th>
    <td className="long">{of.receiverUserEmail}</td>
    <td className="wide">
      <When at={timeOf(of.expiresAt)} />
    </td>
    <td>
      <Confirmed
        label={`Take back the invitation of ${of.receiverUserName}`}
        question={`Take back the invitation of ${of.receiverUserName}? The link in their email stops working.`}
        confirm="Take back"
        isPending={isPending}
        onConfirm={onRemove}
      />
    </td>
  </tr>
);

function Invite(): ReactElement {
  const { session } = useSession();
  const create = useCreateInvitations(useFresh());
  const [receiverUserName, setName] = useState('');
  const [receiverUserEmail, setEmail] = useState('');
  const invited = create.variables?.invitations[0]?.receiverUserEmail;
  const invite = (event: FormEvent) => {
    event.preventDefault();
    const invitation = {
      receiverUserName: receiverUserName.trim(),
      receiverUserEmail: receiverUserEmail.trim(),
      receiverUserTags: [],
      accessType: 'ACCESS_TYPE_WEB' as const,
      senderUserId: session?.userId ?? '',
    };
    create.mutate({ invitations: [invitation] }, { onSuccess: () => [setName, setEmail].map((clear) => clear('')) });
  };
  return (
    <details>
      <summary>Invite somebody</summary>
      <form className="form panel" onSubmit={invite}>
        <p className="hint">
          They get an email that leads here, prove the address by a code and make a passkey. Every member can read all
          of this organization and of the people below it. What they may change, policies and the root quorum say.
        </p>
        <div className="field">
          <label htmlFor="invite-name">Name</label>
          <input id="invite-name" required value={receiverUserName} onChange={({ target }) => setName(target.value)} />
        </div>
        <div className="field">
          <label htmlFor="invite-email">Email</label>
          <input
            id="invite-email"
            type="email"
            required
            value={receiverUserEmail}
            onChange={({ target }) => setEmail(target.value)}
          />
        </div>
        <SubmitRow label="Invite" isDisabled={create.isPending} note={create.isSuccess ? `Invited ${invited}.` : ''} />
        {create.error && <Refusal error={create.error} />}
      </form>
    </details>
  );
}
