import { EmailLinkScreen, LoginCard, RecoveryScreen, type Session, takeEmailLink } from 'latchkey';
import { type ReactElement, useState } from 'react';
import { AcmeMark } from './AcmeMark.js';
import type { Side } from './side.js';
import type { Words } from './words.js';

type LoggedOutProps = {
  readonly side: Side;
  readonly words: Words;
  readonly onLogin: (session: Session) => void;
};

/**
 * What the shop says to a stranger, with the login on the page itself: the inbox and the bar beside it can be pressed meanwhile, which a
 * dialog would not let. And the logins by a link, which opens this page.
 */
export function LoggedOut({ side, words, onLogin }: LoggedOutProps): ReactElement {
  const [way, setWay] = useState(wayOfLink);
  const [isBack, setIsBack] = useState(false);
  const links = (
    <span className="ways">
      <Way name={words.byLink} onClick={() => setWay('link')} />
      <Way name={words.recover} onClick={() => setWay('recovery')} />
    </span>
  );
  return (
    <>
      <section className="hero" aria-labelledby="hero">
        <h2 id="hero">{words.welcome}</h2>
        <p className="soft">{words.welcomeLead}</p>
      </section>
      {way === 'none' && (
        <LoginCard
          logo={<AcmeMark />}
          terms="/terms.html"
          footer={side.sendsLinks ? links : undefined}
          autoFocus={isBack}
          onLogin={onLogin}
        />
      )}
      {way === 'link' && <EmailLinkScreen sendLink="/api/email-link" autoFocus onLogin={onLogin} />}
      {way === 'recovery' && <RecoveryScreen sendLink="/api/recovery-link" autoFocus onLogin={onLogin} />}
      {way !== 'none' && (
        <p className="ways">
          <Way name={words.allWays} onClick={() => [setWay('none'), setIsBack(true)]} />
        </p>
      )}
    </>
  );
}

function Way({ name, onClick }: { name: string; onClick: () => void }): ReactElement {
  return (
    <button type="button" className="link" onClick={onClick}>
      {name}
    </button>
  );
}

/** The link that opened this page. */
function wayOfLink(): 'none' | 'link' | 'recovery' {
  if (takeEmailLink('login') !== undefined) return 'link';
  return takeEmailLink('recovery') === undefined ? 'none' : 'recovery';
}
