'use client';
import type { ReactElement, ReactNode } from 'react';
import { useLoginScreen } from '../screenContext.js';

type LegalProps = { terms: string | undefined; privacy: string | undefined; footer: ReactNode };

/** The app's texts below the login methods, and the documents that a person agrees to. */
export function Legal({ terms, privacy, footer }: LegalProps): ReactElement {
  const { messages, part } = useLoginScreen();
  const { agreeToBoth, agreeToOne } = messages;
  /** In a new tab, so that typed text is kept. */
  const document = (url: string, name: string) => (
    <a {...part('link')} href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
  const first = terms ? document(terms, messages.terms) : privacy && document(privacy, messages.privacy);
  return (
    <>
      {footer !== undefined && footer !== null && <div {...part('footer')}>{footer}</div>}
      {first && (
        <p {...part('legal')}>
          {terms && privacy ? agreeToBoth[0] : agreeToOne[0]}
          {first}
          {terms && privacy && agreeToBoth[1]}
          {terms && privacy && document(privacy, messages.privacy)}
          {terms && privacy ? agreeToBoth[2] : agreeToOne[1]}
        </p>
      )}
    </>
  );
}
