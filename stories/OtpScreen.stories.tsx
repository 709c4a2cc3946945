import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { expect, fn, waitFor } from 'storybook/test';
import { OtpScreen, type OtpScreenProps } from '../src/components/login/OtpScreen.js';
import type { TestService } from '../src/testing.js';
import { appCode } from './appCode.js';
import { arabic } from './arabic.js';
import { inApp, type PageParameters, serviceOf, startService } from './serviceInPage.js';

/** In each story a person uses the real service, which runs in this page. Nothing is mocked, and every story is a test. */
const meta = {
  title: 'Screens/OtpScreen',
  component: OtpScreen,
  args: { onLogin: fn() },
  loaders: [startService],
  decorators: [inApp],
  parameters: {
    layout: 'centered',
    docs: {
      // On the docs page each story is in its own frame and plays there, so that it shows its state.
      story: { inline: false, height: '540px' },
      source: { transform: (_code: string, { args }: { args: OtpScreenProps }) => appCode('OtpScreen', args) },
    },
  },
} satisfies Meta<typeof OtpScreen>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & { parameters?: PageParameters };
type Play = Parameters<NonNullable<StoryObj<typeof meta>['play']>>[0];

const ada = 'ada@example.com';
const codeLabel = /^\d-(digit|character) code$/;

/** Types an address and waits for the code that is sent there. */
async function askForCode({ canvas, userEvent, loaded }: Play): Promise<string> {
  await userEvent.type(await canvas.findByLabelText('Email address'), `${ada}{Enter}`);
  await waitFor(() => expect(canvas.getByLabelText(codeLabel)).toHaveFocus());
  return serviceOf({ loaded }).inbox.lastCode(ada) ?? '';
}

const wrong = (code: string) => code.replace(/./g, (digit) => String((Number(digit) + 1) % 10));

/** The first step. Try it: the codes appear in the inbox below. */
export const FirstView: Story = {
  parameters: { time: 'runs' },
  render: (args, context) => (
    <div style={{ display: 'grid', gap: 24, justifyItems: 'center', inlineSize: '100%' }}>
      <OtpScreen {...args} />
      <Inbox service={serviceOf(context)} />
    </div>
  ),
  async play({ canvas }) {
    await expect(await canvas.findByLabelText('Email address')).toBeVisible();
    await expect(canvas.getByRole('form', { name: 'Log in' })).toHaveAttribute('data-step', 'contact');
  },
};

/** A request is running: the button shows it, keeps the focus, and sends nothing twice. */
export const Busy: Story = {
  async play({ canvas, userEvent, loaded }) {
    serviceOf({ loaded }).failures.next('otp_init', { until: new Promise(() => {}) });
    await userEvent.type(await canvas.findByLabelText('Email address'), `${ada}{Enter}`);
    await expect(await canvas.findByRole('button', { name: 'Sending…' })).toHaveAttribute('aria-disabled', 'true');
    await expect(canvas.getByRole('form')).toHaveAttribute('data-busy', 'true');
  },
};

/** The typed text is not an address; no request is sent. */
export const AddressRefused: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('Email address'), 'ada{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/like name@example.com/);
    await expect(canvas.getByLabelText('Email address')).toBeInvalid();
  },
};

/** The service refuses because of a limit, and says how long to wait. */
export const TooManyCodes: Story = {
  async play({ canvas, userEvent, loaded }) {
    const details = { retryAfterMs: 9 * 60_000 };
    serviceOf({ loaded }).failures.next('otp_init', { refuse: 'TOO_MANY_CODES', details });
    await userEvent.type(await canvas.findByLabelText('Email address'), `${ada}{Enter}`);
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/Try again in 9 minutes/);
  },
};

/** So many codes were requested that nobody gets one for a while. */
export const LoginBusy: Story = {
  async play({ canvas, userEvent, loaded }) {
    const details = { retryAfterMs: 9 * 60_000 };
    serviceOf({ loaded }).failures.next('otp_init', { refuse: 'LOGIN_BUSY', details });
    await userEvent.type(await canvas.findByLabelText('Email address'), `${ada}{Enter}`);
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/busy right now\. Try again in 9 minutes/);
  },
};

/** No answer: the device is offline, the service is down, or it does not allow the origin. A page cannot distinguish these. */
export const Unreachable: Story = {
  async play({ canvas, userEvent, loaded }) {
    serviceOf({ loaded }).failures.next('otp_init', 'unreachable');
    await userEvent.type(await canvas.findByLabelText('Email address'), `${ada}{Enter}`);
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/Can’t connect/);
    await expect(canvas.getByLabelText('Email address')).toHaveValue(ada);
  },
};

/** A code was sent, and another one can be requested after half a minute. */
export const Code: Story = {
  async play(context) {
    const code = await askForCode(context);
    await context.userEvent.keyboard(code.slice(0, 3));
    await expect(context.canvas.getByText(/Send again/)).toBeVisible();
    await expect(context.canvas.getByText(/in 0:\d\d/)).toBeVisible();
  },
};

