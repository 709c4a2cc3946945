import { type ReactElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { call } from '../../../../src/client/call.js';
import type { Client } from '../../../../src/client/createClient.js';
import type { ClientSettings } from '../../../../src/client/settings.js';
import { listWalletAccounts, listWallets } from '../../../../src/contract/wallets.queries.js';
import { LatchkeyProvider } from '../../../../src/hooks/LatchkeyProvider.js';
import type { Session } from '../../../../src/sessions/session.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { logIn } from '../../../../src/testing/logIn.js';
import '../../../../src/components/styles.css';
import '../../../../src/components/transfer/transfer.css';
import { leavePage } from '../leavePage.js';

/** Ada, logged in at a service of her own, at a screen of import or export. */
export type Transfer = {
  readonly service: TestService;
  readonly client: Client;
  readonly session: Session;
  /** The wallet that she signed up with, and its Ethereum address. */
  readonly walletId: string;
  readonly address: string;
  /** Renders it; a second call renders it as after a reload. */
  readonly draw: (screen: ReactElement) => void;
  readonly container: HTMLElement;
};

/** @param pinned - whether the app's settings have the service's keys */
export async function openTransfer(
  settings: Partial<ClientSettings> = {},
  pinned: 'pinned' | 'not pinned' = 'pinned',
): Promise<Transfer> {
  const service = await createTestService({ wasmUrl });
  const { client, session } = await logIn(service, 'ada@example.com', {
    ...settings,
    ...(pinned === 'pinned' && { trust: service.trust }),
  });
  const { wallets } = await call(client, listWallets, {});
  const { accounts } = await call(client, listWalletAccounts, { walletId: wallets[0]?.walletId });
  const container = document.body.appendChild(document.createElement('main'));
  let root = createRoot(container);
  leavePage(() => root.unmount(), container, service);
  return {
    service,
    client,
    session,
    container,
    walletId: wallets[0]?.walletId ?? '',
    address: accounts[0]?.address ?? '',
    draw(screen) {
      root.unmount();
      root = createRoot(container);
      root.render(
        <StrictMode>
          <LatchkeyProvider client={client}>{screen}</LatchkeyProvider>
        </StrictMode>,
      );
    },
  };
}
