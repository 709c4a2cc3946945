'use client';
import { type FocusEvent, type KeyboardEvent, type ReactElement, useId, useRef, useState } from 'react';
import { useScreen } from '../screenContext.js';
import { ActionIcon } from './ActionIcon.js';

export type MenuItem = {
  readonly label: string;
  readonly onPress: () => void;
  /** It leads elsewhere, which takes the focus. */
  readonly leads?: boolean;
};

/** Three dots that open a list of buttons. Escape closes it, and so does leaving it. */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }): ReactElement {
  const { part } = useScreen();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  function close({ key, nativeEvent, stopPropagation }: KeyboardEvent) {
    if (key !== 'Escape' || !isOpen || nativeEvent.isComposing) return;
    stopPropagation.call(nativeEvent);
    setIsOpen(false);
    button.current?.focus();
  }

  const leave = ({ currentTarget, relatedTarget }: FocusEvent) =>
    relatedTarget && !currentTarget.contains(relatedTarget as Node) && setIsOpen(false);

  function press({ onPress, leads = false }: MenuItem) {
    setIsOpen(false);
    if (!leads) button.current?.focus();
    onPress();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what its buttons do not
    <div {...part('menu')} onKeyDown={close} onBlur={leave}>
      <button
        ref={button}
        type="button"
        {...part('copy')}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ActionIcon name="dots" />
      </button>
      {isOpen && (
        <div id={id} {...part('panel')}>
          {items.map((item) => (
            <button key={item.label} type="button" {...part('row')} onClick={() => press(item)}>
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
