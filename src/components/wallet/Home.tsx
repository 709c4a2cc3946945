'use client';
import { type ReactElement, useState } from 'react';
import type { WalletAccount } from '../../contract/shapes.js';
import { useLatchkey } from '../../hooks/context.js';
import type { AccountPanel } from '../account/AccountPanel.js';
import type { ExportWalletScreen } from '../transfer/ExportWalletScreen.js';
import { HomeView } from './HomeView.js';
import type { ReceiveScreen } from './ReceiveScreen.js';
import type { SendScreen } from './SendScreen.js';
import { useAccounts } from './useAccounts.js';
import { useSelected } from './useSelected.js';
import type { Opener, WalletHomeProps } from './walletProps.js';

/** What is shown: the wallet, or what one of its buttons leads to. */
type View =
  | { readonly is: 'home' | 'receive' | 'send' | 'account' }
  | { readonly is: 'export'; readonly account: WalletAccount };

/** Where its buttons lead. Each is loaded when it is first shown, so that they stand where the screen itself is not loaded yet. */
export type ScreensOfWallet = {
  readonly AccountPanel: typeof AccountPanel;
  readonly ExportWalletScreen: typeof ExportWalletScreen;
  readonly ReceiveScreen: typeof ReceiveScreen;
  readonly SendScreen: typeof SendScreen;
};

/** {@link WalletHome}, once loaded. */
export function Home({ screens, ...props }: WalletHomeProps & { readonly screens: ScreensOfWallet }): ReactElement {
  const { AccountPanel, ExportWalletScreen, ReceiveScreen, SendScreen } = screens;
  const { messages, classNames, elevation, onAccount, onExportKey, resolveName, explorerUrl } = props;
  const { chains = noChains } = useLatchkey().settings;
  const accounts = useAccounts();
  const selected = useSelected(accounts.list, chains);
  const [view, setView] = useState<View>({ is: 'home' });
  /** What led elsewhere: it has the focus when the person comes back. */
  const [opener, setOpener] = useState<Opener>();
  const { account, chain } = selected;
  const looks = { classNames, elevation };
  const onBack = () => setView({ is: 'home' });
  const open = (from: Opener, next: View) => {
    setOpener(from);
    setView(next);
  };

  if (view.is === 'receive' && account)
    return <ReceiveScreen address={account.address} chainId={chain?.id} {...{ messages, onBack }} {...looks} />;
  if (view.is === 'send' && account && chain)
    return (
      <SendScreen
        from={account.address}
        chainId={chain.id}
        {...{ messages, onBack, resolveName, explorerUrl }}
        {...looks}
      />
    );
  if (view.is === 'account') return <AccountPanel {...{ onBack }} {...looks} />;
  if (view.is === 'export') {
    const form = view.account.curve === 'CURVE_ED25519' ? 'solana' : 'hex';
    return <ExportWalletScreen address={view.account.address} form={form} onDone={onBack} {...looks} />;
  }
  return (
    <HomeView
      {...props}
      {...{ accounts, selected, chains, opener }}
      onReceive={(from) => open(from, { is: 'receive' })}
      onSend={() => open('send', { is: 'send' })}
      onAccount={onAccount ?? (() => open('menu', { is: 'account' }))}
      onExport={(of) => (onExportKey ? onExportKey(of) : open('menu', { is: 'export', account: of }))}
    />
  );
}

const noChains = [] as const;
