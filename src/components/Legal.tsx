'use client';
import type { ReactElement, ReactNode } from 'react';
import { useOtpScreen } from './screen.js';

type LegalProps = { terms: string | undefined; privacy: string | undefined; footer: ReactNode };

/** What the app says below the ways to log in, and what a person agrees to by taking one. */
export function Legal({ terms, privacy, footer }: LegalProps): ReactElement {
  const { messages, part } = useOtpScreen();
  const { agreeToBoth, agreeToOne } = messages;
  /** Elsewhere, so that what was typed is still there. */
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
