'use client';
import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { useScreen } from '../screenContext.js';

type Tab = { readonly name: string; readonly content: () => ReactNode };

/** Tabs of which one is shown: arrow keys go from one to the next, as the page is read. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }): ReactElement {
  const { part } = useScreen();
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key];
    const ends = { Home: 0, End: tabs.length - 1 }[event.key];
    const next = step === undefined ? ends : (chosen + step + tabs.length) % tabs.length;
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <>
      <div ref={list} {...part('tabs')} role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ name }, at) => (
          <button
            key={name}
            id={`${id}-${at}`}
            type="button"
            role="tab"
            {...part('tab')}
            aria-selected={at === chosen}
            aria-controls={at === chosen ? `${id}-panel` : undefined}
            tabIndex={at === chosen ? 0 : -1}
            onClick={() => setChosen(at)}
          >
            {name}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} {...part('body')} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {tabs[chosen]?.content()}
      </div>
    </>
  );
}
