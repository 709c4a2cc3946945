import { type ReactElement, useEffect, useId, useState } from 'react';
import { PolicyText } from '../../parts/PolicyText.js';
import { useCompletion } from './Completion.js';
import { type Clause, type Draft, memberWords } from './draft.js';
import { faultIn, faultWords } from './faults.js';

type ExpressionProps = {
  readonly clause: Clause;
  readonly draft: Draft;
  readonly onChange: (text: string) => void;
};

const hints: Readonly<Record<Clause, string>> = {
  condition: 'What it is about. Empty: everything.',
  consensus: 'Who must approve. Empty: anybody.',
  time: 'When it applies. Empty: always.',
};

/** One expression of a policy: its text, coloured beneath, and what is wrong with it once the typing pauses. */
export function Expression({ clause, draft, onChange }: ExpressionProps): ReactElement {
  const id = useId();
  const text = draft[clause];
  const isSettled = useSettled(text);
  const completion = useCompletion({ clause, text, onChange });
  const fault = isSettled ? faultIn(clause, draft) : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{memberWords[clause]}</label>
      <div className="code">
        <pre aria-hidden="true" dir="ltr">
          <PolicyText text={text} at={fault?.at} />
          {'\n'}
        </pre>
        <textarea
          {...completion.field}
          id={id}
          name={clause}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          maxLength={mostCharacters[clause]}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-hint ${id}-fault`}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
        {completion.list}
      </div>
      <p id={`${id}-hint`} className="hint">
        {hints[clause]}
      </p>
      <p id={`${id}-fault`} className="fault" aria-live="polite">
        {fault && faultWords(text, fault)}
      </p>
    </div>
  );
}

const mostCharacters: Readonly<Record<Clause, number>> = { condition: 16_384, consensus: 16_384, time: 4096 };

/** Whether a text has stood still for a while. */
function useSettled(text: string): boolean {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 400);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text;
}
