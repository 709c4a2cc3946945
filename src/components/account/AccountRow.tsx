'use client';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '../icons.js';
import { useScreen } from '../screenContext.js';
import { breakable } from '../unbroken.js';

type AccountRowProps = {
  label: string;
  value: string | undefined;
  /** Said of a value that was proved. */
  verified?: string | undefined;
  /** Shown if there is no value. */
  none: string;
  action: string;
  isOpen: boolean;
  /** It was opened last: its button is focused when it closes. */
  isLast: boolean;
  onOpen: () => void;
  /** The editor of the value. */
  children: ReactNode;
};

/** One fact about the person with its action; when opened, the editor replaces it. */
export function AccountRow(props: AccountRowProps): ReactElement {
  const { label, value, verified, none, action, isOpen, isLast, onOpen, children } = props;
  const { part } = useScreen();
  if (isOpen) return <div {...part('editor')}>{children}</div>;
  return (
    <div {...part('fact')}>
      <span {...part('label')}>
        <span>{label}</span>
        {verified && (
          <>
            {' '}
            <Icon name="check" />
            <span {...part('unseen')}>{verified}</span>
          </>
        )}
      </span>
      <bdi {...part(value === undefined ? 'lead' : 'who')}>{value === undefined ? none : breakable(value)}</bdi>
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
