import { createElement, Fragment } from 'react';
import { createRoot } from 'react-dom/client';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { createEthereumProvider } from '../../../../src/adapters/ethereum/createEthereumProvider.js';
import { createClient } from '../../../../src/client/createClient.js';
import { WalletDialogs } from '../../../../src/components/confirm/WalletDialogs.js';
import { LatchkeyProvider } from '../../../../src/hooks/LatchkeyProvider.js';
import { memoryKeyStore } from '../../../../src/sessions/keyStore.js';
import { createTestService } from '../../../../src/testing/createTestService.js';
import { logIn } from '../../../support/people.js';
import { quietNode } from '../../../support/quietNode.js';
import '../../../../src/components/styles.css';
import '../../../../src/components/wallet/wallet.css';

/** A page of its own with the dialogs of the wallet: its opener asks it for signatures. */
export type FramedWallet = {
  readonly ask: (method: string, ...params: unknown[]) => Promise<unknown>;
  readonly logIn: () => Promise<unknown>;
  /** What was sent to the chain. */
  readonly sent: readonly string[];
};

declare global {
  interface Window {
    wallet?: FramedWallet;
  }
}

const service = await createTestService({ wasmUrl });
const client = createClient({ ...service.settings, keys: memoryKeyStore(), random: () => 0 });
const node = quietNode(8453, 'Base');
const provider = createEthereumProvider(client, { chains: [node.chain], fetch: node.fetch });
window.wallet = {
  ask: (method, ...params) => provider.request({ method, params }),
  logIn: () => logIn(service, client),
  sent: node.sent,
};
const app = createElement('p', { id: 'app' }, 'app');
createRoot(document.body.appendChild(document.createElement('main'))).render(
  createElement(LatchkeyProvider, { client }, createElement(Fragment, null, app, createElement(WalletDialogs))),
);
