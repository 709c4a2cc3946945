import type { Loader } from '@storybook/react-vite';
import { call } from '../src/client/call.js';
import type { Client } from '../src/client/createClient.js';
import { importMnemonic } from '../src/client/flows/importSecrets.js';
import { listWalletAccounts } from '../src/contract/wallets.queries.js';
import type { Session } from '../src/sessions/session.js';
import { logIn, type TestService } from '../src/testing.js';
import { secondRoot } from '../test/support/secondRoot.js';
import { type PageParameters, spoken } from './serviceInPage.js';
import { startTestService } from './startTestService.js';

/** What a story of import or export begins with, under `parameters`. */
export type TransferParameters = PageParameters & {
  /** What needs Ada's consent needs Bob's, too. */
  with?: 'Bob';
  docs?: object;
};

/** What the loader hands to a story. */
export type TransferPlace = {
  readonly service: TestService;
  readonly client: Client;
  readonly session: Session;
  /** A wallet of 12 words, and its Ethereum address. */
  readonly walletId: string;
  readonly address: string;
};

export const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

/** Ada is logged in, and has imported a wallet; the app knows the service's keys. */
export const startTransfer: Loader = async (context) => {
  const { with: other }: TransferParameters = context.parameters;
  const service = await startTestService();
  const settings = { trust: service.trust, ...spoken(context) };
  const { client, session } = await logIn(service, 'ada@example.com', settings);
  const { walletId } = await importMnemonic(client, { walletName: 'Savings', mnemonic: words });
  service.clock.advanceMs(1_000);
  const { accounts } = await call(client, listWalletAccounts, { walletId });
  if (other) await secondRoot({ service, client }, session);
  const place: TransferPlace = { service, client, session, walletId, address: accounts[0]?.address ?? '' };
  return place;
};