/** The last minute of a code, counted down; screen readers announce it once, in words. */
export const LastMinute: Story = {
  async play(context) {
    await askForCode(context);
    serviceOf(context).clock.advanceMs(4 * 60_000 + 15_000);
    await expect(await context.canvas.findByRole('timer')).toHaveTextContent(/Expires in 0:4\d/);
    await expect(context.canvas.getByText('Your code expires in 1 minute.')).toBeInTheDocument();
  },
};

/** The last error stays, paler, until the next answer. */
export const Retrying: Story = {
  async play(context) {
    const { canvas, userEvent } = context;
    await userEvent.keyboard(wrong(await askForCode(context)));
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/code isn’t right/);
    serviceOf(context).failures.next('otp_verify', { until: new Promise(() => {}) });
    await userEvent.keyboard('{Enter}');
    await expect(await canvas.findByRole('button', { name: 'Checking…' })).toBeVisible();
    await expect(canvas.getByRole('alert')).toHaveTextContent(/code isn’t right/);
  },
};

/** A complete code can be corrected: the digit at the caret has a ring, and typing replaces it. */
export const CorrectedCode: Story = {
  async play(context) {
    const { canvas, userEvent } = context;
    const code = await askForCode(context);
    await userEvent.keyboard(code.slice(0, 5) + wrong(code.slice(5)));
    await expect(await canvas.findByRole('alert')).toBeVisible();
    const field = canvas.getByLabelText<HTMLInputElement>(codeLabel);
    field.setSelectionRange(2, 2);
    await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([2, 3]));
  },
};

/** The device is offline: the message disappears once it is online again. */
export const Offline: Story = {
  async play({ canvas, userEvent, loaded }) {
    const own = Object.getOwnPropertyDescriptor(navigator, 'onLine');
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    serviceOf({ loaded }).failures.next('otp_init', 'unreachable');
    await userEvent.type(await canvas.findByLabelText('Email address'), `${ada}{Enter}`);
    await expect(await canvas.findByRole('alert')).toHaveTextContent('You’re offline. Reconnect and try again.');
    if (own) Object.defineProperty(navigator, 'onLine', own);
    else Reflect.deleteProperty(navigator, 'onLine');
  },
};

/** The code is being checked. */
export const Checking: Story = {
  async play(context) {
    const code = await askForCode(context);
    serviceOf(context).failures.next('otp_verify', { until: new Promise(() => {}) });
    await context.userEvent.keyboard(code);
    await expect(await context.canvas.findByRole('button', { name: 'Checking…' })).toBeVisible();
  },
};

/** A wrong code stays selected, so that the right one can be typed over it. */
export const WrongCode: Story = {
  async play(context) {
    const code = wrong(await askForCode(context));
    await context.userEvent.keyboard(code);
    await expect(await context.canvas.findByRole('alert')).toHaveTextContent(/code isn’t right/);
    const field = context.canvas.getByLabelText<HTMLInputElement>(codeLabel);
    await expect(field).toHaveFocus();
    await expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(code);
  },
};

/** An expired code leaves one button. */
export const ExpiredCode: Story = {
  async play(context) {
    await askForCode(context);
    serviceOf(context).clock.advanceMs(5 * 60_000);
    await expect(await context.canvas.findByText('This code has expired')).toBeVisible();
    await expect(context.canvas.getByLabelText(codeLabel)).toBeDisabled();
    await waitFor(() => expect(context.canvas.getByRole('button', { name: 'Send a new code' })).toHaveFocus());
  },
};

/** After three wrong tries nothing can be typed until another code is sent. */
export const TooManyTries: Story = {
  async play(context) {
    const { canvas, userEvent } = context;
    const code = await askForCode(context);
    for (const digits of [wrong(code), wrong(wrong(code)), wrong(wrong(wrong(code)))]) {
      await userEvent.keyboard(digits);
      await waitFor(() => expect(canvas.getByRole('form')).toHaveAttribute('data-error'));
    }
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/Too many wrong codes/);
    await expect(canvas.getByLabelText(codeLabel)).toBeDisabled();
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Send a new code' })).toHaveFocus());
  },
};

/** The service failed between the two steps; the code stays, and Enter sends it again. */
export const CodeUnreachable: Story = {
  async play(context) {
    const code = await askForCode(context);
    serviceOf(context).failures.next('otp_verify', 'unreachable', 10);
    await context.userEvent.keyboard(code);
    await waitFor(() => expect(context.canvas.getByRole('alert')).toHaveTextContent(/Can’t connect/), {
      timeout: 15_000,
    });
    await expect(context.canvas.getByLabelText(codeLabel)).toHaveValue(code);
  },
};

/** The whole login, from an address to a session. The code is pasted with the sentence around it. */
export const LoggedIn: Story = {
  async play(context) {
    const code = await askForCode(context);
    await context.userEvent.paste(`Your code is ${code.slice(0, 3)}-${code.slice(3)}.`);
    await expect(await context.canvas.findByRole('button', { name: 'Logging you in…' })).toBeVisible();
    await waitFor(() => expect(context.args.onLogin).toHaveBeenCalledOnce());
  },
};

