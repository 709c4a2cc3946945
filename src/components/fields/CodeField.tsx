'use client';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useState,
} from 'react';
import type { CodeForm } from '../../contract/codeForm.js';
import { useLatest } from '../../hooks/useLatest.js';
import { codeCharacters, codeIn } from '../../login/codeText.js';
import { textedCode } from '../../login/textedCode.js';
import { useScreen } from '../screenContext.js';
import type { FieldProps } from './fieldProps.js';
import { Slots, type View } from './Slots.js';

type CodeFieldProps = FieldProps & {
  form: CodeForm;
  /** The code comes by text message; the browser may read it. */
  isTexted: boolean;
  isLocked: boolean;
  /** Called when the code is complete: typed to its end, corrected, pasted, or filled in. */
  onWhole: (code: string) => void;
};

/**
 * One real input over drawn slots, so that autofill, password managers, paste and screen readers see one field. The typed text stays in the
 * input; the component's state holds only its length. A complete code has no caret: the character at its place is selected, so that typing
 * replaces it, and its slot has the focus ring.
 */
export function CodeField({ form, isTexted, isLocked, onWhole, ...props }: CodeFieldProps): ReactElement {
  const { id, field, isInvalid, describedBy } = props;
  const { part, isBusy } = useScreen();
  const [view, setView] = useState<View>({ filled: 0, start: 0, end: 0 });
  useWebOtp(isTexted && !isLocked && !isBusy, (text) => fill(codeIn(text, form)));
  useEffect(() => {
    const lookIfHere = () => document.activeElement === field.current && look();
    document.addEventListener('selectionchange', lookIfHere); // React fires no onSelect when a script selects
    return () => document.removeEventListener('selectionchange', lookIfHere);
  });

  function fill(code: string | undefined) {
    if (code === undefined || field.current === null) return;
    field.current.value = code;
    look();
    onWhole(code);
  }

  /** Reads the caret's place. After the last character it lies outside the slots: the input scrolls there and back. */
  function look() {
    const input = field.current;
    if (input === null) return;
    const filled = input.value.length;
    if (filled === form.length && input.selectionStart === input.selectionEnd)
      select(Math.min(input.selectionStart ?? 0, filled - 1));
    const { selectionStart, selectionEnd } = input;
    const next = { filled, start: selectionStart ?? filled, end: selectionEnd ?? filled };
    input.scrollLeft = 0;
    setView((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next));
  }

  function select(index: number) {
    field.current?.setSelectionRange(index, index + 1);
  }

  function read({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const typed = codeCharacters(input.value, form);
    const caret = codeCharacters(input.value.slice(0, input.selectionStart ?? 0), form).length;
    const excess = Math.max(0, typed.length - form.length);
    const code = (typed.slice(0, caret) + typed.slice(caret + excess)).slice(0, form.length);
    if (input.value !== code) {
      input.value = code;
      input.setSelectionRange(caret, caret);
    }
    look();
    if (code.length === form.length) onWhole(code);
  }

  function paste(event: ClipboardEvent) {
    const code = codeIn(event.clipboardData.getData('text'), form);
    if (code === undefined || isBusy) return;
    event.preventDefault();
    fill(code);
  }

  /** The left arrow on one selected character moves to the one before it. */
  function step(event: KeyboardEvent) {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    look(); // the browser reports the previous key with delay
    const { value = '', selectionStart, selectionEnd } = field.current ?? {};
    const isOneSelected = value.length === form.length && (selectionEnd ?? 0) - (selectionStart ?? 0) === 1;
    if (key !== 'ArrowLeft' || shiftKey || altKey || ctrlKey || metaKey || !isOneSelected) return;
    event.preventDefault();
    select(Math.max(0, (selectionStart ?? 0) - 1));
    look();
  }

  return (
    <Slots form={form} view={view}>
      <input
        ref={field}
        id={id}
        {...part('input')}
        type="text"
        name="code"
        autoComplete="one-time-code"
        inputMode={form.alphanumeric ? 'text' : 'numeric'}
        enterKeyHint="go"
        autoCapitalize={form.alphanumeric ? 'characters' : 'off'}
        autoCorrect="off"
        spellCheck={false}
        required
        disabled={isLocked}
        readOnly={isBusy}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onChange={read}
        onScroll={look}
        onKeyDown={step}
        onPaste={paste}
      />
    </Slots>
  );
}

/** Reads the code from a text message, if the browser can, while `isListening`. {@link textedCode} */
function useWebOtp(isListening: boolean, onCode: (code: string) => void): void {
  const latest = useLatest(onCode);
  useEffect(() => {
    if (!isListening) return;
    const listening = new AbortController();
    void textedCode(listening.signal).then((code) => code && latest.current(code));
    return () => listening.abort();
  }, [isListening, latest]);
}
