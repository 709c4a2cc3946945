import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { SendScreen } from '../src/components/wallet/SendScreen.js';
import { inApp } from './serviceInPage.js';
import { startWallet, type WalletParameters, type WalletPlace } from './walletPlace.js';

const appCode = [
  "import { SendScreen } from 'latchkey';",
  "import 'latchkey/styles.css';",
  "import 'latchkey/wallet.css';",
  '',
  '<SendScreen from={address} chainId={8453} explorerUrl={(hash) => new URL(hash, "https://basescan.org/tx/").href} />',
].join('\n');

const to = '0x9955999999999999999999999999999999999999';

/** To whom, how much, a review, and what became of it. */
const meta = {
  title: 'Screens/SendScreen',
  component: SendScreen,
  args: { from: '', chainId: 8453, explorerUrl: (hash) => `https://explorer.example/tx/${hash}` },
  render: (args, { loaded }) => <SendScreen {...args} from={(loaded as WalletPlace).address} />,
  loaders: [startWallet],
  decorators: [inApp],
  parameters: {
    layout: 'centered',
    docs: { story: { inline: false, height: '800px' }, source: { transform: () => appCode } },
  },
} satisfies Meta<typeof SendScreen>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & { parameters?: WalletParameters };
type Play = Parameters<NonNullable<StoryObj<typeof meta>['play']>>[0];

/** Types a payment, and asks for its review. */
async function fill({ canvas, userEvent }: Pick<Play, 'canvas' | 'userEvent'>, amount: string): Promise<void> {
  await canvas.findByText('2 ETH available');
  await userEvent.type(canvas.getByLabelText('To'), to);
  await userEvent.type(canvas.getByLabelText(/^Amount/), `${amount}{Enter}`);
}

async function confirm(context: Pick<Play, 'canvas' | 'userEvent'>): Promise<void> {
  const { canvas, userEvent } = context;
  await fill(context, '1.5');
  const button = await canvas.findByRole('button', { name: 'Confirm' });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  await userEvent.click(button);
}

export const FirstView: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByText('2 ETH available')).toBeVisible();
  },
};

export const Dark: Story = { ...FirstView, parameters: { theme: 'dark' } };
export const Narrow: Story = { ...FirstView, parameters: { width: 320 } };
export const Arabic: Story = {
  parameters: { language: 'ar' },
  async play({ canvas }) {
    const field = await canvas.findByLabelText('إلى');
    await waitFor(() => expect(field).toBeVisible());
  },
};

/** SOL, and no tokens yet. */
export const Solana: Story = {
  args: { chainId: 'solana:devnet' },
  render: (args, { loaded }) => <SendScreen {...args} from={(loaded as WalletPlace).solanaAddress} />,
  async play({ canvas, userEvent }) {
    await canvas.findByText('3 SOL available');
    await userEvent.type(canvas.getByLabelText('To'), 'GDDMwNyyx8uB6zrqwBFHjLLG3TBYk2F8Az4yrQC5RzMp');
    await userEvent.type(canvas.getByLabelText(/^Amount/), '4{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent('You don’t have that much.');
  },
};

/** What is wrong stands under its field. */
export const TooMuch: Story = {
  async play(context) {
    await fill(context, '3');
    await expect(await context.canvas.findByRole('alert')).toHaveTextContent('You don’t have that much.');
  },
};

/** The chain's coin has no such small part. */
export const TooManyDecimals: Story = {
  async play(context) {
    await fill(context, '0.1234567890123456789');
    await expect(await context.canvas.findByRole('alert')).toHaveTextContent('Use 18 decimals at most.');
  },
};

/** Nobody pays themselves. */
export const ToItself: Story = {
  async play({ canvas, userEvent, loaded }) {
    await canvas.findByText('2 ETH available');
    await userEvent.type(canvas.getByLabelText('To'), (loaded as WalletPlace).address);
    await userEvent.type(canvas.getByLabelText(/^Amount/), '1{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent('This is your own address.');
  },
};

/** An address whose capitals say that it was mistyped. */
export const Mistyped: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('To'), '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD');
    await userEvent.type(canvas.getByLabelText(/^Amount/), '1{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent('This address has a typo. Check it.');
  },
};

