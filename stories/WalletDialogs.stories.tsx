import type { Meta } from '@storybook/react-vite';
import { expect, userEvent, waitFor } from 'storybook/test';
import { WalletDialogs } from '../src/components/confirm/WalletDialogs.js';
import { depositData, pool } from '../test/support/describedExamples.js';
import { callData } from '../test/support/ethereumTransactions.js';
import type { QuietNodeOptions } from '../test/support/quietNode.js';
import {
  acme,
  appCode,
  ask,
  heading,
  likeOf,
  type Play,
  type Story,
  screen,
  startWallet,
  text,
  to,
  token,
  transaction,
  usdc,
} from './askedWallet.js';
import { inApp } from './serviceInPage.js';

/** Other people’s code, and your own, asks the wallet through a provider (EIP-1193); the person is asked before anything is signed. */
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

/** All tokens of a contract, now and later. */
export const AllTokens: Story = {
  parameters: { asks: transaction({ to: token, data: callData('setApprovalForAll(address,bool)', to, 1n) }) },
  async play(context) {
    await ask(context);
    const { findByRole, findByText } = screen(context);
    await expect(await findByRole('heading', { name: /^Let 0x9955…9955 move all tokens of / })).toBeVisible();
    await expect(await findByText('They could take all tokens of this contract, now and later.')).toBeVisible();
    await expect(await findByRole('checkbox', { name: 'I understand' })).not.toBeChecked();
  },
};

export const AllTokensDark: Story = { ...AllTokens, parameters: { ...AllTokens.parameters, theme: 'dark' } };
export const AllTokensNarrow: Story = { ...AllTokens, parameters: { ...AllTokens.parameters, width: 320 } };

/** An authorization (EIP-7702) lets a contract’s code act as the account. */
export const Delegation: Story = {
  parameters: {
    asks: (from) => {
      const signed = { chainId: '0x2105', nonce: '0x1', yParity: '0x0', r: '0x1', s: '0x2' };
      return transaction({ to: from, authorizationList: [{ address: to, ...signed }] })(from);
    },
  },
  async play(context) {
    await heading('Let a contract act as you')(context);
    await expect(await screen(context).findByRole('checkbox', { name: 'I understand' })).not.toBeChecked();
  },
};

export const DelegationDark: Story = { ...Delegation, parameters: { ...Delegation.parameters, theme: 'dark' } };
export const DelegationNarrow: Story = { ...Delegation, parameters: { ...Delegation.parameters, width: 320 } };

/** What cannot be read says so. */
export const Unreadable: Story = {
  parameters: { asks: transaction({ value: '0x1', data: '0x12345678' }) },
  play: heading('Sign something we can’t read'),
};

/** A page asks for a fee that is more than what it sends. */
export const HighFee: Story = {
  parameters: { asks: transaction({ value: '0x2386f26fc10000', gasPrice: '0x2d79883d2000' }) },
  async play(context) {
    await heading('Send 0.01 ETH (Base) to 0x9955…9955')(context);
    await expect(screen(context).getByText('This fee is unusually high. Check it before you go on.')).toBeVisible();
  },
};
export const HighFeeDark: Story = { ...HighFee, parameters: { ...HighFee.parameters, theme: 'dark' } };
export const HighFeeNarrow: Story = { ...HighFee, parameters: { ...HighFee.parameters, width: 320 } };

/** Coins for the contract of a token, where nobody can get them back. */
export const ToTokenContract: Story = {
  parameters: { asks: transaction({ to: usdc, value: '0x14d1120d7b160000' }) },
  async play(context) {
    await heading('Send 1.5 ETH (Base) to 0x8335…2913')(context);
    await expect(screen(context).getByText(/^This goes to a token’s contract/)).toBeVisible();
  },
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

export const Deployment: Story = {
  parameters: { asks: transaction({ to: undefined, data: '0x6000' }) },
  play: heading('Create a contract'),
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
    await expect(screen(context).getByText('Send 1.5 ETH (Base) to')).toBeVisible();
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
