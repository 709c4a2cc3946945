'use client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { Confirmation, RefusedRequest } from '../../client/confirmations/confirmations.js';
import type { FollowedRequest } from '../../client/confirmations/following.js';
import { useLatchkey } from '../../hooks/context.js';
import { noteForDeveloper } from '../../hooks/developerNote.js';
import { useWalletKitConfig } from '../../hooks/proxy.js';
import { useAddressNotes } from '../../hooks/signatureFacts.js';
import { useSignatureMade } from '../../hooks/signatureMade.js';
import { isPackageMissing } from '../../reading/clearSigning/packageDescriptors.js';
import { withLookalikes } from '../../reading/lookalike.js';
import { useReviewWords } from '../approvals/approvalWords.js';
import { ReviewCard } from '../review/ReviewCard.js';
import { reviewOf } from '../review/reviewOf.js';
import { ScreenContext } from '../screenContext.js';
import { type Part, themeOf } from '../theme.js';
import { useIsSlow } from '../useIsSlow.js';
import { ConfirmProgress, hasWords } from './ConfirmProgress.js';

type Asked = Extract<Confirmation, { kind: 'signature' }>;

type ConfirmProps = {
  /** What is asked, or was confirmed and is being done. */
  readonly confirmation: Asked | FollowedRequest;
  /** How many requests wait, this one included. */
  readonly waiting: number;
  /** The id that its title has. */
  readonly titleId: string;
  readonly classNames?: { readonly [P in Part]?: string } | undefined;
};

/** Asks whether something may be signed, and says what becomes of it. */
export function Confirm({ confirmation, waiting, titleId, classNames }: ConfirmProps): ReactElement {
  const { words, dir, areLoading } = useReviewWords();
  const app = useWalletKitConfig().data?.appName || location.host;
  const clock = useLatchkey().clock.onDevice;
  const { id, request, facts } = confirmation;
  const [asked, followed] = 'state' in confirmation ? [undefined, confirmation] : [confirmation, undefined];
  // What it has become itself, like a payment, is none of the past that it is compared with.
  const notes = useAddressNotes(facts, String(id), request.address, asked !== undefined);
  const root = useRef<HTMLElement>(null);
  const [isStyled, setIsStyled] = useState(true);
  const [isSeen, setIsSeen] = useState(false);
  const at = followed?.state.at;
  const signatureMade = useSignatureMade();
  const isSlow = useIsSlow(at === 'busy', 300);
  const { review } = words;
  const shown = asked?.shown;

  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' && facts.dangers.includes('UNREADABLE') && isPackageMissing())
      noteForDeveloper('CLEAR_SIGNING_MISSING');
  }, [facts]);

  useEffect(() => {
    if (areLoading || !shown) return;
    const hasLook = !root.current || hasStyles(root.current);
    setIsStyled(hasLook);
    if (!hasLook && process.env.NODE_ENV !== 'production') noteForDeveloper('WALLET_STYLES_MISSING');
    shown();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      setIsSeen(false);
      if (document.visibilityState === 'visible') timer = setTimeout(() => setIsSeen(true), seenMs);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [areLoading, shown]);

  useEffect(() => {
    if (at === 'done' || at === 'waiting') signatureMade();
  }, [at, signatureMade]);

  useEffect(() => {
    if (at !== 'done' || !followed) return;
    const timer = setTimeout(followed.close, doneMs);
    return () => clearTimeout(timer);
  }, [at, followed]);

  const isSent = request.kind === 'batch' || ('isSent' in request && request.isSent);
  const close = asked ? asked.reject : (followed?.close ?? (() => {}));
  return (
    <ScreenContext.Provider value={{ ...themeOf(classNames), clock, isBusy: false }}>
      <ReviewCard
        review={reviewOf(request, withLookalikes(facts, notes.lookalikes), words, { app, ...notes })}
        {...{ root, words, dir, areLoading, titleId }}
        who={<bdi>{app}</bdi>}
        count={asked && waiting > 1 ? review.count(1, waiting) : undefined}
        onClose={close}
        progress={{
          at,
          says: followed && hasWords(followed.state) && (
            <ConfirmProgress {...{ words, isSent, state: followed.state }} />
          ),
        }}
        no={{ label: asked ? words.reject : review.close, onPress: close }}
        yes={
          asked || at === 'busy'
            ? {
                label: isSent ? review.confirm : review.sign,
                isReady: asked !== undefined && isSeen && isStyled && !notes.isComparing,
                isBusy: isSlow,
                onPress: () => asked?.approve(),
              }
            : undefined
        }
        className={classNames?.root}
      />
    </ScreenContext.Provider>
  );
}

type RefusedProps = { readonly refusal: RefusedRequest } & Pick<ConfirmProps, 'titleId' | 'classNames'>;

/** Says that something is not signed, and why: there is nothing to say yes to. */
export function Refused({ refusal, titleId, classNames }: RefusedProps): ReactElement {
  const { words, dir, areLoading } = useReviewWords();
  const app = useWalletKitConfig().data?.appName || location.host;
  const clock = useLatchkey().clock.onDevice;
  const { title, ...reasons } = words.review.refused;
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (areLoading) return;
    refusal.shown();
    const timer = setTimeout(() => setIsSeen(true), seenMs);
    return () => clearTimeout(timer);
  }, [areLoading, refusal]);
  return (
    <ScreenContext.Provider value={{ ...themeOf(classNames), clock, isBusy: false }}>
      <ReviewCard
        review={{ title, texts: [], rows: [], dangers: [reasons[refusal.reason]], details: nothing }}
        {...{ words, dir, areLoading, titleId }}
        who={<bdi>{app}</bdi>}
        onClose={refusal.close}
        no={{ label: words.review.close, isReady: isSeen, onPress: refusal.close }}
        yes={undefined}
        className={classNames?.root}
      />
    </ScreenContext.Provider>
  );
}

const nothing = { fields: [], isOpen: false, mustBeRead: false };

/** A little more than what the queue asks for, so that a button that looks ready is. */
const seenMs = 550;
/** The tick is drawn, and read. */
const doneMs = 800;

/** Without its style sheet nobody can be sure to see what is signed. What has no CSS at all is no page of a person. */
const hasStyles = (root: HTMLElement): boolean =>
  !('CSS' in window) || getComputedStyle(root).getPropertyValue('--lk-confirm') !== '';
