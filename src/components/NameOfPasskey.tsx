'use client';
import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useState } from 'react';
import { useOtpScreen } from './screen.js';
import { visible } from './visible.js';

type NameOfPasskeyProps = {
  /** The browser's list has it under this name if the person gives it none. */
  shown: string;
  name: string | undefined;
  onName: (name: string | undefined) => void;
  /** Creates the passkey. */
  onEnter: () => void;
  /** The same as a button beside the field. */
  children: ReactNode;
};

/** The name that a new passkey will have; a button turns it into a field. Enter creates the passkey, Escape restores the name. */
export function NameOfPasskey({ shown, name, onName, onEnter, children }: NameOfPasskeyProps): ReactElement {
  const { messages, part, isBusy } = useOtpScreen();
  const [focused, setFocused] = useState<'field' | 'button'>();
  const id = useId();

  function change() {
    setFocused('field');
    onName(shown);
  }

  function press(event: KeyboardEvent) {
    if ((event.key !== 'Enter' && event.key !== 'Escape') || event.nativeEvent.isComposing) return;
    event.preventDefault(); // a dialog around it stays open
    if (event.key === 'Enter') return onEnter();
    event.stopPropagation();
    setFocused('button');
    onName(undefined);
  }

  if (name === undefined)
    return (
      <span {...part('caption')}>
        <span>
          {messages.passkeyName} <bdi {...part('address')}>{shown}</bdi>
        </span>
        <button
          type="button"
          {...part('link')}
          aria-label={`${messages.edit}: ${messages.passkeyName}`}
          aria-disabled={isBusy}
          // biome-ignore lint/a11y/noAutofocus: the focus goes back to where the person was
          autoFocus={focused === 'button'}
          onClick={isBusy ? undefined : change}
        >
          {messages.edit}
        </button>
      </span>
    );
  return (
    <>
      <label {...part('caption')} htmlFor={id}>
        {messages.passkeyName}
      </label>
      <span {...part('actions')}>
        <input
          id={id}
          {...part('input')}
          form={`${id}-none`} // of no form, so that Enter does not send a code
          dir="auto"
          autoComplete="off"
          maxLength={64}
          readOnly={isBusy}
          value={name}
          // biome-ignore lint/a11y/noAutofocus: the person opened it
          autoFocus={focused === 'field'}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onInput={(event) => event.stopPropagation()} // not the login's text
          onChange={({ target }) => onName(visible(target.value))}
          onKeyDown={press}
        />
        {children}
      </span>
    </>
  );
}
