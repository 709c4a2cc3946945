import { useCreatePolicy, useDeletePolicy, useGetPolicy, useUpdatePolicy } from 'latchkey';
import type { Policy } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { awaitsOthers } from '../../parts/awaitsOthers.js';
import { Dialog } from '../../parts/Dialog.js';
import { useFresh } from '../../parts/fresh.js';
import { Refusal } from '../../parts/Refusal.js';
import { SaveActions } from '../../parts/SaveActions.js';
import { onlyFor, useTheirs } from '../../parts/theirs.js';
import { Changes } from './Changes.js';
import { useConsequences } from './Consequences.js';
import { changedMembers, changesIn, type Draft, draftOf, emptyDraft, toCreate, toUpdate } from './draft.js';

type SaveDialogProps = {
  /** The policy as it was opened. */
  readonly opened: Policy;
  readonly draft: Draft;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  /** Goes on with what somebody else has made of it. */
  readonly onTakeTheirs: (theirs: Policy) => void;
};

/** Shows what changes, and saves it. What somebody else has changed meanwhile is shown first. */
export function SaveDialog({ opened, draft, onClose, onSaved, onTakeTheirs }: SaveDialogProps): ReactElement {
  const newest = useGetPolicy({ policyId: opened.policyId }, { enabled: false });
  const { theirs, ...others } = useTheirs(newest, ({ policy }) => policy, 'POLICY_CHANGED');
  const update = useUpdatePolicy(useFresh());
  // What one has changed oneself, and nothing else, onto what is there now.
  const before = draftOf(theirs ?? opened);
  const after = { ...before, ...changesIn(draftOf(opened), draft) };
  const { shown, isSettled } = useConsequences(
    { update: [toUpdate(opened.policyId, before, after)] },
    (theirs ?? opened).revision,
  );
  const save = () => {
    const { policyId, revision } = theirs ?? opened;
    const changes = { ...toUpdate(policyId, before, after), ...onlyFor(revision) };
    update.mutate(changes, { onSuccess: onSaved, onError: others.onError });
  };
  const isWaiting = awaitsOthers(update.error);
  const error = others.told(update.error);
  return (
    <Dialog title={theirs ? 'Somebody changed this policy meanwhile' : 'Save these changes?'} onClose={onClose}>
      {theirs && (
        <>
          <h3>Their changes</h3>
          <Changes before={draftOf(opened)} after={draftOf(theirs)} />
          <h3>Yours, onto theirs</h3>
        </>
      )}
      <Changes before={before} after={after} />
      {shown}
      {error && <Refusal error={error} />}
      <SaveActions
        isOfTwo={theirs !== undefined}
        isWaiting={isWaiting}
        canSave={isSettled && !update.isPending && !others.isFetching && changedMembers(before, after).length > 0}
        onSave={save}
        onDrop={() => theirs && onTakeTheirs(theirs)}
        onClose={onClose}
      />
    </Dialog>
  );
}

type CreateDialogProps = { readonly draft: Draft; readonly onClose: () => void; readonly onCreated: () => void };

/** Shows what a new policy changes, and creates it. */
export function CreateDialog({ draft, onClose, onCreated }: CreateDialogProps): ReactElement {
  const create = useCreatePolicy(useFresh());
  const isWaiting = awaitsOthers(create.error);
  const { shown, isSettled } = useConsequences({ create: [toCreate(draft)] });
  return (
    <Dialog title="Create this policy?" onClose={onClose}>
      <Changes before={emptyDraft} after={draft} />
      {shown}
      {create.error && <Refusal error={create.error} />}
      <div className="actions">
        {!isWaiting && (
          <button
            type="button"
            className="primary"
            disabled={!isSettled || create.isPending}
            onClick={() => create.mutate(toCreate(draft), { onSuccess: onCreated })}
          >
            Create policy
          </button>
        )}
        <button type="button" onClick={onClose}>
          {isWaiting ? 'Close' : 'Go on editing'}
        </button>
      </div>
    </Dialog>
  );
}

type DeleteDialogProps = { readonly policy: Policy; readonly onClose: () => void; readonly onDeleted: () => void };

/** Asks before a policy is deleted, and says what that means. What somebody else has changed meanwhile is shown first. */
export function DeleteDialog({ policy: opened, onClose, onDeleted }: DeleteDialogProps): ReactElement {
  const newest = useGetPolicy({ policyId: opened.policyId }, { enabled: false });
  const { theirs, ...others } = useTheirs(newest, ({ policy }) => policy, 'POLICY_CHANGED');
  const { policyId, policyName, effect, revision } = theirs ?? opened;
  const remove = useDeletePolicy(useFresh());
  const { shown, isSettled } = useConsequences({ delete: [policyId] }, revision);
  const deleteIt = () =>
    remove.mutate({ policyId, ...onlyFor(revision) }, { onSuccess: onDeleted, onError: others.onError });
  const isWaiting = awaitsOthers(remove.error);
  const error = others.told(remove.error);
  return (
    <Dialog title={theirs ? 'Somebody changed this policy meanwhile' : 'Delete this policy?'} onClose={onClose}>
      {theirs && (
        <>
          <h3>Their changes</h3>
          <Changes before={draftOf(opened)} after={draftOf(theirs)} />
        </>
      )}
      <p>
        <bdi>{policyName}</bdi>:{' '}
        {effect === 'EFFECT_ALLOW'
          ? 'what it alone allows is refused from then on.'
          : 'what it alone denies may be done from then on, where another policy allows it, and by the root quorum.'}
      </p>
      {shown}
      {error && <Refusal error={error} />}
      <div className="actions">
        {!isWaiting && (
          <button
            type="button"
            className="danger"
            disabled={!isSettled || remove.isPending || others.isFetching}
            onClick={deleteIt}
          >
            {theirs ? 'Delete it as it is now' : 'Delete policy'}
          </button>
        )}
        <button type="button" onClick={onClose}>
          {isWaiting ? 'Close' : 'Keep it'}
        </button>
      </div>
    </Dialog>
  );
}
