'use client';
import { type ReactElement, useId } from 'react';
import type { ReviewWords } from '../english/reviewMessages.js';
import { useScreen } from '../screenContext.js';
import type { Review } from './review.js';
import { useReadToEnd } from './useReadToEnd.js';

type ReviewDetailsProps = {
  readonly details: Review['details'];
  readonly words: ReviewWords;
  /** Called once the last field has been on the screen. */
  readonly onRead: () => void;
};

/** The fields of a card, for whoever opens them. */
export function ReviewDetails({ details, words, onRead }: ReviewDetailsProps): ReactElement | null {
  const { part } = useScreen();
  const { box, isLong, look } = useReadToEnd<HTMLDListElement>(onRead);
  const id = useId();
  const { fields, json, isOpen, mustBeRead } = details;
  if (fields.length === 0) return null;
  const hasHint = isLong && mustBeRead;
  return (
    <details {...part('details')} open={isOpen}>
      <summary {...part('summary')}>{words.details}</summary>
      <dl
        ref={box}
        {...part('preview')}
        dir="ltr"
        tabIndex={0}
        aria-describedby={hasHint ? id : undefined}
        onScroll={look}
      >
        {fields.map(([name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they stand as they were sent, and never move
          <div key={at} {...part('row')}>
            <dt {...part('label')}>{name}</dt>
            <dd {...part('value')}>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {hasHint && (
        <p id={id} {...part('hint')}>
          {words.review.readToTheEnd}
        </p>
      )}
      {json !== undefined && (
        <pre {...part('value')} dir="ltr">
          {json}
        </pre>
      )}
    </details>
  );
}
