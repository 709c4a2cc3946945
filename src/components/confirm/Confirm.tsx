'use client';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { Confirmation } from '../../client/confirmations/confirmations.js';
import { useLatchkey } from '../../hooks/context.js';
import { noteForDeveloper } from '../../hooks/developerNote.js';
import { useFirstTimeOf } from '../../hooks/firstTime.js';
import { useWalletKitConfig } from '../../hooks/proxy.js';
import type { ApprovalTexts } from '../approvals/approvalMessages.js';
import { useReviewWords } from '../approvals/approvalWords.js';
import { Icon } from '../icons.js';
import { ScreenContext } from '../screenContext.js';
import { type Part, themeOf } from '../theme.js';
import { ConfirmDetails } from './ConfirmDetails.js';
import { ConfirmFacts } from './ConfirmFacts.js';
import { ConfirmText } from './ConfirmText.js';

type ConfirmProps = {
  readonly confirmation: Extract<Confirmation, { kind: 'signature' }>;
  /** How many requests wait, this one included. */
  readonly waiting: number;
  readonly classNames?: { readonly [P in Part]?: string } | undefined;
};

/** Asks whether something may be signed. */
export function Confirm({ confirmation, waiting, classNames }: ConfirmProps): ReactElement {
  const { words, dir, areLoading } = useReviewWords();
  const { review } = words;
  const app = useWalletKitConfig().data?.appName || location.host;
  const clock = useLatchkey().clock.onDevice;
  const { request, facts, shown, approve, reject } = confirmation;
  const isFirstTime = useFirstTimeOf(facts.kind === 'transaction' ? facts.effect : undefined, String(confirmation.id));
  const root = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const [isStyled, setIsStyled] = useState(true);
  const [isReady, setIsReady] = useState(false);
  const [isRead, setIsRead] = useState(facts.kind === 'transaction');
  const [isUnderstood, setIsUnderstood] = useState(false);
  const id = useId();
  const screen = { ...themeOf(classNames), clock, isBusy: false };
  const { part } = screen;
  const isDanger = facts.dangers.length > 0;

  useEffect(() => {
    if (areLoading) return;
    title.current?.focus();
    const hasLook = !root.current || hasStyles(root.current);
    setIsStyled(hasLook);
    if (!hasLook && process.env.NODE_ENV !== 'production') noteForDeveloper('WALLET_STYLES_MISSING');
    shown();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      setIsReady(false);
      if (document.visibilityState === 'visible') timer = setTimeout(() => setIsReady(true), readyMs);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [areLoading, shown]);

  const canApprove = isReady && isRead && isStyled && (!isDanger || isUnderstood);
  const yes = request.kind === 'transaction' && request.isSent ? review.confirm : review.sign;
  return (
    <ScreenContext.Provider value={screen}>
      <section
        ref={root}
        data-latchkey="confirm"
        data-state={isDanger ? 'danger' : 'plain'}
        data-words={areLoading ? 'to come' : undefined}
        lang={words.locale}
        dir={dir}
        className={classNames?.root}
        aria-labelledby={`${id}-title`}
      >
        <div {...part('caption')}>
          <span {...part('who')}>
            <bdi>{app}</bdi>
          </span>
          {waiting > 1 && <span {...part('count')}>{review.count(1, waiting)}</span>}
          <button type="button" {...part('close')} aria-label={review.close} onClick={reject}>
            <Icon name="close" />
          </button>
        </div>
        <div {...part('header')}>
          <h2 id={`${id}-title`} ref={title} tabIndex={-1} {...part('title')}>
            {titleOf(confirmation, words, app)}
          </h2>
        </div>
        {(facts.kind === 'message' || facts.kind === 'login') && (
          <ConfirmText
            label={review.text}
            hint={review.readToTheEnd}
            text={facts.text}
            onRead={() => setIsRead(true)}
          />
        )}
        <ConfirmFacts {...{ request, facts, words, isFirstTime }} />
        {isDanger && (
          <div {...part('warning')} id={`${id}-danger`}>
            <Icon name="alert" />
            <div>
              {facts.dangers.map((danger) => (
                <p key={danger}>{review.dangers[danger]}</p>
              ))}
            </div>
          </div>
        )}
        <ConfirmDetails {...{ request, facts, words }} onRead={() => setIsRead(true)} />
        {isDanger && (
          <label {...part('check')}>
            <input
              type="checkbox"
              checked={isUnderstood}
              aria-describedby={`${id}-danger`}
              onChange={({ target }) => setIsUnderstood(target.checked)}
            />
            <span>{review.understand}</span>
          </label>
        )}
        <div {...part('actions')}>
          <button type="button" {...part('reject')} onClick={reject}>
            {words.reject}
          </button>
          <button
            type="button"
            {...part('submit')}
            aria-disabled={!canApprove}
            aria-describedby={isDanger ? `${id}-danger` : undefined}
            onClick={() => canApprove && approve()}
          >
            {yes}
          </button>
        </div>
      </section>
    </ScreenContext.Provider>
  );
}

/** A little more than what the queue asks for, so that a button that looks ready is. */
const readyMs = 550;

/** Without its style sheet nobody can be sure to see what is signed. What has no CSS at all is no page of a person. */
const hasStyles = (root: HTMLElement): boolean =>
  !('CSS' in window) || getComputedStyle(root).getPropertyValue('--lk-confirm') !== '';

/** What would happen, in a sentence. */
function titleOf(
  { facts }: Extract<Confirmation, { kind: 'signature' }>,
  { review, what }: ApprovalTexts,
  app: string,
): string {
  switch (facts.kind) {
    case 'login':
      return review.logIn(app);
    case 'message':
      return facts.dangers.length > 0 ? review.unreadable : review.signMessage;
    case 'typed data':
      return review.unreadable;
    default: {
      const { effect, dangers } = facts;
      if (effect)
        return what({
          ...{ kind: 'SIGN_TRANSACTION', action: 'sign transaction', effect },
          ...{ signed: undefined, name: undefined, signWith: undefined },
        });
      if (dangers.includes('DELEGATION')) return review.delegate;
      return dangers.includes('DEPLOYMENT') ? review.deploy : review.unreadable;
    }
  }
}
