import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';
import { call } from '../src/client/call.js';
import { PasskeyOffer } from '../src/components/passkey/PasskeyOffer.js';
import { getUser } from '../src/contract/users.queries.js';
import { type DeviceParameters, giveDevice, type LoggedInByCode, logInByCode } from './passkeyDevice.js';
import { inApp, type PageParameters } from './serviceInPage.js';

/** The app's code, the same in every story. */
const appCode = [
  "import { LoggedIn, PasskeyOffer } from 'latchkey';",
  "import 'latchkey/styles.css';",
  '',
  '<LoggedIn>',
  "  <PasskeyOffer onDone={() => navigate('/home')} />",
  '</LoggedIn>',
].join('\n');

/** In each story Ada has logged in by a code at the real service in this page. Her authenticator is simulated. */
const meta = {
  title: 'Screens/PasskeyOffer',
  component: PasskeyOffer,
  args: { onDone: fn() },
  loaders: [logInByCode],
  decorators: [inApp],
  beforeEach: ({ parameters }) => giveDevice(parameters),
  parameters: {
    layout: 'centered',
    docs: { story: { inline: false, height: '520px' }, source: { transform: () => appCode } },
  },
} satisfies Meta<typeof PasskeyOffer>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & {
  parameters?: PageParameters & DeviceParameters & { docs?: object };
};
type Play = Parameters<NonNullable<StoryObj<typeof meta>['play']>>[0];

const create = ({ canvas }: Play) => canvas.findByRole('button', { name: 'Create a passkey' });

/** The offer after a login by code. */
export const Offered: Story = {
  async play(context) {
    await expect(await create(context)).toBeVisible();
    const { canvas, args } = context;
    await expect(canvas.getByRole('heading', { name: 'Log in faster next time' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Not now' })).toBeVisible();
    await expect(args.onDone).not.toHaveBeenCalled();
  },
};

/** She accepts: the passkey is created, she sees that, and the app continues. */
export const Created: Story = {
  async play(context) {
    const { canvas, userEvent, args, loaded } = context;
    await userEvent.click(await create(context));
    await expect(await canvas.findByRole('heading', { name: 'Your passkey is ready' })).toBeVisible();
    await expect(args.onDone).not.toHaveBeenCalled();
    await waitFor(() => expect(args.onDone).toHaveBeenCalledOnce());
    await expect(canvas.queryByRole('region')).toBeNull();
    const { client } = loaded as LoggedInByCode;
    const { active } = await client.sessions.current();
    const { user } = await call(client, getUser, { userId: active?.userId ?? '' });
    await expect(user.authenticators).toHaveLength(1);
  },
};

/** The browser's dialog never answers: both buttons work. */
export const Waiting: Story = {
  parameters: { device: 'silent' },
  async play(context) {
    const { canvas, userEvent } = context;
    await userEvent.click(await create(context));
    await expect(canvas.getByRole('status')).toHaveTextContent('Continue on your device…');
    await expect(canvas.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expect(canvas.getByRole('button', { name: 'Not now' })).toBeEnabled();
  },
};

/** Cancel returns to the offer, although the browser has not answered. */
export const Cancelled: Story = {
  parameters: { device: 'silent' },
  async play(context) {
    const { canvas, userEvent } = context;
    await userEvent.click(await create(context));
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }));
    await expect(await create(context)).toHaveFocus();
    await expect(canvas.queryByRole('alert')).toBeNull();
  },
};

/** “Not now” in the middle of it: the app continues, and the offer does not return for a while. */
export const Skipped: Story = {
  parameters: { device: 'silent' },
  async play(context) {
    const { canvas, userEvent, args } = context;
    await userEvent.click(await create(context));
    await userEvent.click(canvas.getByRole('button', { name: 'Not now' }));
    await expect(args.onDone).toHaveBeenCalledOnce();
    await expect(canvas.queryByRole('region')).toBeNull();
  },
};

/** The person closed the dialog, which is no error. */
export const Closed: Story = {
  parameters: { device: 'NotAllowedError' },
  async play(context) {
    const { canvas, userEvent } = context;
    await userEvent.click(await create(context));
    await expect(await create(context)).toBeVisible();
    await expect(canvas.queryByRole('alert')).toBeNull();
  },
};

/** The device already has a passkey of the account: that is as good as a new one. */
export const AlreadyThere: Story = {
  parameters: { device: 'InvalidStateError' },
  async play(context) {
    const { canvas, userEvent, args } = context;
    await userEvent.click(await create(context));
    await expect(await canvas.findByRole('heading', { name: 'Your passkey is ready' })).toBeVisible();
    await expect(canvas.getByRole('status')).toHaveTextContent('This device already has your passkey.');
    await waitFor(() => expect(args.onDone).toHaveBeenCalledOnce());
  },
};

/** In the dark. */
export const Dark: Story = { ...Offered, parameters: { theme: 'dark' } };

/** On the smallest screen. */
export const Narrow: Story = { ...Offered, parameters: { width: 320 } };

/** In a language that is fetched when it is spoken. */
export const German: Story = {
  parameters: { language: 'de' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Passkey erstellen' })).toBeVisible();
  },
};

/** From right to left. */
export const Arabic: Story = {
  parameters: { language: 'ar' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'إنشاء مفتاح مرور' })).toBeVisible();
    await expect(canvas.getByRole('region')).toHaveAttribute('dir', 'rtl');
  },
};
