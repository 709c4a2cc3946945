'use client';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { ReviewWords } from '../english/reviewMessages.js';
import { Icon } from '../icons.js';
import { MessageLine } from '../MessageLine.js';
import { useScreen } from '../screenContext.js';
import { unbroken } from '../unbroken.js';
import { ReviewDetails } from './ReviewDetails.js';
import { ReviewRows } from './ReviewRows.js';
import { ReviewText } from './ReviewText.js';
import type { Review } from './review.js';
import { Shield } from './Shield.js';

export type ReviewCardProps = {
  readonly review: Review;
  readonly words: ReviewWords;
  readonly dir: 'ltr' | 'rtl' | undefined;
  /** The words are still loading: until then the card is there, and not seen. */
  readonly areLoading: boolean;
  /** Who asks, small at the top. */
  readonly who: ReactNode;
  /** Which of several it is: `1 of 3`. */
  readonly count?: string | undefined;
  readonly onClose: () => void;
  /** Below the facts: how far it is. */
  readonly note?: string | undefined;
  /** After a yes: how far it is, which is announced. `undefined`: the card ends with the answer. */
  readonly progress?: ReviewProgress | undefined;
  /** Why the last answer failed. */
  readonly problem?: ReactNode;
  readonly no: ReviewButton;
  /** `isReady`: it can be pressed, once all that must be read is, and the danger is understood. */
  readonly yes: (ReviewButton & { readonly isReady: boolean; readonly isBusy?: boolean }) | undefined;
  /** Another yes, for more than this one; it asks for the same. */
  readonly more?: (ReviewButton & { readonly isReady: boolean }) | undefined;
  /** The title's id. */
  readonly titleId?: string | undefined;
  /** The card's own element. */
  readonly root?: RefObject<HTMLElement | null> | undefined;
  readonly className?: string | undefined;
};

/** What has become of a yes. */
export type ReviewProgress = {
  readonly at: 'busy' | 'waiting' | 'done' | 'failed' | undefined;
  readonly says: ReactNode;
};

type ReviewButton = {
  readonly label: string;
  readonly onPress: () => void;
  /** Its name for screen readers, with what it is pressed for. Default: the label. */
  readonly says?: string | undefined;
  /** Default: true. */
  readonly isReady?: boolean;
};

/**
 * The card that asks for a yes or a no: what would happen, its facts, one plate where there is danger, the details, and two buttons. It
 * stands inside a {@link ScreenContext}, and has the focus on its title when its words are there.
 */
export function ReviewCard({ review, words, yes, no, ...props }: ReviewCardProps): ReactElement {
  const { part } = useScreen();
  const { areLoading, who, count, onClose, note, progress, problem, more } = props;
  const { title, texts, rows, dangers, details } = review;
  const heading = useRef<HTMLHeadingElement>(null);
  const wayOut = useRef<HTMLButtonElement>(null);
  const boxes = texts.length + (details.mustBeRead ? 1 : 0);
  const [read, setRead] = useState<readonly string[]>([]);
  const [understood, setUnderstood] = useState<string>();
  const id = useId();
  const isDanger = dangers.length > 0;
  const allDangers = dangers.join('\n');
  // What comes later is not understood yet.
  const isUnderstood = understood === allDangers;
  const mayApprove = read.length >= boxes && (!isDanger || isUnderstood);
  const titleId = props.titleId ?? `${id}-title`;
  const markRead = (box: string) => setRead((all) => (all.includes(box) ? all : [...all, box]));

  useEffect(() => {
    if (!areLoading) heading.current?.focus();
  }, [areLoading]);

  const hasLostYes = progress?.at !== undefined && !yes;
  useEffect(() => {
    // The button that had the focus is gone.
    if (hasLostYes && document.activeElement === document.body) wayOut.current?.focus();
  }, [hasLostYes]);

  return (
    <section
      ref={props.root}
      data-latchkey="confirm"
      data-state={isDanger ? 'danger' : 'plain'}
      data-progress={progress?.at}
      data-words={areLoading ? 'to come' : undefined}
      lang={words.locale}
      dir={props.dir}
      className={props.className}
      aria-labelledby={titleId}
      aria-describedby={isDanger && !yes ? `${id}-danger` : undefined}
    >
      <div {...part('caption')}>
        <span {...part('who')}>{who}</span>
        {count !== undefined && <span {...part('count')}>{count}</span>}
        <button type="button" {...part('close')} aria-label={words.review.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div {...part('header')}>
        <h2 id={titleId} ref={heading} tabIndex={-1} {...part('title')}>
          {unbroken(title, part('word'))}
        </h2>
      </div>
      {isDanger && (
        <div {...part('warning')} id={`${id}-danger`}>
          <Shield />
          <div>
            {dangers.map((danger) => (
              <p key={danger}>{danger}</p>
            ))}
          </div>
        </div>
      )}
      {texts.map((text, at) => (
        <ReviewText
          // biome-ignore lint/suspicious/noArrayIndexKey: they stand as they were sent, and never move
          key={at}
          label={words.review.text}
          hint={words.review.readToTheEnd}
          text={text}
          onRead={() => markRead(`text ${at}`)}
        />
      ))}
      <ReviewRows rows={rows} />
      {note !== undefined && <p {...part('lead')}>{note}</p>}
      <ReviewDetails {...{ details, words }} onRead={() => details.mustBeRead && markRead('details')} />
      {isDanger && yes && (
        <label {...part('check')}>
          <input
            type="checkbox"
            checked={isUnderstood}
            aria-describedby={`${id}-danger`}
            onChange={({ target }) => setUnderstood(target.checked ? allDangers : undefined)}
          />
          <span>{words.review.understand}</span>
        </label>
      )}
      {progress && <MessageLine role="status">{progress.says}</MessageLine>}
      {problem}
      <div {...part('actions')}>
        {button('reject', no, true)}
        {yes && button('submit', yes, mayApprove, yes.isBusy)}
        {more && button('secondary', more, mayApprove)}
      </div>
    </section>
  );

  function button(
    name: 'reject' | 'submit' | 'secondary',
    { label, says, isReady = true, onPress }: ReviewButton,
    isAllowed: boolean,
    isBusy = false,
  ) {
    const canPress = isReady && isAllowed;
    return (
      <button
        type="button"
        ref={name === 'reject' ? wayOut : undefined}
        {...part(name)}
        data-state={isBusy ? 'busy' : undefined}
        aria-label={says}
        aria-disabled={name === 'reject' && isReady ? undefined : !canPress}
        aria-describedby={isDanger && name !== 'reject' ? `${id}-danger` : undefined}
        onClick={() => canPress && onPress()}
      >
        {label}
      </button>
    );
  }
}
