import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { go, To } from '../place.js';
import { useTitle } from './Page.js';

type SheetProps = {
  readonly title: string;
  /** The path that stays when it is closed. */
  readonly back: string;
  readonly children: ReactNode;
};

/** What one row of a list has to say, beside the list, which keeps its place. It has an address of its own; Escape closes it, but in a field. */
export function Sheet({ title, back, children }: SheetProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title, 'sheet');
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const close = ({ key, target, defaultPrevented, nativeEvent }: KeyboardEvent) => {
    if (key !== 'Escape' || defaultPrevented || nativeEvent.isComposing) return;
    if (!(target as Element).matches('input, textarea, select')) go(back); // there it may be meant for what is typed
  };
  return (
    <section className="sheet" aria-labelledby="sheet-title" onKeyDown={close}>
      <header className="page-title">
        <h2 id="sheet-title" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <To path={back} className="close" label={`Close ${title}`}>
          Close
        </To>
      </header>
      {children}
    </section>
  );
}
