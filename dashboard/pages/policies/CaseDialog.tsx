import { useListUsers, useUpdatePolicyCases } from 'latchkey';
import type { ActivityOutcome, WrittenPolicyCase } from 'latchkey/contract';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { typeWords } from '../../parts/activityWords.js';
import { awaitsOthers } from '../../parts/awaitsOthers.js';
import { Dialog } from '../../parts/Dialog.js';
import { Field, TextField } from '../../parts/fields.js';
import { useFresh } from '../../parts/fresh.js';
import { Outcome } from '../../parts/Outcome.js';
import { timeOf } from '../../parts/texts.js';
import { outcomes, useDecided } from './useSimulation.js';

const example = `{
  "type": "ACTIVITY_TYPE_CREATE_WALLET",
  "parameters": { "walletName": "Savings", "accounts": [] }
}`;

/** Makes a case: of an activity of the past, or of a written one. */
export function CaseDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const users = useListUsers({}, { select: (answer) => answer.users });
  const decided = useDecided().data ?? [];
  const save = useUpdatePolicyCases(useFresh());
  const isWaiting = awaitsOthers(save.error);
  const [name, setName] = useState('');
  const [userId, setUserId] = useState('');
  const [activityId, setActivityId] = useState('');
  const [text, setText] = useState(example);
  const [expected, setExpected] = useState<ActivityOutcome>('ALLOW');
  const [fault, setFault] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const activity = activityId === '' ? activityIn(text) : undefined;
    setFault(activityId === '' && !activity ? 'This is not JSON with a type and parameters.' : undefined);
    if (activityId === '' && !activity) return;
    const about = activity ? { activity } : { activityId };
    save.mutate({ cases: [{ name, userId, expected, ...about }] }, { onSuccess: onClose });
  };
  return (
    <Dialog title="Add a case" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField label="Name" value={name} onChange={setName} required hint="What must hold, in a few words." />
        <Field label="Who submits it">
          {(control) => (
            <select {...control} required value={userId} onChange={({ target }) => setUserId(target.value)}>
              <option value="">Choose a person</option>
              {users.data?.map((user) => (
                <option key={user.userId} value={user.userId}>
                  {user.userName}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Activity">
          {(control) => (
            <select {...control} value={activityId} onChange={({ target }) => setActivityId(target.value)}>
              <option value="">A written one</option>
              {decided.map(({ id, type, createdAt }) => (
                <option key={id} value={id}>
                  {typeWords(type)}, {new Date(timeOf(createdAt)).toLocaleString()}
                </option>
              ))}
            </select>
          )}
        </Field>
        {activityId === '' && (
          <Field label="Type and parameters" hint="As JSON. Write no secret in it: all of your team reads it.">
            {(control) => (
              <textarea
                {...control}
                dir="ltr"
                rows={6}
                spellCheck={false}
                aria-invalid={fault !== undefined}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
        )}
        <p className="fault" aria-live="polite">
          {fault}
        </p>
        <Field label="What must become of it">
          {(control) => (
            <select
              {...control}
              value={expected}
              onChange={({ target }) => setExpected(target.value as ActivityOutcome)}
            >
              {Object.entries(outcomes).map(([outcome, { words }]) => (
                <option key={outcome} value={outcome}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Outcome error={save.error} />
        <div className="actions">
          <button type="button" onClick={onClose}>
            {isWaiting ? 'Close' : 'Cancel'}
          </button>
          <button type="submit" className="primary" disabled={save.isPending || isWaiting}>
            Add case
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The activity that is written there; what is wrong inside of it the service says. */
function activityIn(text: string): WrittenPolicyCase['activity'] {
  try {
    const value: unknown = JSON.parse(text);
    const isOne = typeof value === 'object' && value !== null && 'type' in value && 'parameters' in value;
    return isOne ? (value as WrittenPolicyCase['activity']) : undefined;
  } catch {
    return undefined;
  }
}
