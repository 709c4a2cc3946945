import type { DecidingPart } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { PolicyText } from './PolicyText.js';

type DecidingTextProps = {
  readonly text: string;
  /** The part that decided. */
  readonly part: Pick<DecidingPart, 'from' | 'to'>;
};

/** An expression of a policy with the part that decided marked. Of a long one what is around it is shown, and the rest is folded. */
export function DecidingText({ text, part: { from, to } }: DecidingTextProps): ReactElement {
  const [before, part, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  const isLong = before.length > 2 * around || after.length > 2 * around;
  const marked = (start: string, end: string) => (
    <pre dir="ltr">
      <PolicyText text={start} />
      <mark>
        <span className="unseen">What decided: </span>
        <PolicyText text={part} />
        <span className="unseen"> (end of what decided) </span>
      </mark>
      <PolicyText text={end} />
    </pre>
  );
  if (!isLong) return marked(before, after);
  return (
    <>
      {marked(
        before.length > around ? `… ${lastWords(before)}` : before,
        after.length > around ? `${firstWords(after)} …` : after,
      )}
      <details>
        <summary>All of it</summary>
        {marked(before, after)}
      </details>
    </>
  );
}

/** Characters of a long text that are shown on each side of the part. */
const around = 300;

/** No word is cut, and no character in two. */
const lastWords = (text: string): string => text.slice(-around).replace(/^\S*\s?/u, '');
const firstWords = (text: string): string => text.slice(0, around).replace(/\s?\S*$/u, '');
