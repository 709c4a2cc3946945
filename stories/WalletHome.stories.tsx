import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { WalletHome } from '../src/components/wallet/WalletHome.js';
import { inApp } from './serviceInPage.js';
import { startWallet, type WalletParameters } from './walletPlace.js';

const appCode = [
  "import { LoggedIn, WalletHome } from 'latchkey';",
  "import 'latchkey/styles.css';",
  "import 'latchkey/wallet.css';",
  "import 'latchkey/account.css';",
  "import 'latchkey/transfer.css';",
  '',
  '<LoggedIn>\n  <WalletHome />\n</LoggedIn>',
].join('\n');

/** Who the person is, what they have, their accounts, and what they have signed. */
const meta = {
  title: 'Screens/WalletHome',
  component: WalletHome,
  loaders: [startWallet],
  decorators: [inApp],
  parameters: {
    layout: 'centered',
    width: 560,
    docs: { story: { inline: false, height: '860px' }, source: { transform: () => appCode } },
  },
} satisfies Meta<typeof WalletHome>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & { parameters?: WalletParameters };

/** The coin of the chosen network, the app's tokens beneath, and the accounts. */
export const FirstView: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Ethereum 1' })).toBeVisible();
    await expect(await canvas.findByText('5.5')).toBeVisible();
  },
};

export const Dark: Story = { ...FirstView, parameters: { theme: 'dark' } };
export const Narrow: Story = { ...FirstView, parameters: { width: 320 } };

export const Arabic: Story = {
  parameters: { language: 'ar', dir: 'rtl' },
  async play({ canvas }) {
    const send = await canvas.findByRole('button', { name: 'إرسال' });
    await waitFor(() => expect(send).toBeVisible());
  },
};

/** The service has not said which accounts there are. */
export const Loading: Story = {
  parameters: { list: 'awaited' },
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getByRole('region', { name: 'Wallet' })).toHaveAttribute('aria-busy', 'true'));
    await expect(await canvas.findByRole('button', { name: 'Receive' })).toHaveAttribute('aria-disabled', 'true');
    // Not in the colour of what can be pressed.
    const send = canvas.getByRole('button', { name: 'Send' });
    await expect(send).toHaveAttribute('data-state', 'waiting');
  },
};

/** A node that does not answer gives no figure. */
export const NoBalance: Story = {
  parameters: { node: 'out of reach' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

/** From twenty accounts on they can be searched; fifty are shown at a time. */
export const ManyAccounts: Story = {
  parameters: { accounts: 60 },
  async play({ canvas, userEvent }) {
    await expect(await canvas.findByRole('button', { name: 'Show more' })).toBeVisible();
    await userEvent.type(canvas.getByLabelText('Search accounts'), 'Ethereum 60');
    await expect(await canvas.findByRole('button', { name: 'Ethereum 60' })).toBeVisible();
  },
};

/** What the person has signed, in words, with its time and how it ended. */
export const Activity: Story = {
  parameters: { signed: ['Hello', 'Hello again'] },
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('tab', { name: 'Activity' }));
    await expect(await canvas.findAllByRole('heading', { name: /^Sign a message/ })).toHaveLength(2);
  },
};

/** What was sent is in no block yet. */
export const PaymentSent: Story = {
  parameters: { paid: true },
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('tab', { name: 'Activity' }));
    await expect(await canvas.findByText(/sent, not confirmed yet$/)).toBeVisible();
  },
};

/** It is in a block. */
export const PaymentDone: Story = {
  parameters: { paid: true, node: 'confirms' },
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('tab', { name: 'Activity' }));
    await expect(await canvas.findByText(/ · done$/)).toBeVisible();
  },
};

/** It failed in its block. */
export const PaymentReverted: Story = {
  parameters: { paid: true, node: 'reverts' },
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('tab', { name: 'Activity' }));
    await expect(await canvas.findByText(/failed on the network$/)).toBeVisible();
  },
};

/** Others agreed when the page was closed: it is sent, discarded or hidden here. */
export const ApprovedNotSent: Story = {
  parameters: { approved: true },
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('tab', { name: 'Activity' }));
    await userEvent.click(await canvas.findByRole('button', { name: /^Discard: / }));
    await expect(await canvas.findByText(/^Discarding costs a small fee/)).toBeVisible();
  },
};

export const NoActivity: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('tab', { name: 'Activity' }));
    await expect(await canvas.findByText('Nothing signed or sent yet.')).toBeVisible();
  },
};

/** The accounts did not come. */
export const Refused: Story = {
  parameters: { list: 'refused' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('alert')).toBeVisible();
  },
};

/** The device is offline. */
export const Offline: Story = {
  parameters: { list: 'out of reach', node: 'out of reach' },
  async play({ canvas, userEvent }) {
    const own = Object.getOwnPropertyDescriptor(navigator, 'onLine');
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(canvas.getByRole('alert')).toHaveTextContent('You’re offline. Reconnect and try again.'),
    );
    if (own) Object.defineProperty(navigator, 'onLine', own);
    else Reflect.deleteProperty(navigator, 'onLine');
  },
};

/** There is no account. */
export const NoAccounts: Story = {
  parameters: { list: 'empty' },
  async play({ canvas }) {
    await expect(await canvas.findByText('No accounts yet.')).toBeVisible();
    await expect(await canvas.findByRole('button', { name: 'Add account' })).toBeVisible();
  },
};

/** An account gets a name of the person's own. */
export const Renaming: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'More: Ethereum 1' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Rename' }));
    await waitFor(() => expect(canvas.getByLabelText('Account name')).toHaveFocus());
  },
};

/** Of which chain the next account is. */
export const AddingAccount: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add account' }));
    await expect(await canvas.findByRole('button', { name: 'Add Solana account' })).toBeVisible();
  },
};
