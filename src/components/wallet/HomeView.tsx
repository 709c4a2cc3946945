'use client';
import { type ReactElement, useEffect, useRef } from 'react';
import type { Chain } from '../../client/chains.js';
import type { WalletAccount } from '../../contract/shapes.js';
import { useLatchkey } from '../../hooks/context.js';
import { useWords } from '../loginWords.js';
import { LoginScreenContext, ScreenContext } from '../screenContext.js';
import { themeOf } from '../theme.js';
import { useTelling } from '../useTelling.js';
import { AccountList } from './AccountList.js';
import { HomeHeader } from './HomeHeader.js';
import { Overview } from './Overview.js';
import { Tabs } from './Tabs.js';
import type { WalletAccounts } from './useAccounts.js';
import type { Selected } from './useSelected.js';
import { WalletActivity } from './WalletActivity.js';
import { WalletProblem } from './WalletProblem.js';
import type { Opener, WalletHomeProps } from './walletProps.js';
import { useWalletWords } from './walletWords.js';

type HomeViewProps = Omit<WalletHomeProps, 'onAccount' | 'onExportKey'> & {
  accounts: WalletAccounts;
  selected: Selected;
  chains: readonly Chain[];
  /** What has the focus at once. */
  opener: Opener | undefined;
  onReceive: (from: Opener) => void;
  onSend: () => void;
  onAccount: () => void;
  onExport: (account: WalletAccount) => void;
};

/** The wallet itself. */
export function HomeView(props: HomeViewProps): ReactElement {
  const { messages, classNames, elevation, accounts, selected, chains, opener } = props;
  const { onReceive, onSend, onAccount, onExport } = props;
  const { words: common, dir, areLoading: areCommonLoading } = useWords(undefined);
  const { words, areLoading } = useWalletWords(messages);
  const clock = useLatchkey().clock.now; // activities have times of the service
  const root = useRef<HTMLElement>(null);
  const screen = { ...themeOf(classNames), messages: common, clock, isBusy: false };
  const { part } = screen;
  const { list, isRead, error } = accounts;
  useTelling(isRead ? undefined : error);
  const isFailed = !isRead && error !== undefined;

  useEffect(() => {
    if (opener) root.current?.querySelector<HTMLElement>(`[data-opener="${opener}"] button`)?.focus();
  }, [opener]);

  return (
    <ScreenContext.Provider value={screen}>
      <LoginScreenContext.Provider value={screen}>
        <section
          ref={root}
          data-latchkey="wallet"
          data-state={isRead ? (list.length > 0 ? 'some' : 'none') : isFailed ? 'failed' : 'loading'}
          data-elevation={elevation}
          data-words={areLoading || areCommonLoading ? 'to come' : undefined}
          lang={common.locale}
          dir={dir}
          className={classNames?.root}
          aria-label={words.title}
          aria-busy={!isRead && !isFailed}
        >
          <HomeHeader {...{ words, chains, selected, onAccount }} />
          {isFailed && <WalletProblem problem={error} tryAgain={words.tryAgain} onRetry={accounts.readMore} />}
          {!isFailed && <Overview {...{ words, selected, isRead, onReceive, onSend }} />}
          {isRead && (
            <Tabs
              label={words.title}
              tabs={[
                {
                  name: words.accounts,
                  content: () => (
                    <AccountList
                      {...{ words, accounts, onExport }}
                      selected={selected.account}
                      onSelect={selected.selectAccount}
                    />
                  ),
                },
                { name: words.activity, content: () => <WalletActivity words={words} /> },
              ]}
            />
          )}
          {!isRead && !isFailed && (
            <p {...part('unseen')} role="status">
              {words.loading}
            </p>
          )}
        </section>
      </LoginScreenContext.Provider>
    </ScreenContext.Provider>
  );
}
