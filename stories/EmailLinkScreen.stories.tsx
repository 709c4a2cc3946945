import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';
import { EmailLinkScreen } from '../src/components/mailLink/EmailLinkScreen.js';
import { acmeMark } from './acmeMark.js';
import { ada, forgetLinks, type LinkParameters, type Mailed, mailLinks } from './mailedLink.js';
import { inApp, type PageParameters } from './serviceInPage.js';

/** The app's code, the same in every story. */
const appCode = [
  "import { EmailLinkScreen, LoggedOut } from 'latchkey';",
  "import 'latchkey/styles.css';",
  '',
  '<LoggedOut>',
  '  <EmailLinkScreen sendLink="/api/email-link" />',
  '</LoggedOut>',
].join('\n');

/** In each story Ada has an account at the real service in this page. The app's backend sends her links with its own key. */
const meta = {
  title: 'Screens/EmailLinkScreen',
  component: EmailLinkScreen,
  args: { sendLink: '/api/email-link', onLogin: fn() },
  loaders: [mailLinks('login')],
  decorators: [inApp],
  render: (args, { loaded }) => (
    <EmailLinkScreen {...args} sendLink={(link) => (loaded as Mailed).links.send('login', link)} />
  ),
  beforeEach: forgetLinks,
  parameters: {
    layout: 'centered',
    docs: { story: { inline: false, height: '640px' }, source: { transform: () => appCode } },
  },
} satisfies Meta<typeof EmailLinkScreen>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & {
  parameters?: PageParameters & LinkParameters & { docs?: object };
};
type Play = Parameters<NonNullable<StoryObj<typeof meta>['play']>>[0];

const mailedOf = ({ loaded }: Play) => loaded as Mailed;

async function ask({ canvas, userEvent }: Play): Promise<void> {
  await userEvent.type(await canvas.findByLabelText('Email address'), ada);
  await userEvent.click(canvas.getByRole('button', { name: 'Email me a link' }));
  await canvas.findByRole('heading', { name: 'Check your email' });
}

/** The first step: the e-mail address. */
export const Asking: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByLabelText('Email address')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Email me a link' })).toBeVisible();
  },
};

