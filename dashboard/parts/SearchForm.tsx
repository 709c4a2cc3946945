import { type FormEvent, type ReactElement, useState } from 'react';

type SearchFormProps = {
  readonly id: string;
  readonly label: string;
  /** What is shown now, by the address: the field follows it. */
  readonly asked?: string | undefined;
  /** Why what was typed finds nothing. */
  readonly fault?: string | undefined;
  readonly isPrimary?: boolean;
  readonly onSearch: (typed: string) => void;
};

/** One field, and a button that searches for what stands in it. */
export function SearchForm({ id, label, asked = '', fault, isPrimary, onSearch }: SearchFormProps): ReactElement {
  const [typed, setTyped] = useState(asked);
  const [before, setBefore] = useState(asked);
  if (before !== asked) {
    // By back and forward, or a link: the field says what is shown.
    setBefore(asked);
    setTyped(asked);
  }
  const search = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <form className="search" onSubmit={search}>
      <label htmlFor={id}>{label}</label>
      <div className="beside">
        <input
          id={id}
          type="search"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit" className={isPrimary ? 'primary' : undefined}>
          Search
        </button>
      </div>
      {fault !== undefined && (
        <p id={`${id}-fault`} className="fault" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}