/** A phone number: the table of countries is loaded only now. */
export const Phone: Story = {
  args: { methods: ['sms', 'email'] },
  parameters: { config: { allowedAuthMethods: ['email', 'sms'] } },
  async play({ canvas, userEvent }) {
    const country = await canvas.findByLabelText('Country');
    await waitFor(() => expect(country).toBeEnabled());
    await userEvent.type(canvas.getByLabelText('Phone number'), '+447400123456');
    await expect(country).toHaveValue('GB');
  },
};

/** A code by text message. On Android the browser reads it from the message. */
export const PhoneCode: Story = {
  ...Phone,
  async play(context) {
    await Phone.play?.(context);
    await context.userEvent.keyboard('{Enter}');
    await expect(await context.canvas.findByText('Check your phone')).toBeVisible();
    await expect(await context.canvas.findByRole('status')).toHaveTextContent('+44 7400 123456');
  },
};

/** Nine characters from letters and digits, typed in any case, O for 0 and L for 1. */
export const Alphanumeric: Story = {
  parameters: { config: { otpLength: 9, otpAlphanumeric: true } },
  async play(context) {
    const code = await askForCode(context);
    await context.userEvent.keyboard(code.slice(0, 7).toLowerCase());
    await expect(context.canvas.getByLabelText(codeLabel)).toHaveValue(code.slice(0, 7));
  },
};

/** The browser stores nothing for the page: the screen says so at the beginning. */
export const StorageBlocked: Story = {
  parameters: { storage: 'blocked' },
  async play({ canvas }) {
    await expect(await canvas.findByText(/logged out when you close or reload/)).toBeVisible();
  },
};

/** Dark, by `data-theme` on any ancestor, or by the person's own preference. */
export const Dark: Story = { ...FirstView, parameters: { ...FirstView.parameters, theme: 'dark' } };

/** A code's step in the dark. */
export const DarkCode: Story = { ...Code, parameters: { theme: 'dark' } };

/** A refusal in the dark. */
export const DarkWrongCode: Story = { ...WrongCode, parameters: { theme: 'dark' } };

/** A phone number in the dark. */
export const DarkPhone: Story = { ...Phone, parameters: { ...Phone.parameters, theme: 'dark' } };

/** 320 pixels wide, as a page at 400 % is. */
export const Narrow: Story = { ...Code, parameters: { width: 320 } };

/** The longest code on the narrowest page. */
export const NarrowAlphanumeric: Story = {
  ...Alphanumeric,
  parameters: { ...Alphanumeric.parameters, width: 320 },
};

/** From right to left, in the app's own words; addresses and codes stay as they are written. */
export const RightToLeft: Story = {
  args: { messages: arabic },
  parameters: { dir: 'rtl' },
  async play({ canvas, userEvent, loaded }) {
    await userEvent.type(await canvas.findByLabelText('البريد الإلكتروني'), `${ada}{Enter}`);
    await waitFor(() => expect(canvas.getByLabelText('الرمز')).toHaveFocus());
    await userEvent.keyboard(wrong(serviceOf({ loaded }).inbox.lastCode(ada) ?? ''));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('هذا الرمز غير صحيح');
  },
};

/** The app's name from the configuration in the title. */
export const Named: Story = {
  parameters: { config: { emailCustomizationParams: { appName: 'Acme' } } },
  async play({ canvas }) {
    await expect(await canvas.findByRole('form', { name: 'Log in to Acme' })).toBeVisible();
  },
};

/** Without border, shadow and padding, as a part of the app's own layout. */
export const Flush: Story = { args: { elevation: 'flush' } };

/** With only the app's accent colour set: the text on it, links and focus rings follow. */
export const OwnAccent: Story = { ...Code, parameters: { accent: '#0b6e4f' } };

/** The same in the dark. */
export const OwnAccentDark: Story = { ...Code, parameters: { accent: '#0b6e4f', theme: 'dark' } };

/** An app's own words and classes. */
export const OwnWords: Story = {
  args: {
    messages: {
      contactTitle: 'Welcome to Acme',
      contactLead: () => 'Log in to see your orders.',
      continue: 'Send me a code',
    },
    classNames: { submit: 'acme-button' },
  },
  async play({ canvas }) {
    await expect(await canvas.findByRole('form', { name: 'Welcome to Acme' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Send me a code' })).toHaveClass('acme-button');
  },
};

/** The messages of the service, for people who try a story by hand. */
function Inbox({ service }: { service: TestService }) {
  const [messages, setMessages] = useState(service.inbox.list());
  useEffect(() => {
    const timer = setInterval(() => setMessages(service.inbox.list()), 500);
    return () => clearInterval(timer);
  }, [service]);
  if (messages.length === 0) return null;
  return (
    <ul aria-label="Inbox" style={{ margin: 0, font: '14px/1.5 system-ui, sans-serif' }}>
      {messages.map(({ to, code, sentAtMs }) => (
        <li key={`${to} ${sentAtMs}`}>
          To {to}: <strong>{code}</strong>
        </li>
      ))}
    </ul>
  );
}
