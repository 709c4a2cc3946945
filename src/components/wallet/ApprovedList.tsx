'use client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useApprovedTransactions } from '../../hooks/approvedTransactions.js';
import { useReviewWords } from '../approvals/approvalWords.js';
import { useReader } from '../approvals/useReader.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { useScreen } from '../screenContext.js';
import { ApprovedItem } from './ApprovedItem.js';

/** What others agreed to when nobody waited for it any more: it is sent, discarded or hidden here. */
export function ApprovedList({ words }: { words: WalletMessages }): ReactElement {
  const { part } = useScreen();
  const { words: sentences } = useReviewWords();
  const read = useReader(sentences);
  const { data: approved = [], refetch } = useApprovedTransactions();
  const [said, setSaid] = useState({ text: '' });
  const status = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    // The row is gone: what became of it has the focus.
    if (said.text !== '') status.current?.focus();
  }, [said]);

  return (
    <>
      {approved.length > 0 && (
        <section {...part('body')} aria-label={words.approvedTitle}>
          <h3 {...part('caption')}>{words.approvedTitle}</h3>
          <ul {...part('list')}>
            {approved.map((each) => (
              <ApprovedItem
                key={each.hash}
                approved={each}
                title={read(each.activity).title}
                words={words}
                onEnd={(text) => setSaid({ text })}
                refresh={() => void refetch()}
              />
            ))}
          </ul>
        </section>
      )}
      <p ref={status} tabIndex={-1} {...part(said.text ? 'lead' : 'unseen')} role="status">
        {said.text}
      </p>
    </>
  );
}
