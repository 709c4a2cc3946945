'use client';
import { type ReactElement, useRef, useState } from 'react';
import { useApprovedTransactions } from '../../hooks/approvedTransactions.js';
import { useScreen } from '../screenContext.js';
import { ApprovedItem } from './ApprovedItem.js';
import type { WalletMessages } from './walletMessages.js';

/** What others agreed to when nobody waited for it any more: it is sent, discarded or hidden here. */
export function ApprovedList({ words }: { words: WalletMessages }): ReactElement | null {
  const { part } = useScreen();
  const { data: approved = [] } = useApprovedTransactions();
  const [said, setSaid] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  if (approved.length === 0 && said === '') return null;

  /** The row is gone: what became of it has the focus. */
  function onEnd(text: string) {
    setSaid(text);
    status.current?.focus();
  }

  return (
    <section {...part('body')} aria-label={words.approvedTitle}>
      {approved.length > 0 && (
        <>
          <h3 {...part('caption')}>{words.approvedTitle}</h3>
          <ul {...part('list')}>
            {approved.map((each) => (
              <ApprovedItem key={each.hash} approved={each} {...{ words, onEnd }} />
            ))}
          </ul>
        </>
      )}
      <p ref={status} tabIndex={-1} {...part(said ? 'lead' : 'unseen')} role="status">
        {said}
      </p>
    </section>
  );
}
