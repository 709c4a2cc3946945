import type { Loader } from '@storybook/react-vite';
import { call } from '../src/client/call.js';
import type { Client } from '../src/client/createClient.js';
import { approveActivity } from '../src/contract/activities.js';
import { createWallet } from '../src/contract/wallets.js';
import { listWalletAccounts, listWallets } from '../src/contract/wallets.queries.js';
import type { TestService } from '../src/testing.js';
import { proposeAll, type SecondRoot } from '../test/support/secondRoot.js';
import { loggedIn } from './loggedIn.js';

/** What a story of the inbox begins with, under `parameters`. */
export type WaitingParameters = {
  /** Names of wallets that Bob asks for, the oldest first. */
  asked?: readonly string[];
  /** Transactions of Ethereum that Bob asks to have signed by the person's wallet, in hex. */
  transactions?: readonly string[];
  /** The same, of which the person has approved all. */
  signed?: readonly string[];
  /** Names of wallets that the person asks for herself. */
  mine?: readonly string[];
  /** How long ago all of it was. In milliseconds. */
  agoMs?: number;
  /** Of the screens, where the toolbar says nothing else. */
  language?: string;
};

/** What the loader hands to a story. `fingerprints` are those of what Bob asks for. */
export type Waiting = {
  readonly service: TestService;
  readonly client: Client;
  readonly bob: SecondRoot;
  readonly fingerprints: readonly string[];
};

const weekSeconds = 604_800;

/** Ada is logged in; she and Bob are the root users of her organization, and each wallet needs both. */
export const startWaiting: Loader = async ({ parameters, globals }) => {
  const { asked = [], mine = [], agoMs = 0, language, transactions = [], signed = [] }: WaitingParameters = parameters;
  const config = { sessionExpirationSeconds: weekSeconds, maxSessionSeconds: weekSeconds };
  const { service, client, session } = await loggedIn(config, globals.language || language);
  const afterEach = () => service.clock.advanceMs(60_000);
  const { bob, fingerprints: wallets } = await proposeAll({ service, client }, session, asked, afterEach);
  const fingerprints = [...wallets];
  if (transactions.length + signed.length > 0) {
    const { accounts } = await call(client, listWalletAccounts, { walletId: await firstWalletOf(client) });
    const propose = (transaction: string) => bob.proposePayment(accounts[0]?.address ?? '', transaction);
    for (const transaction of signed) {
      const fingerprint = await propose(transaction);
      service.clock.advanceMs(60_000);
      await call(client, approveActivity, { fingerprint });
    }
    for (const transaction of transactions) fingerprints.push(await propose(transaction));
  }
  for (const walletName of mine) await call(client, createWallet, { walletName, accounts: [] }).catch(() => undefined);
  service.clock.advanceMs(agoMs);
  const waiting: Waiting = { service, client, bob, fingerprints };
  return waiting;
};

const firstWalletOf = async (client: Client): Promise<string> =>
  (await call(client, listWallets, {})).wallets[0]?.walletId ?? '';
