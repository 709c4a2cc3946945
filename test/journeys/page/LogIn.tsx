import { EmailLinkScreen, LoginCard, RecoveryScreen, takeEmailLink } from 'latchkey';
import { type ReactElement, useState } from 'react';

/** The login: the card, and a link by e-mail, which opens this page. */
export function LogIn(): ReactElement {
  const [way, setWay] = useState(wayOfLink);
  return (
    <>
      {way === 'card' && <LoginCard autoFocus />}
      {way === 'link' && <EmailLinkScreen sendLink="/api/email-link" autoFocus />}
      {way === 'recovery' && <RecoveryScreen sendLink="/api/recovery-link" autoFocus />}
      <p className="ways">
        {way !== 'card' && <Way name="All ways to log in" onClick={() => setWay('card')} />}
        {way === 'card' && <Way name="Log in by a link" onClick={() => setWay('link')} />}
        {way === 'card' && <Way name="Recover an account" onClick={() => setWay('recovery')} />}
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
function wayOfLink(): 'card' | 'link' | 'recovery' {
  if (takeEmailLink('login') !== undefined) return 'link';
  return takeEmailLink('recovery') === undefined ? 'card' : 'recovery';
}
