import { useDeleteEmailTemplate, useGetEmailTemplate, useUpdateEmailTemplate } from 'latchkey';
import type { EmailTemplate } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { Ask } from '../../parts/Ask.js';
import { awaitsOthers } from '../../parts/awaitsOthers.js';
import { Dialog } from '../../parts/Dialog.js';
import { useFresh } from '../../parts/fresh.js';
import { Outcome } from '../../parts/Outcome.js';
import { SaveActions } from '../../parts/SaveActions.js';
import { onlyFor, useTheirs } from '../../parts/theirs.js';
import { changedMembers, changedOnto, changesIn, type Draft, draftOf } from './draft.js';

type SaveTemplateProps = {
  /** The template as it was opened. */
  readonly opened: EmailTemplate;
  readonly draft: Draft;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  /** Goes on with what somebody else has made of it. */
  readonly onTakeTheirs: (theirs: EmailTemplate) => void;
};

/** Says what changes, and saves it. What somebody else has changed meanwhile is said first, and stays. */
export function SaveTemplate({ opened, draft, onClose, onSaved, onTakeTheirs }: SaveTemplateProps): ReactElement {
  const newest = useGetEmailTemplate({ emailTemplateId: opened.emailTemplateId }, { enabled: false });
  const { theirs, ...others } = useTheirs(newest, ({ emailTemplate }) => emailTemplate, 'EMAIL_TEMPLATE_CHANGED');
  const update = useUpdateEmailTemplate(useFresh());
  const before = draftOf(theirs ?? opened);
  const after = changedOnto(draftOf(opened), draft, before);
  const changed = changedMembers(before, after);
  const both = theirs ? changedMembers(draftOf(opened), draftOf(theirs)) : [];
  const lost = both.filter((name) => changed.includes(name));
  const save = () => {
    const { emailTemplateId, revision } = theirs ?? opened;
    const changes = { emailTemplateId, ...changesIn(before, after), ...onlyFor(revision) };
    update.mutate(changes, { onSuccess: onSaved, onError: others.onError });
  };
  const isWaiting = awaitsOthers(update.error);
  return (
    <Dialog title={theirs ? 'Somebody changed this template meanwhile' : 'Save these changes?'} onClose={onClose}>
      {theirs && (
        <>
          <h3>Their changes</h3>
          <Names names={both} />
          <h3>Yours, onto theirs</h3>
        </>
      )}
      <Names names={changed} />
      {lost.length > 0 && <p className="warning">{`Yours would replace theirs in: ${lost.join(', ')}.`}</p>}
      <p className="hint">Mails that are already on their way do not change.</p>
      <Outcome error={others.told(update.error)} />
      <SaveActions
        isOfTwo={theirs !== undefined}
        isWaiting={isWaiting}
        canSave={!update.isPending && !others.isFetching && changed.length > 0}
        onSave={save}
        onDrop={() => theirs && onTakeTheirs(theirs)}
        onClose={onClose}
      />
    </Dialog>
  );
}

const Names = ({ names }: { readonly names: readonly string[] }): ReactElement => (
  <ul>
    {names.map((name) => (
      <li key={name}>{name}</li>
    ))}
  </ul>
);

type DeleteTemplateProps = {
  readonly template: EmailTemplate;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
};

/** Asks before a template is deleted. */
export function DeleteTemplate({ template, onClose, onDeleted }: DeleteTemplateProps): ReactElement {
  const { emailTemplateId, name } = template;
  const remove = useDeleteEmailTemplate(useFresh());
  return (
    <Ask
      title={
        <>
          Delete <bdi>{name}</bdi>?
        </>
      }
      action="Delete template"
      isBusy={remove.isPending}
      error={remove.error}
      onYes={() => remove.mutate({ emailTemplateId }, { onSuccess: onDeleted })}
      onNo={onClose}
    >
      <p>Requests that name it are refused from then on.</p>
    </Ask>
  );
}
