import {
  AccountPanel,
  LoggedIn,
  LoginButton,
  PasskeyOffer,
  useApprovals,
  useSession,
  useSessionExpiry,
} from 'latchkey';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { AcmeMark } from './AcmeMark.js';
import { Approvals } from './Approvals.js';
import { Backend } from './Backend.js';
import { LoggedOut } from './LoggedOut.js';
import type { Side } from './side.js';
import { Tabs } from './Tabs.js';
import { useBob } from './useBob.js';
import { Wallet } from './Wallet.js';
import type { Words } from './words.js';

type ShopProps = {
  readonly side: Side;
  readonly words: Words;
  /** Beside what is for the person. */
  readonly children: ReactNode;
};

/** The shop itself, with its login or with what a person has there. */
export function Shop({ side, words, children }: ShopProps): ReactElement {
  const { status } = useSession();
  const { isEnding, hasEnded } = useSessionExpiry();
  const [isOffered, setIsOffered] = useState(false);
  const main = useRef<HTMLElement>(null);
  const before = useRef(status);
  const bob = useBob(side);
  // Read once Bob has asked, and again by the tab itself: a list that is read every ten seconds would fill the wire.
  const { data: waiting = 0 } = useApprovals({
    enabled: bob.state === 'asked',
    refetchInterval: false,
    select: ({ toDecide }) => toDecide.length,
  });
  const [tab, setTab] = useState<'wallet' | 'approvals' | 'account'>('wallet');

  // The menu that had the focus is gone after a logout.
  useEffect(() => {
    if (status === 'loggedOut' && before.current === 'loggedIn') main.current?.focus();
    before.current = status;
  }, [status]);

  /** The card that had the focus is gone. */
  function begin() {
    main.current?.focus();
    setTab('wallet');
    setIsOffered(true);
  }

  return (
    <>
      <header>
        <h1>
          <AcmeMark size={28} /> Acme
        </h1>
        <LoggedIn>
          <LoginButton />
        </LoggedIn>
      </header>
      <p role="status" className="notice">
        {isEnding && words.ending}
        {hasEnded && words.ended}
      </p>
      <main ref={main} tabIndex={-1}>
        <div className="shop">
          {status === 'loggedOut' && <LoggedOut {...{ side, words }} onLogin={begin} />}
          {status === 'loggedIn' && isOffered && <PasskeyOffer onDone={() => setIsOffered(false)} />}
          {status === 'loggedIn' && !isOffered && (
            <Tabs
              label={words.tabs}
              names={{ wallet: words.wallet, approvals: words.approvals, account: words.account }}
              counts={{ approvals: waiting }}
              chosen={tab}
              onChoose={setTab}
            >
              {tab === 'wallet' && <Wallet {...{ side, words }} onAccount={() => setTab('account')} />}
              {tab === 'approvals' && <Approvals {...{ bob, words }} />}
              {tab === 'account' && (
                <>
                  <AccountPanel />
                  <Backend {...{ side, words }} />
                </>
              )}
            </Tabs>
          )}
        </div>
        {children}
      </main>
    </>
  );
}
