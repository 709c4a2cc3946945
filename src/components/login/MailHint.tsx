'use client';
import { type ReactElement, type RefObject, useEffect, useState } from 'react';
import { useBeforePaint } from '../../hooks/useBeforePaint.js';
import { useLoginScreen } from '../screenContext.js';
import { meantAddress } from './mailHosts.js';

type MailHintProps = {
  field: RefObject<HTMLInputElement | null>;
  /** Called before the hint is painted. */
  onFound: () => void;
};

/** Offers to correct a mistyped mail host, while the address is typed. */
export function MailHint({ field, onFound }: MailHintProps): ReactElement | null {
  const { messages, part } = useLoginScreen();
  const [meant, setMeant] = useState<string>();
  useEffect(() => {
    const input = field.current;
    const look = ({ type }: Pick<Event, 'type'>) => {
      const isLeft = type === 'change';
      if (isLeft && input?.form?.querySelector('button:active')) return; // the button would move away from under the press
      setMeant(meantAddress(input?.value.trim() ?? '', isLeft));
    };
    look({ type: 'input' }); // typed before this was loaded
    for (const type of ['input', 'change']) input?.addEventListener(type, look);
    return () => {
      for (const type of ['input', 'change']) input?.removeEventListener(type, look);
    };
  }, [field]);

  useBeforePaint(() => {
    if (meant) onFound();
  }, [meant]);

  function take(address: string) {
    if (!field.current) return;
    field.current.value = address;
    field.current.focus();
    setMeant(undefined);
  }

  return (
    <span role="status">
      {meant && (
        <button type="button" {...part('link')} onClick={() => take(meant)}>
          {messages.didYouMean(meant)}
        </button>
      )}
    </span>
  );
}