/** The app's own mark and title. */
export const Branded: Story = {
  args: { logo: acmeMark, title: 'Welcome back' },
  async play({ canvas }) {
    await expect(await canvas.findByLabelText('Email address')).toBeVisible();
    await expect(canvas.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  },
};

/** The typed text is not an address. */
export const AddressRefused: Story = {
  async play({ canvas, userEvent }) {
    const field = await canvas.findByLabelText('Email address');
    await userEvent.type(field, 'ada');
    await userEvent.click(canvas.getByRole('button', { name: 'Email me a link' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Enter an email like name@example.com.');
    await expect(field).toHaveFocus();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  },
};

/** The link was sent. */
export const Sent: Story = {
  async play(context) {
    await ask(context);
    const { canvas } = context;
    await expect(canvas.getByRole('status')).toHaveTextContent('If ada@example.com has an account');
    await expect(canvas.getByRole('button', { name: 'Send again' })).toHaveAttribute('aria-disabled', 'true');
    await expect(mailedOf(context).mailed()).not.toBe('');
  },
};

/** Half a minute later another one may be sent. */
export const SentAgain: Story = {
  async play(context) {
    await ask(context);
    const { canvas, userEvent } = context;
    const { service, mailed } = mailedOf(context);
    const first = mailed();
    service.clock.advanceMs(30_000);
    await userEvent.click(await canvas.findByRole('button', { name: 'Send a new link' }));
    await waitFor(() => expect(mailed()).not.toBe(first));
    await expect(await canvas.findByRole('button', { name: 'Send again' })).toBeVisible();
  },
};

/** The link was opened on another device: the text shown there logs in here. */
export const Pasted: Story = {
  async play(context) {
    await ask(context);
    const { canvas, userEvent, args } = context;
    await userEvent.click(canvas.getByRole('button', { name: 'Opened it on another device?' }));
    const field = await canvas.findByLabelText('Code from the other device');
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.click(field);
    await userEvent.paste(mailedOf(context).mailed());
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(args.onLogin).toHaveBeenCalledOnce());
    await expect(await canvas.findByRole('heading', { name: 'You’re logged in' })).toBeVisible();
  },
};

/** Not all of it was copied. */
export const PasteRefused: Story = {
  async play(context) {
    await ask(context);
    const { canvas, userEvent } = context;
    await userEvent.click(canvas.getByRole('button', { name: 'Opened it on another device?' }));
    await userEvent.click(await canvas.findByLabelText('Code from the other device'));
    await userEvent.paste(mailedOf(context).mailed().slice(0, 40));
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('That isn’t the full code. Copy all of it.');
  },
};

/** The link was opened in the browser that requested it: nothing happens before a click. */
export const Opened: Story = {
  parameters: { opened: 'in this browser' },
  async play({ canvas, args }) {
    await expect(await canvas.findByRole('button', { name: 'Log in' })).toBeVisible();
    await expect(canvas.getByRole('status')).toHaveTextContent('You opened the link we sent to ada@example.com.');
    await expect(location.hash).toBe('');
    await expect(args.onLogin).not.toHaveBeenCalled();
  },
};

/** The click logs in. */
export const LoggedIn: Story = {
  parameters: { opened: 'in this browser' },
  async play({ canvas, userEvent, args }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(args.onLogin).toHaveBeenCalledOnce());
    await expect(await canvas.findByRole('heading', { name: 'You’re logged in' })).toBeVisible();
  },
};

/** The link was opened in another browser: its text can be copied to the first one. */
export const Elsewhere: Story = {
  parameters: { opened: 'in another browser' },
  async play(context) {
    const { canvas } = context;
    await expect(await canvas.findByRole('heading', { name: 'Finish where you started' })).toBeVisible();
    await expect(canvas.getByLabelText('Code')).toHaveValue(mailedOf(context).mailed());
    await expect(canvas.getByRole('button', { name: 'Copy code' })).toBeVisible();
  },
};

/** A quarter of an hour passed before the click. */
export const Expired: Story = {
  parameters: { opened: 'in this browser' },
  async play(context) {
    const { canvas, userEvent } = context;
    const button = await canvas.findByRole('button', { name: 'Log in' });
    mailedOf(context).service.clock.advanceMs(900_000);
    await userEvent.click(button);
    await expect(await canvas.findByRole('heading', { name: 'This link has expired' })).toBeVisible();
    await expect(canvas.getByRole('status')).toHaveTextContent('Send a new one to ada@example.com.');
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Send a new link' })).toHaveFocus());
  },
};

/** It was used before. */
export const Used: Story = {
  parameters: { opened: 'after it was used' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('heading', { name: 'This link was used' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Send a new link' })).toBeVisible();
  },
};

/** The service does not answer: the link stays valid. */
export const Unheard: Story = {
  parameters: { opened: 'in this browser' },
  async play(context) {
    const { canvas, userEvent } = context;
    const button = await canvas.findByRole('button', { name: 'Log in' });
    mailedOf(context).service.failures.next('stamp_login', 'unreachable', 3);
    await userEvent.click(button);
    await expect(await canvas.findByRole('alert', {}, { timeout: 8000 })).toHaveTextContent(
      'Can’t connect. Try again.',
    );
    await expect(canvas.getByRole('button', { name: 'Log in' })).toBeVisible();
  },
};

/** In the dark. */
export const Dark: Story = { ...Sent, parameters: { theme: 'dark' } };

/** On the smallest screen. */
export const Narrow: Story = { ...Elsewhere, parameters: { opened: 'in another browser', width: 320 } };

/** In a language that is loaded on demand. */
export const German: Story = {
  parameters: { language: 'de', opened: 'in another browser' },
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Code kopieren' })).toBeVisible());
  },
};

/** From right to left. */
export const Arabic: Story = {
  parameters: { language: 'ar', opened: 'in this browser' },
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getByRole('button', { name: 'تسجيل الدخول' })).toBeVisible());
    await expect(canvas.getByRole('form')).toHaveAttribute('dir', 'rtl');
  },
};
