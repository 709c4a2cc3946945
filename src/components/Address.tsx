'use client';
import { type ReactElement, useState } from 'react';
import { Icon } from './icons.js';
import type { LoginMessages } from './loginMessages.js';
import { useScreen } from './screenContext.js';
import { shortened } from './shortened.js';

/** A wallet's address: shown shortened, copied in full. */
export function Address({ address, words }: { address: string; words: LoginMessages }): ReactElement {
  const { part } = useScreen();
  const [isCopied, setIsCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(address);
    setIsCopied(true);
  }
  return (
    <div {...part('wallet')}>
      <span dir="ltr" title={address}>
        {shortened(address)}
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
