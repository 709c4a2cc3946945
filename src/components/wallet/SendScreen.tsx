'use client';
import type { ReactElement } from 'react';
import { lazyScreen } from '../lazyScreen.js';
import { LoadedScreen } from '../ScreenPlaceholder.js';
import type { SendScreenProps } from './walletProps.js';

const useLoadedScreen = lazyScreen(async () => (await import('./SendSteps.js')).SendSteps);

/**
 * Sends the coin of a chain of Ethereum, or one of the settings' `tokens`: to whom, how much, a review of the very bytes, and what became
 * of it. Nothing is sent twice: where the network does not answer, the same bytes are sent again. Renders a
 * `<section data-latchkey="send">` whose `data-state` is `form`, `sending`, `waiting` (for others to approve), `uncertain` or `done`, and
 * `<section data-latchkey="confirm">` while it is reviewed. It needs `latchkey/wallet.css` beside `latchkey/styles.css`.
 *
 * @example <SendScreen from={account.address} chainId={8453} explorerUrl={(hash) => `https://basescan.org/tx/${hash}`} />
 */
export function SendScreen(props: SendScreenProps): ReactElement {
  return <LoadedScreen useScreen={useLoadedScreen} name="send" first="form" props={props} />;
}