/** The contract of a token that the kit knows, of whichever chain. */
export const TokenContract: Story = {
  async play({ canvas, userEvent }) {
    await canvas.findByText('2 ETH available');
    await userEvent.type(canvas.getByLabelText('To'), '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2');
    await userEvent.type(canvas.getByLabelText(/^Amount/), '1{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent('This is the WETH contract.');
  },
};

/** An address with the ends of one that the person knows, here of their own: both are shown before anything else is typed. */
export const Lookalike: Story = {
  async play({ canvas, canvasElement, userEvent, loaded }) {
    const { address } = loaded as WalletPlace;
    await canvas.findByText('2 ETH available');
    await userEvent.type(
      canvas.getByLabelText('To'),
      `${address.slice(0, 6)}${'12'.repeat(16)}${address.slice(-4)}`.toLowerCase(),
    );
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Looks like one you know, but it’s another.');
    const shown = canvasElement.querySelectorAll('[data-part="message"] > [data-part="value"]');
    const [typed, known] = [...shown].map((each) => each.getBoundingClientRect());
    await expect(known?.top).toBeGreaterThanOrEqual(typed?.bottom ?? Number.NaN);
  },
};
export const LookalikeDark: Story = { ...Lookalike, parameters: { theme: 'dark' } };
export const LookalikeNarrow: Story = { ...Lookalike, parameters: { width: 320 } };

/** A name, with the address that it stands for. */
export const Named: Story = {
  args: { resolveName: async () => to },
  async play({ canvas, userEvent }) {
    await canvas.findByText('2 ETH available');
    await userEvent.type(canvas.getByLabelText('To'), 'bob.example');
    await userEvent.type(canvas.getByLabelText(/^Amount/), '3{Enter}');
    await expect(await canvas.findByText(to)).toBeVisible();
  },
};

/** The network does not answer. */
export const Unreachable: Story = {
  parameters: { node: 'out of reach' },
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('To'), to);
    await userEvent.type(canvas.getByLabelText(/^Amount/), '1{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Can’t reach the network. Try again.');
  },
};

/** What the very bytes would do. */
export const Review: Story = {
  async play(context) {
    await fill(context, '1.5');
    await expect(await context.canvas.findByRole('heading', { name: /^Send 1.5 ETH/ })).toBeVisible();
  },
};

/** Confirmed, and not signed yet. */
export const Sending: Story = {
  parameters: { signing: 'awaited' },
  async play(context) {
    await confirm(context);
    await expect(await context.canvas.findByRole('heading', { name: 'Sending…' })).toBeVisible();
  },
};

/** The network has not answered for a while. */
export const SendingSlowly: Story = {
  parameters: { signing: 'awaited' },
  async play(context) {
    await confirm(context);
    const slow = await context.canvas.findByText(/longer than usual/, {}, { timeout: 60_000 });
    await expect(slow).toBeVisible();
  },
};

/** The network has it, and is confirming it. */
export const Sent: Story = {
  async play(context) {
    await confirm(context);
    await expect(await context.canvas.findByRole('heading', { name: 'Sent' })).toBeVisible();
  },
};

export const Confirmed: Story = {
  parameters: { node: 'confirms' },
  async play(context) {
    await confirm(context);
    await expect(await context.canvas.findByText('The network confirmed it.')).toBeVisible();
  },
};

/** It is in a block, and did nothing but cost its fee. */
export const Reverted: Story = {
  parameters: { node: 'reverts' },
  async play(context) {
    await confirm(context);
    await expect(await context.canvas.findByText(/^It failed on the network/)).toBeVisible();
  },
};

/** Others approve first. */
export const Waiting: Story = {
  parameters: { with: 'Bob' },
  async play(context) {
    await confirm(context);
    await expect(await context.canvas.findByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
  },
};

/** The node does not say whether it has it: the same bytes are sent again, and nothing else. */
export const Uncertain: Story = {
  parameters: { node: 'is silent about what was sent' },
  async play(context) {
    await confirm(context);
    await expect(await context.canvas.findByRole('heading', { name: 'Not confirmed yet' })).toBeVisible();
    await expect(context.canvas.getByRole('button', { name: 'Check again' })).toBeVisible();
  },
};
