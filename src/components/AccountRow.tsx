'use client';
import type { ReactElement, ReactNode } from 'react';
import { useScreen } from './screen.js';

type AccountRowProps = {
  label: string;
  value: string | undefined;
  /** Said where there is no value. */
  none: string;
  action: string;
  isOpen: boolean;
  /** It was opened last: closed again, it takes the focus. */
  isLast: boolean;
  onOpen: () => void;
  /** What changes the value. */
  children: ReactNode;
};

/** One fact about the person with what can be done about it at its end; opened, the way to change it stands in its place. */
export function AccountRow(props: AccountRowProps): ReactElement {
  const { label, value, none, action, isOpen, isLast, onOpen, children } = props;
  const { part } = useScreen();
  if (isOpen) return <div {...part('editor')}>{children}</div>;
  return (
    <div {...part('fact')}>
      <span {...part('label')}>{label}</span>
      <bdi {...part(value === undefined ? 'lead' : 'who')}>{value ?? none}</bdi>
      <button
        type="button"
        {...part('link')}
        aria-label={`${action}: ${label}`}
        // biome-ignore lint/a11y/noAutofocus: the focus goes back to where the person was
        autoFocus={isLast}
        onClick={onOpen}
      >
        {action}
      </button>
    </div>
  );
}
