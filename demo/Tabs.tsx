import { type KeyboardEvent, type ReactElement, type ReactNode, useRef } from 'react';

type TabsProps<Name extends string> = {
  /** Of all tabs, in the language of the page. */
  readonly label: string;
  readonly names: Readonly<Record<Name, string>>;
  /** How many things wait in a tab. */
  readonly counts?: { readonly [of in Name]?: number };
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  /** Of the chosen tab. */
  readonly children: ReactNode;
};

/** Tabs: arrow keys go from one to the next, as the page is read. @see ARIA Authoring Practices Guide, Tabs */
export function Tabs<Name extends string>(props: TabsProps<Name>): ReactElement {
  const { label, names, counts, chosen, onChoose, children } = props;
  const list = useRef<HTMLDivElement>(null);
  const all = Object.keys(names) as Name[];

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key];
    const at = step === undefined ? { Home: 0, End: -1 }[event.key] : (all.indexOf(chosen) + step) % all.length;
    const next = at === undefined ? undefined : all.at(at);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  }

  return (
    <>
      <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {all.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={name === chosen}
            aria-controls={name === chosen ? 'tab-panel' : undefined}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {names[name]}
            {counts?.[name] ? <span className="count"> {counts[name]}</span> : null}
          </button>
        ))}
      </div>
      <div id="tab-panel" className="panel" role="tabpanel" aria-labelledby={`tab-${chosen}`}>
        {children}
      </div>
    </>
  );
}
