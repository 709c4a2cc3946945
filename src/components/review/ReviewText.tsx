'use client';
import { type ReactElement, useId } from 'react';
import { useScreen } from '../screenContext.js';
import { useReadToEnd } from './useReadToEnd.js';

type ReviewTextProps = {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  /** Called once the end of the text has been on the screen. */
  readonly onRead: () => void;
};

/** A text as it is signed, in a box that scrolls. */
export function ReviewText({ label, hint, text, onRead }: ReviewTextProps): ReactElement {
  const { part } = useScreen();
  const { box, isLong, look } = useReadToEnd<HTMLPreElement>(onRead);
  const id = useId();

  return (
    <div {...part('body')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a text with its own lines is a pre */}
      <pre
        ref={box}
        {...part('text')}
        dir="auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: by keyboard it is scrolled
        tabIndex={0}
        role="region"
        aria-label={label}
        aria-describedby={isLong ? id : undefined}
        onScroll={look}
      >
        {text}
      </pre>
      {isLong && (
        <p id={id} {...part('hint')}>
          {hint}
        </p>
      )}
    </div>
  );
}
