import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';
import { RecoveryScreen } from '../src/components/mailLink/EmailLinkScreen.js';
import { ada, forgetLinks, type LinkParameters, type Mailed, mailLinks } from './mailedLink.js';
import { type DeviceParameters, giveDevice } from './passkeyDevice.js';
import { inApp, type PageParameters } from './serviceInPage.js';

/** What an app writes, in whichever story. */
const appCode = [
  "import { LoggedOut, RecoveryScreen } from 'latchkey';",
  "import 'latchkey/styles.css';",
  '',
  '<LoggedOut>',
  '  <RecoveryScreen sendLink="/api/recovery-link" />',
  '</LoggedOut>',
].join('\n');

/** Each story is Ada, who has lost her ways in; her device is one of software. */
const meta = {
  title: 'Screens/RecoveryScreen',
  component: RecoveryScreen,
  args: { sendLink: '/api/recovery-link', onLogin: fn() },
  loaders: [mailLinks('recovery')],
  decorators: [inApp],
  render: (args, { loaded }) => (
    <RecoveryScreen {...args} sendLink={(link) => (loaded as Mailed).links.send('recovery', link)} />
  ),
  beforeEach: ({ parameters }) => {
    const giveBack = giveDevice(parameters);
    const forget = forgetLinks();
    return () => {
      giveBack();
      forget();
    };
  },
  parameters: {
    layout: 'centered',
    docs: { story: { inline: false, height: '640px' }, source: { transform: () => appCode } },
  },
} satisfies Meta<typeof RecoveryScreen>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & {
  parameters?: PageParameters & LinkParameters & DeviceParameters & { docs?: object };
};
type Play = Parameters<NonNullable<StoryObj<typeof meta>['play']>>[0];

const create = ({ canvas }: Play) => canvas.findByRole('button', { name: 'Create a passkey' });

/** Where the link shall go. */
export const Asking: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByLabelText('Email address')).toBeVisible();
    await expect(canvas.getByRole('heading', { name: 'Recover your account' })).toBeVisible();
  },
};

/** It is on its way. */
export const Sent: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('Email address'), ada);
    await userEvent.click(canvas.getByRole('button', { name: 'Email me a link' }));
    await expect(await canvas.findByRole('heading', { name: 'Check your email' })).toBeVisible();
  },
};

/** The link was opened in the browser that asked for it. */
export const Opened: Story = {
  parameters: { opened: 'in this browser' },
  async play(context) {
    await expect(await create(context)).toBeVisible();
    await expect(context.canvas.getByRole('status')).toHaveTextContent('Create a passkey for ada@example.com.');
  },
};

/** The browser asks, and says nothing more. */
export const Waiting: Story = {
  parameters: { opened: 'in this browser', device: 'silent' },
  async play(context) {
    const { canvas, userEvent } = context;
    await userEvent.click(await create(context));
    await expect(await canvas.findByText('Continue on your device…')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Cancel' })).toBeEnabled();
  },
};

/** Cancel leads back, though the browser is silent still; that is a choice, and no mistake. */
export const Cancelled: Story = {
  parameters: { opened: 'in this browser', device: 'silent' },
  async play(context) {
    const { canvas, userEvent } = context;
    await userEvent.click(await create(context));
    await userEvent.click(await canvas.findByRole('button', { name: 'Cancel' }));
    await waitFor(async () => expect(await create(context)).toHaveFocus());
    await expect(canvas.queryByRole('alert')).toBeNull();
  },
};

/** The account has its passkey, which logs in. */
export const Recovered: Story = {
  parameters: { opened: 'in this browser' },
  async play(context) {
    const { canvas, userEvent } = context;
    await userEvent.click(await create(context));
    await expect(await canvas.findByRole('heading', { name: 'Your account is back' })).toBeVisible();
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Log in' })).toHaveFocus());
  },
};

/** The link was opened in another browser. */
export const Elsewhere: Story = {
  parameters: { opened: 'in another browser' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('heading', { name: 'Finish where you started' })).toBeVisible();
  },
};

/** A quarter of an hour passed before the click. */
export const Expired: Story = {
  parameters: { opened: 'in this browser' },
  async play(context) {
    const { canvas, userEvent, loaded } = context;
    const button = await create(context);
    (loaded as Mailed).service.clock.advanceMs(900_000);
    await userEvent.click(button);
    await expect(await canvas.findByRole('heading', { name: 'This link has expired' })).toBeVisible();
  },
};

/** In the dark. */
export const Dark: Story = { ...Opened, parameters: { opened: 'in this browser', theme: 'dark' } };

/** On the smallest screen. */
export const Narrow: Story = { ...Opened, parameters: { opened: 'in this browser', width: 320 } };

/** In a language that is fetched when it is spoken. */
export const German: Story = {
  parameters: { language: 'de', opened: 'in this browser' },
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Passkey erstellen' })).toBeVisible());
  },
};

/** From right to left. */
export const Arabic: Story = {
  parameters: { language: 'ar', opened: 'in this browser' },
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getByRole('button', { name: 'إنشاء مفتاح مرور' })).toBeVisible());
    await expect(canvas.getByRole('form')).toHaveAttribute('dir', 'rtl');
  },
};
