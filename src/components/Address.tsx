'use client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { copyText } from './copyText.js';
import { Icon } from './icons.js';
import type { LoginMessages } from './loginMessages.js';
import { useScreen } from './screenContext.js';
import { shortened } from './shortened.js';

/** A wallet's address: shown shortened, copied in full. Where the browser refuses that, it stands in full and selected. */
export function Address({ address, words }: { address: string; words: LoginMessages }): ReactElement {
  const { part } = useScreen();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const shown = useRef<HTMLSpanElement>(null);
  const isCopied = outcome === 'copied';
  useEffect(() => {
    if (outcome === 'refused' && shown.current) getSelection()?.selectAllChildren(shown.current);
  }, [outcome]);
  async function copy() {
    setOutcome((await copyText(address)) ? 'copied' : 'refused');
  }
  return (
    <div {...part('wallet')}>
      <span ref={shown} dir="ltr" title={address}>
        {outcome === 'refused' ? address : shortened(address)}
      </span>
      <button type="button" {...part('copy')} aria-label={words.copyAddress} onClick={() => void copy()}>
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
      <span {...part('unseen')} role="status">
        {isCopied && words.copied}
      </span>
    </div>
  );
}
