'use client';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { useScreen } from '../screenContext.js';

type ConfirmTextProps = {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  /** Called once the end of the text has been on the screen. */
  readonly onRead: () => void;
};

/** A text as it is signed, in a box that scrolls. */
export function ConfirmText({ label, hint, text, onRead }: ConfirmTextProps): ReactElement {
  const { part } = useScreen();
  const box = useRef<HTMLPreElement>(null);
  const [isLong, setIsLong] = useState(false);
  const id = useId();

  function look() {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = box.current ?? {};
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - 2;
    setIsLong(!isAtEnd);
    if (isAtEnd) onRead();
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once it stands, then at each scroll
  useEffect(look, [text]);

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
