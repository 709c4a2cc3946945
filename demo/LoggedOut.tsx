import { EmailLinkScreen, RecoveryScreen, type Session, takeEmailLink } from 'latchkey';
import { type ReactElement, useState } from 'react';
import { AcmeMark } from './AcmeMark.js';
import type { Side } from './side.js';
import type { Words } from './words.js';

type LoggedOutProps = {
  readonly side: Side;
  readonly words: Words;
  readonly onLogin: (session: Session) => void;
};

/** What the shop says to a stranger, and the logins by a link, which opens this page. */
export function LoggedOut({ side, words, onLogin }: LoggedOutProps): ReactElement {
  const [way, setWay] = useState(wayOfLink);
  if (way === 'none')
    return (
      <section className="hero" aria-labelledby="hero">
        <AcmeMark />
        <h2 id="hero">{words.welcome}</h2>
        <p className="soft">{words.welcomeLead}</p>
        {side.sendsLinks && (
          <p className="ways">
            <Way name={words.byLink} onClick={() => setWay('link')} />
            <Way name={words.recover} onClick={() => setWay('recovery')} />
          </p>
        )}
      </section>
    );
  return (
    <>
      {way === 'link' && <EmailLinkScreen sendLink="/api/email-link" autoFocus onLogin={onLogin} />}
      {way === 'recovery' && <RecoveryScreen sendLink="/api/recovery-link" autoFocus onLogin={onLogin} />}
      <p className="ways">
        <Way name={words.allWays} onClick={() => setWay('none')} />
      </p>
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
