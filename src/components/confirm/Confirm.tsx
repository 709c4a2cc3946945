'use client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { Confirmation } from '../../client/confirmations/confirmations.js';
import { useLatchkey } from '../../hooks/context.js';
import { noteForDeveloper } from '../../hooks/developerNote.js';
import { useWalletKitConfig } from '../../hooks/proxy.js';
import { useAddressNotes, withLookalike } from '../../hooks/signatureFacts.js';
import { isPackageMissing } from '../../reading/clearSigning/packageDescriptors.js';
import { useReviewWords } from '../approvals/approvalWords.js';
import { ReviewCard } from '../review/ReviewCard.js';
import { reviewOf } from '../review/reviewOf.js';
import { ScreenContext } from '../screenContext.js';
import { type Part, themeOf } from '../theme.js';

type ConfirmProps = {
  readonly confirmation: Extract<Confirmation, { kind: 'signature' }>;
  /** How many requests wait, this one included. */
  readonly waiting: number;
  readonly classNames?: { readonly [P in Part]?: string } | undefined;
};

/** Asks whether something may be signed. */
export function Confirm({ confirmation, waiting, classNames }: ConfirmProps): ReactElement {
  const { words, dir, areLoading } = useReviewWords();
  const app = useWalletKitConfig().data?.appName || location.host;
  const clock = useLatchkey().clock.onDevice;
  const { id, request, facts, shown, approve, reject } = confirmation;
  const notes = useAddressNotes(facts, String(id));
  const root = useRef<HTMLElement>(null);
  const [isStyled, setIsStyled] = useState(true);
  const [isSeen, setIsSeen] = useState(false);
  const { review } = words;

  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' && facts.dangers.includes('UNREADABLE') && isPackageMissing())
      noteForDeveloper('CLEAR_SIGNING_MISSING');
  }, [facts]);

  useEffect(() => {
    if (areLoading) return;
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

  return (
    <ScreenContext.Provider value={{ ...themeOf(classNames), clock, isBusy: false }}>
      <ReviewCard
        review={reviewOf(request, withLookalike(facts, notes.lookalike), words, { app, ...notes })}
        {...{ root, words, dir, areLoading }}
        who={<bdi>{app}</bdi>}
        count={waiting > 1 ? review.count(1, waiting) : undefined}
        onClose={reject}
        no={{ label: words.reject, onPress: reject }}
        yes={{
          label: 'isSent' in request && request.isSent ? review.confirm : review.sign,
          isReady: isSeen && isStyled,
          onPress: approve,
        }}
        className={classNames?.root}
      />
    </ScreenContext.Provider>
  );
}

/** A little more than what the queue asks for, so that a button that looks ready is. */
const seenMs = 550;

/** Without its style sheet nobody can be sure to see what is signed. What has no CSS at all is no page of a person. */
const hasStyles = (root: HTMLElement): boolean =>
  !('CSS' in window) || getComputedStyle(root).getPropertyValue('--lk-confirm') !== '';
