'use client';
import type { ReactElement } from 'react';
import type { Chain } from '../../client/chains.js';
import type { SignatureFacts } from '../../reading/signatureFacts.js';
import { ActivityTitle } from '../approvals/ActivityTitle.js';
import { useReviewWords } from '../approvals/approvalWords.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { Icon } from '../icons.js';
import { titleOf } from '../review/titleOf.js';
import { useScreen } from '../screenContext.js';
import { useIsSlow } from '../useIsSlow.js';
import type { SendOptions } from './walletProps.js';

type SendProgressProps = {
  words: WalletMessages;
  chain: Chain;
  /** Of what was confirmed. */
  facts: SignatureFacts;
  state: 'sending' | 'waiting' | 'uncertain' | 'done';
  hash: string | undefined;
  /** What the chain says of it, once it is in a block. */
  result: 'success' | 'reverted' | undefined;
  explorerUrl: SendOptions['explorerUrl'];
  /** Stops waiting for others. */
  cancel: () => void;
  onAgain: () => void;
  onDone: () => void;
};

/** What has become of what was confirmed. */
export function SendProgress(props: SendProgressProps): ReactElement {
  const { words, chain, facts, state, hash, result, explorerUrl, cancel, onAgain, onDone } = props;
  const { part } = useScreen();
  const { words: sentences } = useReviewWords();
  const isSlow = useIsSlow(state === 'sending', slowMs);
  const ofChain = { success: words.confirmed, reverted: words.reverted };
  const leads = {
    sending: isSlow ? words.sendingSlow : '',
    waiting: words.waitingLead,
    uncertain: words.uncertainLead,
    done: result ? ofChain[result] : words.sentLead,
  };
  return (
    <div {...part('body')} aria-busy={state === 'sending'}>
      <ActivityTitle text={titleOf(facts, sentences, location.host)} />
      <p {...part(result === 'reverted' ? 'error' : 'lead')} role="status" data-result={result}>
        {result === 'reverted' && <Icon name="alert" />}
        {leads[state]}
      </p>
      {hash !== undefined && explorerUrl && (
        <a {...part('link')} href={explorerUrl(hash, chain)} target="_blank" rel="noreferrer">
          {words.viewDetails}
        </a>
      )}
      {state === 'waiting' && (
        <button type="button" {...part('secondary')} onClick={cancel}>
          {words.cancel}
        </button>
      )}
      {state === 'uncertain' && (
        <>
          <button type="button" {...part('submit')} onClick={onAgain}>
            {words.checkAgain}
          </button>
          <button type="button" {...part('secondary')} onClick={onDone}>
            {words.done}
          </button>
        </>
      )}
      {(state === 'sending' || state === 'done') && (
        <button
          type="button"
          {...part('submit')}
          data-state={state === 'sending' ? 'busy' : undefined}
          aria-disabled={state === 'sending'}
          onClick={() => state === 'done' && onDone()}
        >
          {words.done}
        </button>
      )}
    </div>
  );
}

/** Longer than networks take to say that they have it. */
const slowMs = 8_000;
