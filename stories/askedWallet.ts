import type { Loader, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { createEthereumProvider, type EthereumProvider } from '../src/adapters/ethereum/createEthereumProvider.js';
import { solanaWallet } from '../src/adapters/solana/solanaWallet.js';
import type { StandardAccount } from '../src/adapters/solana/walletStandard.js';
import { createClient } from '../src/client/createClient.js';
import type { WalletDialogs } from '../src/components/confirm/WalletDialogs.js';
import { logIn } from '../src/testing.js';
import { onBase } from '../test/support/describedExamples.js';
import { type QuietNodeOptions, quietNode } from '../test/support/quietNode.js';
import { secondRoot } from '../test/support/secondRoot.js';
import { type PageParameters, serviceOf, spoken, startService } from './serviceInPage.js';

export const appCode = [
  "import { WalletDialogs } from 'latchkey';",
  "import 'latchkey/styles.css';",
  "import 'latchkey/wallet.css';",
  '',
  '<WalletDialogs />',
].join('\n');

/** What the page asks the wallet for, once the story is drawn. */
type Asks = (address: string) => readonly { readonly method: string; readonly params?: readonly unknown[] }[];
type SolanaFeatures = ReturnType<typeof solanaWallet>['wallet']['features'];
export type DialogParameters = {
  asks?: Asks;
  /** The same of the wallet that web pages of Solana find. */
  asksSolana?: (account: StandardAccount, features: SolanaFeatures) => Promise<unknown>;
  nobody?: boolean;
  node?: QuietNodeOptions;
  /** Another person must agree to what Ada signs. */
  shared?: boolean;
};

/** Ada is logged in, and a provider of her wallet is on Base. The chain's node is the one part that is not the real one. */
export const startWallet: Loader = async (context) => {
  const { nobody = false, node: options, shared = false }: DialogParameters = context.parameters;
  const loaded = (await startService(context)) ?? {};
  const service = serviceOf({ loaded });
  const settings = { ...spoken(context), timeoutMs: 86_400_000, descriptors: onBase };
  const client = nobody
    ? createClient({ ...service.settings, ...settings })
    : (await logIn(service, 'ada@example.com', settings)).client;
  const { active } = await client.sessions.current();
  if (shared && active) await secondRoot({ service, client }, active);
  const node = quietNode(8453, 'Base', options);
  const provider = createEthereumProvider(client, { chains: [node.chain], fetch: node.fetch });
  return { ...loaded, client, provider, wallet: solanaWallet(client).wallet };
};
/** How the app is set up that asks. */
export const acme = { allowedAuthMethods: ['email'], emailCustomizationParams: { appName: 'Acme' } };

type DialogStory = StoryObj<typeof WalletDialogs>;
export type Story = Omit<DialogStory, 'parameters'> & {
  parameters: PageParameters & DialogParameters & { docs?: object };
};
export type Play = Parameters<NonNullable<DialogStory['play']>>[0];

export const to = `0x${'9955'.repeat(10)}`;
export const token = `0x${'a0b8'.repeat(10)}`;
export const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
/** An address with the ends of another one. */
export const likeOf = (address: string) => `${address.slice(0, 6)}${'12'.repeat(16)}${address.slice(-4)}`.toLowerCase();

/** Asks what the story's page asks. */
export async function ask({ loaded, parameters }: Pick<Play, 'loaded' | 'parameters'>): Promise<void> {
  const provider = loaded.provider as EthereumProvider;
  const { asks = () => [], asksSolana } = parameters as DialogParameters;
  const [address = ''] = (await provider.request({ method: 'eth_accounts' })) as string[];
  for (const request of asks(address)) provider.request(request).catch(() => {}); // what is left open when the story ends
  if (!asksSolana) return;
  const { features } = loaded.wallet as { readonly features: SolanaFeatures };
  const [account] = (await features['standard:connect'].connect()).accounts;
  if (account) asksSolana(account, features).catch(() => {});
}

export const screen = ({ canvasElement }: Pick<Play, 'canvasElement'>) => within(canvasElement.ownerDocument.body);
export const heading = (name: string) => async (context: Play) => {
  await ask(context);
  await expect(await screen(context).findByRole('heading', { name })).toBeVisible();
};
export const transaction = (more: object) => (from: string) => [
  { method: 'eth_sendTransaction', params: [{ from, to, ...more }] },
];
export const text = (message: string) => (address: string) => [{ method: 'personal_sign', params: [message, address] }];
