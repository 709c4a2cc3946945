import { useGetLoginState, useListUsers, useResumeSubOrganization, useSuspendSubOrganization } from 'latchkey';
import { type FormEvent, type ReactElement, useState } from 'react';
import { Confirmed } from '../parts/Confirmed.js';
import { Dialog } from '../parts/Dialog.js';
import { Field } from '../parts/fields.js';
import { useFresh } from '../parts/fresh.js';
import { Outcome } from '../parts/Outcome.js';
import { Part } from '../parts/Page.js';
import { timeOf, When } from '../parts/texts.js';

type Ids = { readonly organizationId: string; readonly userId: string };

/** That somebody is suspended, since when and why, and the buttons that end it or their sessions since; else nothing. */
export function Suspended(ids: Ids): ReactElement | null {
  const { data } = useGetLoginState(ids, { select: ({ suspended, canLogIn }) => ({ suspended, canLogIn }) });
  const suspended = data?.suspended;
  const resume = useResumeSubOrganization(useFresh());
  const suspend = useSuspendSubOrganization(useFresh());
  if (!suspended) return null;
  return (
    <div className="panel warning">
      <h3>
        Suspended <When at={timeOf(suspended.at)} />
      </h3>
      <p>{suspended.reason}</p>
      <p className="hint">
        {data.canLogIn ? 'They can' : 'Once they can log in again, they can'} look at everything and export their keys,
        and do nothing else.
      </p>
      <div className="actions">
        <Confirmed
          label="End their sessions again"
          question="End their sessions again? They can log in again, and what was begun since the last time cannot be approved."
          confirm="End sessions"
          isPending={suspend.isPending}
          onConfirm={() => suspend.mutate({ subOrganizationId: ids.organizationId, reason: suspended.reason })}
        >
          End their sessions again
        </Confirmed>
        <Confirmed
          label="Resume this person"
          question="Resume this person? Their sessions end. Once they log in again they can sign, and what waits can be approved."
          confirm="Resume"
          isPending={resume.isPending}
          onConfirm={() => resume.mutate({ subOrganizationId: ids.organizationId })}
        />
      </div>
      <Outcome error={resume.error ?? suspend.error} />
    </div>
  );
}

/** The button that suspends somebody who is not; the reason is asked. */
export function Suspend(ids: Ids): ReactElement | null {
  const { data: isSuspended } = useGetLoginState(ids, { select: (state) => state.suspended !== undefined });
  const [isAsking, setAsking] = useState(false);
  if (isSuspended !== false) return null;
  return (
    <Part title="Suspension">
      <p className="soft">Suspending does not stop a person from exporting.</p>
      <div className="actions">
        <button type="button" className="danger" onClick={() => setAsking(true)}>
          Suspend
        </button>
      </div>
      {isAsking && <Question organizationId={ids.organizationId} onClose={() => setAsking(false)} />}
    </Part>
  );
}

type QuestionProps = { readonly organizationId: string; readonly onClose: () => void };

function Question({ organizationId, onClose }: QuestionProps): ReactElement {
  const suspend = useSuspendSubOrganization(useFresh());
  const { data: members } = useListUsers({ organizationId }, { select: ({ users }) => users.length });
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    suspend.mutate({ subOrganizationId: organizationId, reason: reason.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog title="Suspend this person?" onClose={onClose}>
      {members !== undefined && members > 1 && (
        <p>
          <strong>All {members} members of their organization are suspended with them.</strong>
        </p>
      )}
      <p>
        All their sessions end. They can log in again, look at everything and export their keys, but not sign or change
        anything until you resume them. Suspending does not stop a person from exporting.
      </p>
      <form className="form" onSubmit={submit}>
        <Field label="Reason" hint="Your team reads it. The person does not.">
          {(control) => (
            <textarea
              {...control}
              required
              maxLength={1000}
              rows={2}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        <Outcome error={suspend.error} />
        <div className="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="danger" disabled={suspend.isPending || reason.trim() === ''}>
            Suspend
          </button>
        </div>
      </form>
    </Dialog>
  );
}
