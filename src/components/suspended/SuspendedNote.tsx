'use client';
import type { ReactElement } from 'react';
import { useWalletKitConfig } from '../../hooks/proxy.js';
import { useLanguage } from '../../hooks/useLanguage.js';
import { Icon } from '../icons.js';
import { useScreen } from '../screenContext.js';
import { suspendedWords } from './suspendedWords.js';

/** That the person is suspended, and the operator's address where the configuration has one. */
export function SuspendedNote({ id }: { id?: string }): ReactElement {
  const { part } = useScreen();
  const { language } = useLanguage();
  const contact = useWalletKitConfig().data?.supportContact;
  const words = suspendedWords[language];
  const isPage = contact?.startsWith('https://');
  return (
    <div id={id} {...part('error')} role="alert">
      <Icon name="alert" />
      <span>
        {words.suspended}
        {contact && ' '}
        {contact && (
          <a
            {...part('link')}
            href={isPage ? contact : `mailto:${contact}`}
            {...(isPage && { target: '_blank', rel: 'noreferrer' })}
          >
            {words.support}
          </a>
        )}
      </span>
    </div>
  );
}
