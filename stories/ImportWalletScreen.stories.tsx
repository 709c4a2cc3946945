import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { ImportWalletScreen } from '../src/components/transfer/ImportWalletScreen.js';
import { inApp } from './serviceInPage.js';
import { startTransfer, type TransferParameters, words } from './transferPlace.js';

const appCode = [
  "import { ImportWalletScreen, LoggedIn } from 'latchkey';",
  "import 'latchkey/styles.css';",
  "import 'latchkey/transfer.css';",
  '',
  '<LoggedIn>\n  <ImportWalletScreen onDone={close} onCancel={close} />\n</LoggedIn>',
].join('\n');

const other = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above';

/** Imports a wallet by its words, which are encrypted in the browser, at the real service in this page. */
const meta = {
  title: 'Screens/ImportWalletScreen',
  component: ImportWalletScreen,
  args: { onDone: fn(), onCancel: fn() },
  loaders: [startTransfer],
  decorators: [inApp],
  parameters: {
    layout: 'centered',
    width: 512,
    docs: { story: { inline: false, height: '860px' }, source: { transform: () => appCode } },
  },
} satisfies Meta<typeof ImportWalletScreen>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & { parameters?: TransferParameters };
type Play = Parameters<NonNullable<StoryObj<typeof meta>['play']>>[0];

/** Pastes a text into the field, as people do. */
async function paste({ canvas, userEvent }: Play, text: string): Promise<void> {
  await userEvent.click(await canvas.findByRole('textbox', { name: 'Recovery phrase' }));
  await userEvent.paste(text);
}

/** One field for all the words. */
export const FirstView: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByRole('textbox', { name: 'Recovery phrase' })).toBeVisible();
    await expect(canvas.getByText('12 to 24 words, in their order.')).toBeVisible();
  },
};

/** Suggestions for the word that is being typed. */
export const Completing: Story = {
  async play(context) {
    await paste(context, 'letter advice cage abs');
    await expect(await context.canvas.findByRole('button', { name: 'Word 4: use absurd' })).toBeVisible();
  },
};

/** An unknown word, marked by its place, with suggestions. */
export const UnknownWord: Story = {
  async play(context) {
    await paste(context, 'letter advice cage absurd amount doctor acustic avoid ');
    await expect(await context.canvas.findByText('Word 7 isn’t in the list.')).toBeVisible();
    await expect(await context.canvas.findByRole('button', { name: 'Word 7: use acoustic' })).toBeVisible();
  },
};

/** Each word exists, but their order is wrong. */
export const WrongOrder: Story = {
  async play(context) {
    await paste(context, other.replace('cage above', 'above cage'));
    await expect(await context.canvas.findByText('These words don’t fit together. Check their order.')).toBeVisible();
  },
};

/** The first address, before anything is sent. */
export const Ready: Story = {
  async play(context) {
    await paste(
      context,
      other
        .split(' ')
        .map((word, index) => `${index + 1}. ${word}`)
        .join('\n'),
    );
    await expect(await context.canvas.findByText('All words fit together.')).toBeVisible();
    await expect(await context.canvas.findByText(/^0x[\da-fA-F]{40}$/)).toBeVisible();
  },
};

/** Some wallets have a passphrase, which gives another wallet for the same words. */
export const WithPassphrase: Story = {
  parameters: { docs: { story: { inline: false, height: '880px' } } },
  async play(context) {
    await Ready.play?.(context);
    const { canvas, userEvent } = context;
    await userEvent.click(canvas.getByRole('button', { name: 'Add a passphrase' }));
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Passphrase' }), 'correct horse');
    await expect(await canvas.findByText(/^0x[\da-fA-F]{40}$/)).toBeVisible();
  },
};

/** The key of one account, of Ethereum or Solana. */
export const PrivateKey: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Use private key' }));
    await userEvent.click(await canvas.findByRole('textbox', { name: 'Private key' }));
    await userEvent.paste('1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727');
    await expect(await canvas.findByText('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')).toBeVisible();
  },
};

/** Another wallet has the name already. */
export const NameTaken: Story = {
  async play(context) {
    await Ready.play?.(context);
    const { canvas, userEvent } = context;
    const name = await canvas.findByRole('textbox', { name: 'Name' });
    await userEvent.clear(name);
    await userEvent.type(name, 'Savings');
    await userEvent.click(canvas.getByRole('button', { name: 'Import wallet' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('You already use this name. Choose another.');
  },
};

/** Another user must approve it. */
export const Waiting: Story = {
  parameters: { with: 'Bob' },
  async play(context) {
    await Ready.play?.(context);
    const { canvas, userEvent } = context;
    await userEvent.click(canvas.getByRole('button', { name: 'Import wallet' }));
    await expect(await canvas.findByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
  },
};

/** The wallet is imported. */
export const Done: Story = {
  async play(context) {
    await Ready.play?.(context);
    const { canvas, userEvent } = context;
    await userEvent.click(canvas.getByRole('button', { name: 'Import wallet' }));
    await expect(await canvas.findByRole('heading', { name: 'Wallet imported' })).toBeVisible();
    await expect(document.body.textContent).not.toContain(words.slice(0, 20));
  },
};

/** In the dark. */
export const Dark: Story = { ...UnknownWord, parameters: { theme: 'dark' } };

/** 320 pixels wide. */
export const Narrow: Story = {
  ...Ready,
  parameters: { width: 320, docs: { story: { inline: false, height: '900px' } } },
};

/** In Arabic, from right to left; words and addresses stay as they are written. */
export const Arabic: Story = {
  parameters: { language: 'ar' },
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('textbox', { name: 'عبارة الاسترداد' }));
    await userEvent.paste('letter advice cage absurd amount doctor acustic avoid ');
    await expect(await canvas.findByText('الكلمة 7 ليست في القائمة.')).toBeVisible();
  },
};
