import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, spyOn } from 'storybook/test';
import { ReceiveScreen } from '../src/components/wallet/ReceiveScreen.js';
import { inApp } from './serviceInPage.js';
import { startWallet, type WalletParameters } from './walletPlace.js';

const appCode = [
  "import { ReceiveScreen } from 'latchkey';",
  "import 'latchkey/styles.css';",
  "import 'latchkey/wallet.css';",
  '',
  '<ReceiveScreen address={address} chainId={8453} />',
].join('\n');

/** An address to be paid at. */
const meta = {
  title: 'Screens/ReceiveScreen',
  component: ReceiveScreen,
  args: { address: '0x995594d8Dc7AE8A0F9F1aB8F5d9ed0e8B5dA40b2' },
  loaders: [startWallet],
  decorators: [inApp],
  parameters: {
    layout: 'centered',
    docs: { story: { inline: false, height: '760px' }, source: { transform: () => appCode } },
  },
} satisfies Meta<typeof ReceiveScreen>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & { parameters?: WalletParameters };

/** The address as a QR code and in full, and the network that it is for. */
export const FirstView: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByRole('img', { name: 'QR code of this address' })).toBeVisible();
    await expect(canvas.getByText('Only send assets on Base to this address.')).toBeVisible();
  },
};

/** On white in the dark, too. */
export const Dark: Story = { ...FirstView, parameters: { theme: 'dark' } };
export const Narrow: Story = { ...FirstView, parameters: { width: 320 } };
export const Solana: Story = {
  args: { address: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' },
  async play({ canvas }) {
    await expect(await canvas.findByText('Only send assets on Solana Devnet to this address.')).toBeVisible();
  },
};

/** The browser does not copy: the person can. */
export const CopyFailed: Story = {
  async play({ canvas, userEvent }) {
    const denied = new DOMException('Denied.', 'NotAllowedError');
    spyOn(navigator.clipboard, 'writeText').mockRejectedValue(denied);
    await userEvent.click(await canvas.findByRole('button', { name: 'Copy address' }));
    await expect(await canvas.findByText('Select the address to copy it.')).toBeVisible();
  },
};
