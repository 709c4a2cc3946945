'use client';
import type { ReactElement } from 'react';
import { AccountPanel } from '../account/AccountPanel.js';
import { lazyScreen } from '../lazyScreen.js';
import { LoadedScreen } from '../ScreenPlaceholder.js';
import { ExportWalletScreen } from '../transfer/ExportWalletScreen.js';
import { ReceiveScreen } from './ReceiveScreen.js';
import { SendScreen } from './SendScreen.js';
import type { WalletHomeProps } from './walletProps.js';

const screens = { AccountPanel, ExportWalletScreen, ReceiveScreen, SendScreen };

const useLoadedScreen = lazyScreen(async () => (await import('./Home.js')).Home);

/**
 * The logged-in person's wallet: who they are, the address and the balances of the account that they select, their accounts, and what they
 * have signed. Balances come from the nodes of the settings' `chains`, or from a function of the app. Renders a
 * `<section data-latchkey="wallet">` whose `data-state` is `loading`, `failed`, `none` or `some`; Receive, Send, Account and Export key
 * lead to those screens in its place. It needs `latchkey/wallet.css` beside `latchkey/styles.css`, and `latchkey/account.css` and
 * `latchkey/transfer.css` for what its menus lead to.
 *
 * @example <LoggedIn><WalletHome /></LoggedIn>
 */
export function WalletHome(props: WalletHomeProps): ReactElement {
  return <LoadedScreen useScreen={useLoadedScreen} name="wallet" first="header" props={{ ...props, screens }} />;
}
