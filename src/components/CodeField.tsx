'use client';
import { type ChangeEvent, type ClipboardEvent, type ReactElement, useState } from 'react';
import { type CodeForm, codeCharacters, codeIn } from './codeText.js';
import type { StepProps } from './step.js';
import { useWebOtp } from './useWebOtp.js';

type CodeFieldProps = StepProps & {
  form: CodeForm;
  /** The code comes by text message, where the browser may read it. */
  isTexted: boolean;
  isLocked: boolean;
  /** The code became whole: typed to its end, pasted, or filled in. */
  onWhole: (code: string) => void;
};

/**
 * One real input over drawn slots, so that autofill, password managers, paste and screen readers meet one field. What is typed
 * stays in the input; the component keeps only how much of it there is.
 */
export function CodeField({ form, isTexted, isLocked, onWhole, ...props }: CodeFieldProps): ReactElement {
  const { id, skin, field, isBusy, isInvalid, describedBy } = props;
  const [filled, setFilled] = useState(0);
  useWebOtp(isTexted && !isLocked && !isBusy, (text) => fill(codeIn(text, form)));

  function fill(code: string | undefined) {
    if (code === undefined || field.current === null) return;
    field.current.value = code;
    setFilled(code.length);
    onWhole(code);
  }

  function read({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const typed = codeCharacters(input.value, form);
    const code = typed.slice(0, form.length);
    const caret = codeCharacters(input.value.slice(0, input.selectionStart ?? 0), form).length;
    if (input.value !== code) {
      input.value = code;
      input.setSelectionRange(caret, caret);
    }
    setFilled(code.length);
    const isOneTooMany = filled === form.length && typed.length > form.length;
    if (code.length === form.length && !isOneTooMany) onWhole(code);
  }

  function paste(event: ClipboardEvent) {
    const code = codeIn(event.clipboardData.getData('text'), form);
    if (code === undefined || isBusy) return;
    event.preventDefault();
    fill(code);
  }

  return (
    <div {...skin.part('code')} dir="ltr" data-length={form.length}>
      {places.slice(0, form.length).map((place, index) => (
        <span key={place} {...skin.part('slot')} aria-hidden="true" data-state={slotState(index, filled)} />
      ))}
      <input
        ref={field}
        id={id}
        {...skin.part('input')}
        type="text"
        autoComplete="one-time-code"
        inputMode={form.alphanumeric ? 'text' : 'numeric'}
        autoCapitalize={form.alphanumeric ? 'characters' : 'off'}
        autoCorrect="off"
        spellCheck={false}
        required
        disabled={isLocked}
        readOnly={isBusy}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        onChange={read}
        onPaste={paste}
      />
    </div>
  );
}

const places = [...'123456789'];

/** `next` is where the next character goes. */
function slotState(index: number, filled: number): 'filled' | 'next' | 'empty' {
  if (index === filled) return 'next';
  return index < filled ? 'filled' : 'empty';
}
