'use client';
import { type ReactElement, useEffect, useState } from 'react';
import { useLatchkey } from '../../hooks/context.js';
import { useWalletKitConfig } from '../../hooks/proxy.js';
import { useAddressNotes } from '../../hooks/signatureFacts.js';
import { withLookalikes } from '../../reading/lookalike.js';
import { useReviewWords } from '../approvals/approvalWords.js';
import { ReviewCard } from '../review/ReviewCard.js';
import { reviewOf } from '../review/reviewOf.js';
import { ScreenContext } from '../screenContext.js';
import { type Part, themeOf } from '../theme.js';
import type { PreparedSend } from './sendDraft.js';

type SendReviewProps = {
  prepared: PreparedSend;
  /** The name that the receiver's address was found by. */
  toName: string | undefined;
  classNames: { readonly [P in Part]?: string } | undefined;
  onReject: () => void;
  onApprove: () => void;
};

/** What the very bytes would do, before they are signed. */
export function SendReview({ prepared, toName, classNames, onReject, onApprove }: SendReviewProps): ReactElement {
  const { words, dir, areLoading } = useReviewWords();
  const app = useWalletKitConfig().data?.appName || location.host;
  const clock = useLatchkey().clock.onDevice;
  const { request, facts } = prepared;
  const [id] = useState(() => crypto.randomUUID());
  const notes = useAddressNotes(facts, id, request.address);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    // The second press of a double click is no answer to what came in between.
    const timer = setTimeout(() => setIsReady(true), readyMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ScreenContext.Provider value={{ ...themeOf(classNames), clock, isBusy: false }}>
      <ReviewCard
        review={reviewOf(request, withLookalikes(facts, notes.lookalikes), words, { app, toName, ...notes })}
        {...{ words, dir, areLoading }}
        who={<bdi>{app}</bdi>}
        onClose={onReject}
        no={{ label: words.reject, onPress: onReject }}
        yes={{ label: words.review.confirm, isReady: isReady && !notes.isComparing, onPress: onApprove }}
        className={classNames?.root}
      />
    </ScreenContext.Provider>
  );
}

const readyMs = 550;
