import { type InputHTMLAttributes, type ReactElement, type ReactNode, useId } from 'react';
import { type Span, type Unit, units } from './span.js';

type Labelled = { readonly label: string; readonly hint?: ReactNode };
type Control = { readonly id: string; readonly 'aria-describedby': string | undefined };

type FieldProps = Labelled & { readonly children: (control: Control) => ReactNode };

/** A control with its name above and what helps beneath. */
export function Field({ label, hint, children }: FieldProps): ReactElement {
  const id = useId();
  const hintId = `${id}hint`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': hint === undefined ? undefined : hintId })}
      {hint !== undefined && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

type Texts<Value> = Labelled & { readonly value: Value; readonly onChange: (value: Value) => void };

type TextFieldProps = Texts<string> & Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'required' | 'min' | 'max'>;

/** One line, or a number. */
export function TextField({ label, hint, onChange, ...input }: TextFieldProps): ReactElement {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          {...input}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** A list, one a line. */
export function LinesField({ label, hint, value, onChange }: Texts<string>): ReactElement {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          value={value}
          rows={Math.min(8, Math.max(2, value.split('\n').length))}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** Yes or no. */
export function CheckField({ label, hint, value, onChange }: Texts<boolean>): ReactElement {
  const id = useId();
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        checked={value}
        aria-describedby={hint === undefined ? undefined : `${id}hint`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A span of time: a number and its unit. */
export function SpanField({ label, hint, value, onChange }: Texts<Span>): ReactElement {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className="span">
          <input
            {...control}
            type="number"
            min={0}
            required
            value={value.amount}
            onChange={({ target }) => onChange({ ...value, amount: target.value })}
          />
          <select
            aria-label={`${label}: unit`}
            value={value.unit}
            onChange={({ target }) => onChange({ ...value, unit: target.value as Unit })}
          >
            {Object.keys(units).map((unit) => (
              <option key={unit}>{unit}</option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}
