'use client';
import { type ReactElement, useEffect, useId, useState } from 'react';
import { useLatchkey } from '../../hooks/context.js';
import { useLatest } from '../../hooks/useLatest.js';
import { type PasskeyOfferState, usePasskeyOffer } from '../../hooks/usePasskeyOffer.js';
import { MessageLine } from '../MessageLine.js';
import { sentenceFor } from '../messages.js';
import { ScreenContext } from '../screenContext.js';
import { Problem } from '../suspended/Problem.js';
import { themeOf } from '../theme.js';
import { useTelling } from '../useTelling.js';
import type { PasskeyOfferMessages } from './passkeyOfferMessages.js';
import type { PasskeyOfferProps } from './passkeyOfferProps.js';
import { usePasskeyOfferWords } from './passkeyOfferWords.js';

/** {@link PasskeyOffer}, once loaded. */
export function Offer({ onDone, messages, classNames, elevation }: PasskeyOfferProps): ReactElement | null {
  const offer = usePasskeyOffer();
  const isOver = useEnd(offer.at, onDone);
  const clock = useLatchkey().clock.onDevice;
  const id = useId();
  const { words, dir } = usePasskeyOfferWords(messages);
  const problem = offer.at === 'offered' ? offer.problem : undefined;
  useTelling(words && problem);
  if (!words || isOver || offer.at === 'looking' || offer.at === 'nothing') return null;
  const screen = { ...themeOf(classNames), clock, isBusy: offer.at === 'waiting' };
  const { part } = screen;
  return (
    <ScreenContext.Provider value={screen}>
      <section
        data-latchkey="passkey-offer"
        data-state={offer.at}
        data-error={problem?.code}
        data-elevation={elevation}
        className={classNames?.root}
        lang={words.locale}
        dir={dir}
        aria-labelledby={id}
      >
        <svg {...part('drawing')} viewBox="0 0 20 20" aria-hidden="true">
          <path d={offer.at === 'added' ? tick : personWithKey} />
        </svg>
        <div {...part('header')}>
          <h2 id={id} {...part('title')}>
            {offer.at === 'added' ? words.added : words.title}
          </h2>
          <p {...part('lead')} data-room={words.lead} role="status">
            <span>{leadOf(offer, words)}</span>
          </p>
        </div>
        {offer.at !== 'added' && (
          <div {...part('body')}>
            <MessageLine>
              {problem && (
                <Problem
                  id={`${id}-problem`}
                  code={problem.code}
                  sentence={sentenceFor(words, factsOf(problem.code))}
                />
              )}
            </MessageLine>
            <Buttons offer={offer} words={words} part={part} />
          </div>
        )}
      </section>
    </ScreenContext.Provider>
  );
}

/** Tells the app that the offer is over; after a new passkey, once the person has seen that it is there. @returns whether it is over */
function useEnd(at: PasskeyOfferState['at'], onDone: (() => void) | undefined): boolean {
  const [isSeen, setSeen] = useState(false);
  const isOver = at === 'nothing' || (at === 'added' && isSeen);
  const listener = useLatest(onDone);
  useEffect(() => {
    if (at !== 'added') return;
    const timer = setTimeout(() => setSeen(true), confirmedMs);
    return () => clearTimeout(timer);
  }, [at]);
  useEffect(() => {
    if (isOver) listener.current?.();
  }, [isOver, listener]);
  return isOver;
}

/** Long enough to read two lines. */
const confirmedMs = 2_000;

function leadOf(offer: PasskeyOfferState, { lead, waiting, nextTime, alreadyThere }: PasskeyOfferMessages): string {
  if (offer.at === 'waiting') return waiting;
  if (offer.at !== 'added') return lead;
  return offer.authenticatorId === undefined ? alreadyThere : nextTime;
}

type ButtonsProps = {
  offer: Extract<PasskeyOfferState, { at: 'offered' | 'waiting' }>;
  words: PasskeyOfferMessages;
  part: ReturnType<typeof themeOf>['part'];
};

/** Two buttons of one size in both steps; the first keeps its place and focus while the browser's dialog is open. */
function Buttons({ offer, words, part }: ButtonsProps): ReactElement {
  const isWaiting = offer.at === 'waiting';
  return (
    <>
      <button
        type="button"
        {...part(isWaiting ? 'secondary' : 'submit')}
        onClick={isWaiting ? offer.cancel : offer.create}
      >
        {isWaiting ? words.cancel : words.create}
      </button>
      <button type="button" {...part('secondary')} onClick={offer.skip}>
        {words.skip}
      </button>
    </>
  );
}

const tick = 'm4.5 10.5 3.5 3.5 7.5-8';

const personWithKey =
  'M8 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm-5 7c0-2.6 2.2-4 5-4 1 0 1.9.2 2.6.5m3.9-3.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm0 4v4l1.5-1';

const factsOf = (code: string) => ({ code, isOffline: navigator.onLine === false });
