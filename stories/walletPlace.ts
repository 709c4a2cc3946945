import type { Loader } from '@storybook/react-vite';
import { prepareTransaction } from '../src/adapters/ethereum/prepareTransaction.js';
import { sendPrepared } from '../src/adapters/ethereum/sendPrepared.js';
import { call } from '../src/client/call.js';
import type { Chain } from '../src/client/chains.js';
import type { Client } from '../src/client/createClient.js';
import { signMessage } from '../src/client/flows/signing.js';
import { createWalletAccounts, deleteWallets } from '../src/contract/wallets.js';
import { listWalletAccounts, listWallets } from '../src/contract/wallets.queries.js';
import { logIn, type TestService } from '../src/testing.js';
import { abandonedPayment } from '../test/support/abandonedPayment.js';
import { openFakeNode } from '../test/support/fakeNode.js';
import { secondRoot } from '../test/support/secondRoot.js';
import { type PageParameters, spoken } from './serviceInPage.js';
import { startTestService } from './startTestService.js';

/** What a story of the wallet begins with, under `parameters`. */
export type WalletParameters = PageParameters & {
  /** How many accounts of Ethereum there are beside the first. */
  accounts?: number;
  /** Texts that the person has signed. */
  signed?: readonly string[];
  /** The node does not answer; what is sent is in a block, where it passed or failed; whether it has what was sent is not said. */
  node?: 'out of reach' | 'confirms' | 'reverts' | 'is silent about what was sent';
  /** The service refuses to list the accounts; it does not answer yet; it is not reached; there are none. */
  list?: 'refused' | 'awaited' | 'out of reach' | 'empty';
  /** The service does not answer yet when something is to be signed. */
  signing?: 'awaited';
  /** What needs Ada's consent needs Bob's, too. */
  with?: 'Bob';
  /** Ada has sent 1 ETH. */
  paid?: true;
  /** Ada has sent 1 ETH and closed the page; Bob has agreed since. */
  approved?: true;
  docs?: object;
};

/** What the loader hands to a story. */
export type WalletPlace = {
  readonly service: TestService;
  readonly client: Client;
  /** Of Ethereum. */
  readonly address: string;
  readonly solanaAddress: string;
};

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const rpcUrls = { default: { http: ['https://node.example'] } };
const chains: readonly Chain[] = [
  { id: 8453, name: 'Base', nativeCurrency: ether, rpcUrls },
  { id: 'solana:devnet', name: 'Solana Devnet', rpcUrls },
];
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const tokens = [{ chainId: 8453, address: usdc, symbol: 'USDC', decimals: 6 }];

const unanswered = { until: new Promise(() => {}) };
const failuresOf = { refused: { refuse: 'INTERNAL' }, awaited: unanswered, 'out of reach': 'unreachable' } as const;

/** Ada is logged in at the real service. The chain's node is the one part that is not the real one. */
export const startWallet: Loader = async (context) => {
  const { accounts = 0, signed = [], node: does, list, signing, ...more }: WalletParameters = context.parameters;
  const { with: other, approved, paid } = more;
  const service = await startTestService();
  const { node } = openFakeNode();
  if (does === 'out of reach') node.isReachable = false;
  if (does === 'confirms') node.status = 'success';
  if (does === 'reverts') node.status = 'reverted';
  if (does === 'is silent about what was sent') {
    node.refuses = 'nonce too low';
    node.tellsKnown = false;
  }
  const settings = { trust: service.trust, chains, tokens, ...spoken(context) };
  const { client, session } = await logIn(service, 'ada@example.com', settings);
  const walletId = (await call(client, listWallets, {})).wallets[0]?.walletId ?? '';
  for (let first = 1; first <= accounts; first += 20)
    await call(client, createWalletAccounts, {
      walletId,
      accounts: Array.from({ length: Math.min(20, accounts + 1 - first) }, (_, at) => ({
        ...({ curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32' } as const),
        path: `m/44'/60'/0'/0/${first + at}`,
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
      })),
    });
  const all = (await call(client, listWalletAccounts, { walletId })).accounts;
  const addressOn = (chain: string) => all.find(({ addressFormat }) => addressFormat.endsWith(chain))?.address ?? '';
  const address = addressOn('ETHEREUM');
  for (const message of signed) await signMessage(client, { message, address });
  const bob = other || approved ? await secondRoot({ service, client }, session) : undefined;
  const wanted = {
    chainId: 8453,
    from: address as `0x${string}`,
    to: `0x${'99'.repeat(20)}`,
    value: 10n ** 18n,
  } as const;
  if (paid) await sendPrepared(client, await prepareTransaction(client, wanted), { isReviewed: true });
  if (approved) {
    const { fingerprint } = await abandonedPayment(client, wanted);
    await bob?.approve(fingerprint);
  }
  const { next } = service.failures;
  if (list === 'empty') await call(client, deleteWallets, { walletIds: [walletId], deleteWithoutExport: true });
  else if (list) next('list_wallet_accounts', failuresOf[list], 100);
  if (signing) next('sign_transaction', unanswered, 100);
  const place: WalletPlace = { service, client, address, solanaAddress: addressOn('SOLANA') };
  return place;
};
