import type { Meta } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { WalletDialogs } from '../src/components/confirm/WalletDialogs.js';
import { order, pool } from '../test/support/describedExamples.js';
import { typedData } from '../test/support/standardTypedData.js';
import {
  acme,
  appCode,
  ask,
  heading,
  likeOf,
  type Story,
  screen,
  startWallet,
  text,
  to,
  token,
  usdc,
} from './askedWallet.js';
import { inApp } from './serviceInPage.js';

/** Texts and typed data that are to be signed: logins, permissions, orders. */
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

const until = 1_900_000_000;
const most = (2n ** 256n - 1n).toString();
const signs =
  (standard: Parameters<typeof typedData>[0], messageOf: (address: string) => Record<string, unknown>, of?: string) =>
  (address: string) => {
    const data = typedData(standard, messageOf(address), of);
    return [
      { method: 'eth_signTypedData_v4', params: [address, { ...data, domain: { ...data.domain, chainId: 8453 } }] },
    ];
  };

/** A text stands as it is, and characters that hide are shown. */
export const Message: Story = {
  parameters: { asks: text('Hello from Acme.\nThis text has a hidden \u202ecorner.') },
  async play(context) {
    await heading('Sign a message')(context);
    await expect(screen(context).getByText(/\\u202e/)).toBeVisible();
  },
};

/** A text that is as long as a hash: it may have been looked for until its bytes were letters. */
export const MayBeHash: Story = {
  parameters: { asks: text('7hF2mQ9x Kw4Zp1Lr8Tn6Vb3Yc5Gd0Sj') },
  async play(context) {
    await heading('Sign a message')(context);
    await expect(screen(context).getByText(/^This text may stand for a payment/)).toBeVisible();
    await expect(screen(context).getByText(/^0x37684632/)).toBeVisible();
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

const login = (host: string) => (address: string) =>
  text(
    `${host} wants you to sign in with your Ethereum account:\n${address}\n\nI accept the terms.\n\nURI: ${location.protocol}//${host}\nVersion: 1\nChain ID: 8453\nNonce: 32891756\nIssued At: ${new Date().toISOString()}`,
  )(address);

/** A login of this page by its account (EIP-4361). */
export const Login: Story = {
  parameters: { asks: login(location.host) },
  play: heading('Log in to Acme'),
};

/** A login to another page is refused, whatever anybody says: the person is told, and not asked. */
export const Refused: Story = {
  parameters: { asks: login('evil.example') },
  async play(context) {
    await heading('Nothing was signed')(context);
    await expect(screen(context).getByText(/^It would log someone in to another website/)).toBeVisible();
    await expect(screen(context).queryByRole('button', { name: 'Sign' })).toBeNull();
  },
};

export const RefusedDark: Story = { ...Refused, parameters: { ...Refused.parameters, theme: 'dark' } };
export const RefusedNarrow: Story = { ...Refused, parameters: { ...Refused.parameters, width: 320 } };
export const RefusedGerman: Story = {
  parameters: { ...Refused.parameters, language: 'de' },
  play: heading('Nichts wurde signiert'),
};

/** So are data with a member that their types do not name: it would be shown, and not signed. */
export const RefusedTypedData: Story = {
  parameters: {
    asks: (address) => {
      const types = { Order: [{ name: 'item', type: 'string' }] };
      const data = { domain: { name: 'Acme Shop' }, types, primaryType: 'Order', message: { item: 'Hat', price: '1' } };
      return [{ method: 'eth_signTypedData_v4', params: [address, data] }];
    },
  },
  play: heading('Nothing was signed'),
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
