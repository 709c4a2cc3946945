import { type HookError, useCreatePolicy } from 'latchkey';
import type { Policy } from 'latchkey/contract';
import { type KeyboardEvent, type ReactElement, type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { useFresh } from '../../parts/fresh.js';
import { Refusal } from '../../parts/Refusal.js';
import { go } from '../../place.js';
import { DeleteDialog, SaveDialog } from './dialogs.js';
import { changedMembers, clauses, type Draft, draftOf, effectWords, emptyDraft, toCreate } from './draft.js';
import { Expression } from './Expression.js';
import { faultIn } from './faults.js';

const leave = () => go('/policies');

/** Makes a policy. */
export function NewPolicy(): ReactElement {
  const [draft, setDraft] = useState(emptyDraft);
  const create = useCreatePolicy(useFresh());
  const isWaiting = create.error?.code === 'ACTIVITY_NEEDS_APPROVAL';
  return (
    <Form
      draft={draft}
      onChange={setDraft}
      onSave={() => create.mutate(toCreate(draft), { onSuccess: leave })}
      save={isWaiting ? undefined : 'Create policy'}
      isBusy={create.isPending}
      isChanged={changedMembers(emptyDraft, draft).length > 0}
      refusal={create.error}
    />
  );
}

/** Changes a policy, or deletes it. What somebody else makes of it meanwhile does not change what is being written. */
export function EditedPolicy({ policy }: { readonly policy: Policy }): ReactElement {
  const [opened, setOpened] = useState(policy);
  const [draft, setDraft] = useState(() => draftOf(policy));
  const [asks, setAsks] = useState<'save' | 'delete'>();
  const open = (other: Policy) => {
    setOpened(other);
    setDraft(draftOf(other));
    setAsks(undefined);
  };
  const close = () => setAsks(undefined);
  return (
    <>
      <Form
        draft={draft}
        onChange={setDraft}
        onSave={() => setAsks('save')}
        save="Save"
        isChanged={changedMembers(draftOf(opened), draft).length > 0}
      >
        <button type="button" className="danger" onClick={() => setAsks('delete')}>
          Delete
        </button>
      </Form>
      {asks === 'save' && (
        <SaveDialog opened={opened} draft={draft} onClose={close} onSaved={leave} onTakeTheirs={open} />
      )}
      {asks === 'delete' && <DeleteDialog policy={opened} onClose={close} onDeleted={leave} />}
    </>
  );
}

type FormProps = {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly onSave: () => void;
  /** The name of the button; without one there is none. */
  readonly save: string | undefined;
  readonly isChanged: boolean;
  readonly isBusy?: boolean;
  readonly refusal?: HookError | null;
  /** Further buttons. */
  readonly children?: ReactNode;
};

function Form({ draft, onChange, onSave, save, isChanged, isBusy, refusal, children }: FormProps): ReactElement {
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const faulty = clauses.find((clause) => faultIn(clause, draft));
    if (faulty) (event.currentTarget.elements.namedItem(faulty) as HTMLElement).focus();
    else onSave();
  };
  // Escape would close the sheet, and what was written would be gone.
  const stay = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isChanged) event.preventDefault();
  };
  return (
    <form className="form" onSubmit={submit} onKeyDown={stay}>
      <div className="field">
        <label htmlFor={`${id}-name`}>Name</label>
        <input
          id={`${id}-name`}
          required
          maxLength={255}
          autoComplete="off"
          value={draft.policyName}
          onChange={({ target }) => onChange({ ...draft, policyName: target.value })}
        />
      </div>
      <fieldset className="checks">
        <legend>Effect</legend>
        {(['EFFECT_ALLOW', 'EFFECT_DENY'] as const).map((effect) => (
          <label key={effect}>
            <input
              type="radio"
              name={`${id}-effect`}
              checked={draft.effect === effect}
              onChange={() => onChange({ ...draft, effect })}
            />
            {effectWords[effect]}
          </label>
        ))}
      </fieldset>
      {clauses.map((clause) => (
        <Expression
          key={clause}
          clause={clause}
          draft={draft}
          onChange={(text) => onChange({ ...draft, [clause]: text })}
        />
      ))}
      <div className="field">
        <label htmlFor={`${id}-notes`}>Notes</label>
        <textarea
          id={`${id}-notes`}
          className="prose"
          rows={3}
          maxLength={4096}
          value={draft.notes}
          onChange={({ target }) => onChange({ ...draft, notes: target.value })}
        />
      </div>
      {refusal && <Refusal error={refusal} />}
      <div className="actions">
        {save !== undefined && (
          <button type="submit" className="primary" disabled={!isChanged || isBusy}>
            {save}
          </button>
        )}
        {children}
      </div>
    </form>
  );
}
