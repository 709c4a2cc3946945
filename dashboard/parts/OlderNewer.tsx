import type { ReactElement } from 'react';

type OlderNewerProps = {
  /** The ids that the pages before this one ended with. */
  readonly before: readonly string[];
  /** The id that this one ends with, where there may be another after it. */
  readonly next: string | undefined;
  readonly onChange: (before: readonly string[]) => void;
};

/** Goes through a list page by page; nothing where there is one page alone. */
export function OlderNewer({ before, next, onChange }: OlderNewerProps): ReactElement | null {
  if (before.length === 0 && next === undefined) return null;
  return (
    <div className="actions">
      <button type="button" disabled={before.length === 0} onClick={() => onChange(before.slice(0, -1))}>
        Newer
      </button>
      <button
        type="button"
        disabled={next === undefined}
        onClick={() => next !== undefined && onChange([...before, next])}
      >
        Older
      </button>
    </div>
  );
}
