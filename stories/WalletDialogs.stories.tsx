import type { Loader, Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { createEthereumProvider, type EthereumProvider } from '../src/adapters/ethereum/createEthereumProvider.js';
import { createClient } from '../src/client/createClient.js';
import { WalletDialogs } from '../src/components/confirm/WalletDialogs.js';
import { logIn } from '../src/testing.js';
import { depositData, onBase, order, pool } from '../test/support/describedExamples.js';
import { callData } from '../test/support/ethereumTransactions.js';
import { type QuietNodeOptions, quietNode } from '../test/support/quietNode.js';
import { secondRoot } from '../test/support/secondRoot.js';
import { typedData } from '../test/support/standardTypedData.js';
import { inApp, type PageParameters, serviceOf, spoken, startService } from './serviceInPage.js';

const appCode = [
  "import { WalletDialogs } from 'latchkey';",
  "import 'latchkey/styles.css';",
  "import 'latchkey/wallet.css';",
  '',
  '<WalletDialogs />',
].join('\n');

/** What the page asks the wallet for, once the story is drawn. */
type Asks = (address: string) => readonly { readonly method: string; readonly params?: readonly unknown[] }[];
type DialogParameters = {
  asks?: Asks;
  nobody?: boolean;
  node?: QuietNodeOptions;
  /** Another person must agree to what Ada signs. */
  shared?: boolean;
};

/** Ada is logged in, and a provider of her wallet is on Base. The chain's node is the one part that is not the real one. */
const startWallet: Loader = async (context) => {
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
  return { ...loaded, client, provider: createEthereumProvider(client, { chains: [node.chain], fetch: node.fetch }) };
};

/** Other people's code, and your own, asks the wallet through a provider (EIP-1193); the person is asked before anything is signed. */
const meta = {
  title: 'Screens/WalletDialogs',
  component: WalletDialogs,
  loaders: [startWallet],
  decorators: [inApp],
  parameters: {
    layout: 'centered',
    config: { allowedAuthMethods: ['email'], emailCustomizationParams: { appName: 'Acme' } },
    docs: { story: { inline: false, height: '720px' }, source: { transform: () => appCode } },
  },
} satisfies Meta<typeof WalletDialogs>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & {
  parameters: PageParameters & DialogParameters & { docs?: object };
};
type Play = Parameters<NonNullable<StoryObj<typeof meta>['play']>>[0];

const to = `0x${'9955'.repeat(10)}`;
const token = `0x${'a0b8'.repeat(10)}`;
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const signs =
  (standard: Parameters<typeof typedData>[0], messageOf: (address: string) => Record<string, unknown>, of?: string) =>
  (address: string) => {
    const data = typedData(standard, messageOf(address), of);
    return [
      { method: 'eth_signTypedData_v4', params: [address, { ...data, domain: { ...data.domain, chainId: 8453 } }] },
    ];
  };
/** An address with the ends of another one. */
const likeOf = (address: string) => `${address.slice(0, 6)}${'12'.repeat(16)}${address.slice(-4)}`.toLowerCase();
const until = 1_900_000_000;
const most = (2n ** 256n - 1n).toString();

/** Asks what the story's page asks. */
async function ask({ loaded, parameters }: Pick<Play, 'loaded' | 'parameters'>): Promise<void> {
  const provider = loaded.provider as EthereumProvider;
  const { asks = () => [] } = parameters as DialogParameters;
  const [address = ''] = (await provider.request({ method: 'eth_accounts' })) as string[];
  for (const request of asks(address)) provider.request(request).catch(() => {}); // what is left open when the story ends
}

const screen = ({ canvasElement }: Pick<Play, 'canvasElement'>) => within(canvasElement.ownerDocument.body);
const heading = (name: string) => async (context: Play) => {
  await ask(context);
  await expect(await screen(context).findByRole('heading', { name })).toBeVisible();
};
const transaction = (more: object) => (from: string) => [
  { method: 'eth_sendTransaction', params: [{ from, to, ...more }] },
];
const text = (message: string) => (address: string) => [{ method: 'personal_sign', params: [message, address] }];

/** A payment: what, to whom, where, and what it costs at most. */
export const Payment: Story = {
  parameters: { asks: transaction({ value: '0x14d1120d7b160000' }) },
  async play(context) {
    await heading('Send 1.5 ETH (Base) to 0x9955…9955')(context);
    await expect(await screen(context).findByText('first time')).toBeVisible();
  },
};

export const PaymentDark: Story = { ...Payment, parameters: { ...Payment.parameters, theme: 'dark' } };
export const PaymentNarrow: Story = { ...Payment, parameters: { ...Payment.parameters, width: 320 } };

/** A known token is told by its symbol, in whole tokens. */
export const KnownToken: Story = {
  parameters: { asks: transaction({ to: usdc, data: callData('transfer(address,uint256)', to, '16e360') }) },
  play: heading('Send 1.5 USDC (Base) to 0x9955…9955'),
};

/** The call of another token, which says its own smallest units. */
export const Token: Story = {
  parameters: { asks: transaction({ to: token, data: callData('transfer(address,uint256)', to, 'f4240') }) },
  play: heading('Send 1,000,000 smallest units of token 0xa0b8…a0b8 (Base) to 0x9955…9955'),
};

/** A token that only its own contract names: in quotes, with its address, as its contract says. */
export const TokenByItsContract: Story = {
  parameters: {
    asks: transaction({ to: token, data: callData('transfer(address,uint256)', to, 1_500_000n) }),
    node: { token: { symbol: 'ACME', decimals: 6 } },
  },
  async play(context) {
    await heading('Send 1.5 “ACME” (Base) to 0x9955…9955')(context);
    await expect(screen(context).getByText('unverified token')).toBeVisible();
  },
};
export const TokenByItsContractNarrow: Story = {
  ...TokenByItsContract,
  parameters: { ...TokenByItsContract.parameters, width: 320 },
};

/** With danger the way out comes first, and the way on asks for a tick. */
export const Unlimited: Story = {
  parameters: { asks: transaction({ to: token, data: callData('approve(address,uint256)', to, 'f'.repeat(64)) }) },
  async play(context) {
    await heading('Let 0x9955…9955 spend an unlimited amount of token 0xa0b8…a0b8 (Base)')(context);
    const { findByRole, getByRole } = screen(context);
    await expect(getByRole('button', { name: 'Confirm' })).toHaveAttribute('aria-disabled', 'true');
    await expect(await findByRole('checkbox', { name: 'I understand' })).not.toBeChecked();
  },
};

export const UnlimitedDark: Story = { ...Unlimited, parameters: { ...Unlimited.parameters, theme: 'dark' } };

/** What cannot be read says so. */
export const Unreadable: Story = {
  parameters: { asks: transaction({ value: '0x1', data: '0x12345678' }) },
  play: heading('Sign something we can’t read'),
};

/** A call of a contract that the app's descriptors know: its words are theirs, its values those of the bytes. */
export const Described: Story = {
  parameters: {
    asks: transaction({
      to: pool,
      data: depositData(usdc, to),
    }),
  },
  async play(context) {
    await heading('Deposit')(context);
    await expect(await screen(context).findByText('1.5 USDC')).toBeVisible();
    await expect(screen(context).queryByRole('checkbox')).toBeNull();
  },
};

/** Typed data are described in the same way; what the words leave out is told by the plate. */
export const DescribedTypedData: Story = {
  parameters: {
    asks: (address) => [
      {
        method: 'eth_signTypedData_v4',
        params: [
          address,
          {
            ...order({ token: usdc, nonce: '8' }),
            domain: { name: 'Acme Pool', chainId: 8453, verifyingContract: pool },
          },
        ],
      },
    ],
  },
  async play(context) {
    await heading('Place an order')(context);
    await expect(await screen(context).findByText('1.5 USDC')).toBeVisible();
  },
};

export const Deployment: Story = {
  parameters: { asks: transaction({ to: undefined, data: '0x6000' }) },
  play: heading('Create a contract'),
};

/** A text stands as it is, and characters that hide are shown. */
export const Message: Story = {
  parameters: { asks: text('Hello from Acme.\nThis text has a hidden \u202ecorner.') },
  async play(context) {
    await heading('Sign a message')(context);
    await expect(screen(context).getByText(/\\u202e/)).toBeVisible();
  },
};

/** A text that is longer than its box is read to its end first. */
export const LongMessage: Story = {
  parameters: { asks: text('One line of many.\n'.repeat(60)) },
  async play(context) {
    await heading('Sign a message')(context);
    await expect(await screen(context).findByText('Read to the end to continue.')).toBeVisible();
  },
};

/** A login of this page by its account (EIP-4361). One for another page is refused, and nobody is asked. */
export const Login: Story = {
  parameters: {
    asks: (address) =>
      text(
        `${location.host} wants you to sign in with your Ethereum account:\n${address}\n\nI accept the terms.\n\nURI: ${location.origin}\nVersion: 1\nChain ID: 8453\nNonce: 32891756\nIssued At: ${new Date().toISOString()}`,
      )(address),
  },
  play: heading('Log in to Acme'),
};

/** Typed data are shown field by field. */
export const TypedData: Story = {
  parameters: {
    asks: (address) => [
      {
        method: 'eth_signTypedData_v4',
        params: [
          address,
          {
            domain: { name: 'Acme Shop', chainId: 1 },
            types: {
              Order: [
                { name: 'item', type: 'string' },
                { name: 'seller', type: 'address' },
              ],
            },
            primaryType: 'Order',
            message: { item: 'Hat', seller: to },
          },
        ],
      },
    ],
  },
  async play(context) {
    await heading('Sign something we can’t read')(context);
    await expect(screen(context).getByText('Acme Shop')).toBeVisible();
  },
};

/** A permit (EIP-2612): whom it lets take how much, and until when it can be used. */
export const Permit: Story = {
  parameters: {
    asks: signs('Permit', (owner) => ({ owner, spender: to, value: '1500000', nonce: 0, deadline: until }), usdc),
  },
  play: heading('Let 0x9955…9955 spend 1.5 USDC (Base)'),
};

/** One without limit and without end. */
export const PermitUnlimited: Story = {
  parameters: {
    asks: signs('Permit', (owner) => ({ owner, spender: to, value: most, nonce: 0, deadline: most }), usdc),
  },
  play: heading('Let 0x9955…9955 spend an unlimited amount of USDC (Base)'),
};

export const PermitUnlimitedDark: Story = {
  ...PermitUnlimited,
  parameters: { ...PermitUnlimited.parameters, theme: 'dark' },
};

/** A payment that somebody else sends (EIP-3009). */
export const SignedPayment: Story = {
  parameters: {
    asks: signs(
      'TransferWithAuthorization',
      (from) => ({ from, to, value: '1500000', validAfter: 0, validBefore: until, nonce: `0x${'07'.repeat(32)}` }),
      usdc,
    ),
  },
  play: heading('Send 1.5 USDC (Base) to 0x9955…9955'),
};

/** Several permissions of Permit2, a line each. */
export const PermitSeveral: Story = {
  parameters: {
    asks: signs('PermitBatch', () => ({
      details: [usdc, token].map((token) => ({ token, amount: '1500000', expiration: until, nonce: 0 })),
      ...{ spender: to, sigDeadline: until },
    })),
  },
  play: heading('Let 0x9955…9955 take 2 tokens'),
};

export const PermitSeveralNarrow: Story = {
  ...PermitSeveral,
  parameters: { ...PermitSeveral.parameters, width: 320 },
};

/** What Permit2 signs besides the payment is shown field by field. */
export const PermitWithWitness: Story = {
  parameters: {
    asks: signs('PermitWitnessTransferFrom', () => ({
      ...{
        permitted: { token: usdc, amount: '1500000' },
        spender: to,
        nonce: 0,
        deadline: until,
        witness: { user: to },
      },
    })),
  },
  play: heading('Let 0x9955…9955 spend 1.5 USDC (Base)'),
};

/** An address with the ends of an own one, and another middle. */
export const Lookalike: Story = {
  parameters: {
    asks: (address) => [
      {
        method: 'eth_sendTransaction',
        params: [
          {
            from: address,
            to: likeOf(address),
            value: '0x14d1120d7b160000',
          },
        ],
      },
    ],
  },
  async play(context) {
    await ask(context);
    await expect(await screen(context).findByText('Looks like')).toBeVisible();
  },
};

/** Also where a field of typed data names it. */
export const LookalikeInField: Story = {
  parameters: {
    asks: (address) => [
      {
        method: 'eth_signTypedData_v4',
        params: [
          address,
          {
            ...order({ parts: [{ share: '3', to: likeOf(address) }] }),
            domain: { name: 'Acme Pool', chainId: 8453, verifyingContract: pool },
          },
        ],
      },
    ],
  },
  async play(context) {
    await ask(context);
    await expect(await screen(context).findByText('Looks like')).toBeVisible();
  },
};

/** Several wait: one after the other. */
export const Several: Story = {
  parameters: { asks: (address) => ['One', 'Two', 'Three'].flatMap((each) => text(each)(address)) },
  async play(context) {
    await heading('Sign a message')(context);
    await expect(await screen(context).findByText('1 of 3')).toBeVisible();
  },
};

const batch =
  (...calls: readonly object[]) =>
  () => [
    { method: 'wallet_sendCalls', params: [{ version: '2.0.0', chainId: '0x2105', atomicRequired: false, calls }] },
  ];

/** Several transactions that are confirmed at once (EIP-5792): a numbered list, and one largest fee. */
export const Batch: Story = {
  parameters: {
    asks: batch(
      { to: usdc, data: callData('approve(address,uint256)', to, 1_500_000n) },
      { to, value: '0x14d1120d7b160000' },
      { to: usdc, data: callData('transfer(address,uint256)', to, 250_000n) },
    ),
  },
  async play(context) {
    await heading('Send 3 transactions')(context);
    await expect(screen(context).getByText('Send 1.5 ETH (Base) to 0x9955…9955')).toBeVisible();
  },
};

export const BatchDark: Story = { ...Batch, parameters: { ...Batch.parameters, theme: 'dark' } };
export const BatchNarrow: Story = { ...Batch, parameters: { ...Batch.parameters, width: 320 } };

/** A call that a descriptor knows is told in its words, behind its number. */
export const BatchDescribed: Story = {
  parameters: {
    asks: batch(
      { to: usdc, data: callData('approve(address,uint256)', pool, 1_500_000n) },
      { to: pool, data: depositData(usdc, to) },
    ),
  },
  async play(context) {
    await heading('Send 2 transactions')(context);
    await expect(await screen(context).findByText('2. Amount')).toBeVisible();
    await expect(screen(context).queryByRole('checkbox')).toBeNull();
  },
};

export const BatchDescribedDark: Story = {
  ...BatchDescribed,
  parameters: { ...BatchDescribed.parameters, theme: 'dark' },
};
export const BatchDescribedNarrow: Story = {
  ...BatchDescribed,
  parameters: { ...BatchDescribed.parameters, width: 320 },
};

/** A batch of one is that one. */
export const BatchOfOne: Story = {
  parameters: { asks: batch({ to, value: '0x14d1120d7b160000' }) },
  async play(context) {
    await heading('Send 1.5 ETH (Base) to 0x9955…9955')(context);
    await expect(screen(context).queryByText('1.')).toBeNull();
  },
};

/** One plate for all of them, which says which ones it means. */
export const BatchWithDanger: Story = {
  parameters: {
    asks: batch(
      { to: token, data: callData('approve(address,uint256)', to, 'f'.repeat(64)) },
      { to, value: '0x1', data: '0x12345678' },
      { to, value: '0x14d1120d7b160000' },
    ),
  },
  async play(context) {
    await heading('Send 3 transactions')(context);
    await expect(screen(context).getByText(/^1\. They could take all/)).toBeVisible();
    await expect(screen(context).getByText(/^2\. We can’t tell/)).toBeVisible();
  },
};

/** Asks, and presses the button that says yes once it works. */
async function confirmed(context: Play): Promise<void> {
  await ask(context);
  const yes = await screen(context).findByRole('button', { name: 'Confirm' });
  await waitFor(() => expect(yes).toHaveAttribute('aria-disabled', 'false'));
  await userEvent.click(yes);
}
const says = (words: string) => async (context: Play) => {
  await confirmed(context);
  await waitFor(() => expect(screen(context).getByRole('status')).toHaveTextContent(words));
};
const sends = (answer: () => Promise<Response>): QuietNodeOptions => ({
  before: (method) => (method === 'eth_sendRawTransaction' ? answer() : undefined),
});

/** After Confirm: it is being sent. Closed, it goes on. */
export const Busy: Story = {
  parameters: { ...Payment.parameters, node: sends(() => new Promise(() => {})) },
  async play(context) {
    await confirmed(context);
    const yes = screen(context).getByRole('button', { name: 'Confirm' });
    await waitFor(() => expect(yes).toHaveAttribute('data-state', 'busy'));
  },
};

/** Of a batch: which of its transactions is being sent. */
export const BatchBusy: Story = { parameters: Batch.parameters, play: says('1 of 3') };

/** Others must agree. Closed, it goes on. */
export const WaitingForOthers: Story = {
  parameters: { ...Payment.parameters, shared: true },
  play: says('Waiting for 1 more approval'),
};

export const WaitingForOthersDark: Story = {
  ...WaitingForOthers,
  parameters: { ...WaitingForOthers.parameters, theme: 'dark' },
};

export const WaitingForOthersNarrow: Story = {
  ...WaitingForOthers,
  parameters: { ...WaitingForOthers.parameters, width: 320 },
};

/** It is sent: the dialog closes by itself. */
export const Sent: Story = {
  parameters: Payment.parameters,
  async play(context) {
    await says('Sent')(context);
    await waitFor(() => expect(screen(context).queryByRole('dialog')).toBeNull(), { timeout: 5_000 });
  },
};

/** It is not: why, in words. */
export const Failed: Story = {
  parameters: {
    ...Payment.parameters,
    node: sends(async () =>
      Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32003, message: 'transaction rejected' } }),
    ),
  },
  play: says('The network refused this. Nothing more was sent.'),
};

export const FailedDark: Story = { ...Failed, parameters: { ...Failed.parameters, theme: 'dark' } };

export const German: Story = {
  parameters: { ...Unlimited.parameters, language: 'de' },
  play: heading('0x9955…9955 erlauben, unbegrenzt viel vom Token 0xa0b8…a0b8 (Base) auszugeben'),
};

export const Arabic: Story = {
  parameters: { ...Payment.parameters, language: 'ar' },
  async play(context) {
    await ask(context);
    await expect(await screen(context).findByRole('button', { name: 'تأكيد' })).toBeVisible();
  },
};

/** The page asks for an account, and nobody is logged in. */
export const Connect: Story = {
  parameters: { nobody: true, asks: () => [{ method: 'eth_requestAccounts' }] },
  async play(context) {
    await ask(context);
    await expect(await screen(context).findByLabelText('Email address')).toBeVisible();
  },
};
