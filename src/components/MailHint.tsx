'use client';
import { type ReactElement, type RefObject, useEffect, useState } from 'react';
import { meantAddress } from './mailHosts.js';
import { useOtpScreen } from './screen.js';

/** Offers to correct a mistyped mail host, while the address is typed. */
export function MailHint({ field }: { field: RefObject<HTMLInputElement | null> }): ReactElement | null {
  const { messages, part } = useOtpScreen();
  const [meant, setMeant] = useState<string>();
  useEffect(() => {
    const input = field.current;
    const look = ({ type }: Pick<Event, 'type'>) =>
      setMeant(meantAddress(input?.value.trim() ?? '', type === 'change'));
    look({ type: 'input' }); // typed before this was loaded
    for (const type of ['input', 'change']) input?.addEventListener(type, look);
    return () => {
      for (const type of ['input', 'change']) input?.removeEventListener(type, look);
    };
  }, [field]);

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
