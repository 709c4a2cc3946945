import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, fn, waitFor } from 'storybook/test';
import { ExportWalletScreen } from '../src/components/transfer/ExportWalletScreen.js';
import { inApp, serviceOf } from './serviceInPage.js';
import { startTransfer, type TransferParameters, type TransferPlace, words } from './transferPlace.js';

const appCode = [
  "import { ExportWalletScreen, LoggedIn } from 'latchkey';",
  "import 'latchkey/styles.css';",
  "import 'latchkey/transfer.css';",
  '',
  '<LoggedIn>\n  <ExportWalletScreen walletId={walletId} onDone={close} />\n</LoggedIn>',
].join('\n');

/** Shows the words of a wallet to its owner, at the real service in this page. */
const meta = {
  title: 'Screens/ExportWalletScreen',
  component: ExportWalletScreen,
  args: { walletId: '', onDone: fn() },
  render: (args, { loaded }) => {
    const { walletId, address } = loaded as TransferPlace;
    const { onDone } = args;
    return args.address === undefined ? (
      <ExportWalletScreen walletId={walletId} onDone={onDone} />
    ) : (
      <ExportWalletScreen address={address} onDone={onDone} />
    );
  },
  loaders: [startTransfer],
  decorators: [inApp],
  parameters: {
    layout: 'centered',
    width: 512,
    docs: { story: { inline: false, height: '740px' }, source: { transform: () => appCode } },
  },
} satisfies Meta<typeof ExportWalletScreen>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters' | 'args'> & {
  parameters?: TransferParameters;
  args?: { address: string };
};
type Play = Parameters<NonNullable<StoryObj<typeof meta>['play']>>[0];

async function goOn({ canvas, userEvent }: Play): Promise<void> {
  await userEvent.click(await canvas.findByRole('checkbox', { name: 'I’m somewhere private' }));
  await userEvent.click(canvas.getByRole('button', { name: 'Continue' }));
}

/** A warning comes first. */
export const Warning: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByText(/^Anyone with these words owns this wallet/)).toBeVisible();
  },
};

/** The last login is too long ago: a code to a contact of the person’s own comes first. */
export const Confirm: Story = {
  async play(context) {
    serviceOf(context).clock.advanceMs(11 * 60_000);
    await goOn(context as Play);
    await expect(await context.canvas.findByText('Confirm it’s you')).toBeVisible();
  },
};

/** The words are hidden until the button is held. */
export const Hidden: Story = {
  async play(context) {
    await goOn(context as Play);
    await expect(await context.canvas.findByRole('heading', { name: 'Your recovery phrase' })).toBeVisible();
    await expect(context.canvasElement.textContent).not.toContain('sausage');
  },
};

/** While it is held. */
export const Shown: Story = {
  async play(context) {
    await Hidden.play?.(context);
    const { canvas, canvasElement } = context;
    fireEvent.pointerDown(await canvas.findByRole('button', { name: 'Hold to show' }), { isPrimary: true, button: 0 });
    await waitFor(() => {
      const drawn = [...canvasElement.querySelectorAll('[data-secret]')].map(({ textContent }) => textContent);
      return expect(drawn.join(' ')).toBe(words);
    });
  },
};

/** Kept for a minute: both hands are free to write. */
export const Kept: Story = {
  async play(context) {
    await Hidden.play?.(context);
    const { canvas, userEvent } = context;
    await userEvent.click(await canvas.findByRole('button', { name: 'Keep showing' }));
    await expect(await canvas.findByText('sausage')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Hide' })).toBeVisible();
  },
};

/** Three words are asked of who wrote them down. */
export const Check: Story = {
  async play(context) {
    await Hidden.play?.(context);
    const { canvas, userEvent } = context;
    await userEvent.click(await canvas.findByRole('button', { name: 'I wrote it down' }));
    await waitFor(() => expect(canvas.getAllByLabelText(/^Word \d+$/)).toHaveLength(3));
  },
};

/** One of them is wrong. */
export const CheckWrong: Story = {
  async play(context) {
    await Check.play?.(context);
    const { canvas, userEvent } = context;
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/isn’t right/);
  },
};

/** All are right: the person has the phrase on paper. */
export const Done: Story = {
  async play(context) {
    await Check.play?.(context);
    const { canvas, userEvent } = context;
    for (const field of canvas.getAllByLabelText<HTMLInputElement>(/^Word \d+$/)) {
      const place = Number(field.labels?.[0]?.textContent?.slice('Word '.length));
      await userEvent.type(field, words.split(' ')[place - 1] ?? '');
    }
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }));
    await expect(await canvas.findByRole('heading', { name: 'You have your phrase' })).toBeVisible();
  },
};

/** The key of one account. */
export const PrivateKey: Story = {
  args: { address: 'of the wallet' },
  async play(context) {
    await goOn(context as Play);
    const { canvas, canvasElement } = context;
    await expect(await canvas.findByRole('heading', { name: 'Your private key' })).toBeVisible();
    fireEvent.pointerDown(canvas.getByRole('button', { name: 'Hold to show' }), { isPrimary: true, button: 0 });
    await waitFor(() => expect(canvasElement.querySelector('[data-secret]')?.textContent).toMatch(/^0x[\da-f]{64}$/));
  },
};

/** Another user must approve it; it continues by itself once they have. */
export const Waiting: Story = {
  parameters: { with: 'Bob' },
  async play(context) {
    await goOn(context as Play);
    await expect(await context.canvas.findByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
  },
};

/** In the dark. */
export const Dark: Story = { ...Shown, parameters: { theme: 'dark' } };

/** Three words are asked, in the dark, 320 pixels wide. */
export const CheckDarkNarrow: Story = { ...Check, parameters: { theme: 'dark', width: 320 } };

/** 320 pixels wide. */
export const Narrow: Story = {
  ...Shown,
  parameters: { width: 320, docs: { story: { inline: false, height: '840px' } } },
};

/** In Arabic, from right to left; the words stay in their order from left to right. */
export const Arabic: Story = {
  parameters: { language: 'ar' },
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'لا أحد يراني' }));
    await userEvent.click(canvas.getByRole('button', { name: 'متابعة' }));
    await expect(await canvas.findByRole('heading', { name: 'عبارة الاسترداد' })).toBeVisible();
    fireEvent.pointerDown(canvas.getByRole('button', { name: 'اضغط مطولًا للإظهار' }), { isPrimary: true, button: 0 });
    await expect(await canvas.findByText('sausage')).toBeVisible();
  },
};
