import type { Meta } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { WalletDialogs } from '../src/components/confirm/WalletDialogs.js';
import { utf8 } from '../src/crypto/bytes.js';
import { payment, paymentMessage } from '../test/support/solanaTransactions.js';
import { acme, appCode, ask, heading, type Story, screen, startWallet } from './askedWallet.js';
import { inApp } from './serviceInPage.js';

/** What a page asks of the wallet that it finds by the Wallet Standard. */
const meta = {
  title: 'Screens/WalletDialogs',
  component: WalletDialogs,
  loaders: [startWallet],
  decorators: [inApp],
  parameters: {
    layout: 'centered',
    config: acme,
    docs: { story: { inline: false, height: '720px' }, source: { transform: () => appCode } },
  },
} satisfies Meta<typeof WalletDialogs>;
export default meta;

/** A payment of SOL. */
export const SolanaPayment: Story = {
  parameters: {
    asksSolana: (account, features) =>
      features['solana:signTransaction'].signTransaction({ account, transaction: payment(account.address) }),
  },
  async play(context) {
    await ask(context);
    await expect(await screen(context).findByRole('heading', { name: /^Send 1\.5 SOL/ })).toBeVisible();
  },
};

export const SolanaPaymentDark: Story = {
  ...SolanaPayment,
  parameters: { ...SolanaPayment.parameters, theme: 'dark' },
};
export const SolanaPaymentNarrow: Story = {
  ...SolanaPayment,
  parameters: { ...SolanaPayment.parameters, width: 320 },
};

/** A text. */
export const SolanaMessage: Story = {
  parameters: {
    asksSolana: (account, features) =>
      features['solana:signMessage'].signMessage({ account, message: utf8('Hello from Acme.') }),
  },
  async play(context) {
    await heading('Sign a message')(context);
    await expect(screen(context).getByText('Hello from Acme.')).toBeVisible();
  },
};

/** A transaction that is called a text is refused, whatever anybody says. */
export const SolanaRefused: Story = {
  parameters: {
    asksSolana: (account, features) =>
      features['solana:signMessage'].signMessage({ account, message: paymentMessage(account.address) }),
  },
  async play(context) {
    await heading('Nothing was signed')(context);
    await expect(screen(context).getByText(/^It’s a transaction, made to look like a message/)).toBeVisible();
  },
};
