import type { Policy } from 'latchkey/contract';
import { type KeyboardEvent, type ReactElement, type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { go } from '../../place.js';
import { Cases } from './Cases.js';
import { CreateDialog, DeleteDialog, SaveDialog } from './dialogs.js';
import { changedMembers, clauses, type Draft, draftOf, effectWords, emptyDraft, toCreate, toUpdate } from './draft.js';
import { Expression } from './Expression.js';
import { faultIn } from './faults.js';

const leave = () => go('/policies');

/** Makes a policy. */
export function NewPolicy(): ReactElement {
  const [draft, setDraft] = useState(emptyDraft);
  const [isAsking, setAsking] = useState(false);
  const isChanged = changedMembers(emptyDraft, draft).length > 0;
  return (
    <div className="editor">
      <Form
        draft={draft}
        onChange={setDraft}
        onSave={() => setAsking(true)}
        save="Create policy"
        isChanged={isChanged}
      />
      <Cases
        edits={isChanged ? { create: [toCreate({ ...draft, policyName: draft.policyName || 'New policy' })] } : {}}
      />
      {isAsking && <CreateDialog draft={draft} onClose={() => setAsking(false)} onCreated={leave} />}
    </div>
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
  const isChanged = changedMembers(draftOf(opened), draft).length > 0;
  return (
    <div className="editor">
      <Form draft={draft} onChange={setDraft} onSave={() => setAsks('save')} save="Save" isChanged={isChanged}>
        <button type="button" className="danger" onClick={() => setAsks('delete')}>
          Delete
        </button>
      </Form>
      {opened.revision && (
        <p className="hint">
          Revision <code>{opened.revision}</code>
        </p>
      )}
      <Cases edits={isChanged ? { update: [toUpdate(opened.policyId, draftOf(opened), draft)] } : {}} />
      {asks === 'save' && (
        <SaveDialog opened={opened} draft={draft} onClose={close} onSaved={leave} onTakeTheirs={open} />
      )}
      {asks === 'delete' && <DeleteDialog policy={opened} onClose={close} onDeleted={leave} />}
    </div>
  );
}

type FormProps = {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly onSave: () => void;
  /** The name of the button. */
  readonly save: string;
  readonly isChanged: boolean;
  /** Further buttons. */
  readonly children?: ReactNode;
};

function Form({ draft, onChange, onSave, save, isChanged, children }: FormProps): ReactElement {
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
      <div className="actions">
        <button type="submit" className="primary" disabled={!isChanged}>
          {save}
        </button>
        {children}
      </div>
    </form>
  );
}
