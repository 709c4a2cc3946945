import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { expect, fn, waitFor } from 'storybook/test';
import { OtpScreen } from '../src/components/OtpScreen.js';
import type { TestService } from '../src/testing.js';
import { arabic } from './arabic.js';
import { inApp, type PageParameters, serviceOf, startService } from './serviceInPage.js';

/** Each story is a person at the real service, which runs in this page: nothing is mocked, and every story is a test. */
const meta = {
  title: 'Screens/OtpScreen',
  component: OtpScreen,
  args: { onLogin: fn() },
  loaders: [startService],
  decorators: [inApp],
  parameters: { layout: 'centered' },
} satisfies Meta<typeof OtpScreen>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & { parameters?: PageParameters };
type Play = Parameters<NonNullable<StoryObj<typeof meta>['play']>>[0];

const ada = 'ada@example.com';

/** Types an address and waits for the code that is sent there. */
async function askForCode({ canvas, userEvent, loaded }: Play): Promise<string> {
  await userEvent.type(await canvas.findByLabelText('E-mail address'), `${ada}{Enter}`);
  await waitFor(() => expect(canvas.getByLabelText('Code')).toHaveFocus());
  return serviceOf({ loaded }).inbox.lastCode(ada) ?? '';
}

const wrong = (code: string) => code.replace(/./g, (digit) => String((Number(digit) + 1) % 10));

/** The screen as a person first meets it. Try it: the codes land in the inbox below. */
export const FirstView: Story = {
  render: (args, context) => (
    <div style={{ display: 'grid', gap: 24, justifyItems: 'center', inlineSize: '100%' }}>
      <OtpScreen {...args} />
      <Inbox service={serviceOf(context)} />
    </div>
  ),
  async play({ canvas }) {
    await expect(await canvas.findByLabelText('E-mail address')).toBeVisible();
    await expect(canvas.getByRole('form', { name: 'Log in' })).toHaveAttribute('data-step', 'contact');
  },
};

/** A question is under way: the button says so, keeps the focus, and sends nothing twice. */
export const Busy: Story = {
  async play({ canvas, userEvent, loaded }) {
    serviceOf({ loaded }).script.next('otp_init', { until: new Promise(() => {}) });
    await userEvent.type(await canvas.findByLabelText('E-mail address'), `${ada}{Enter}`);
    await expect(await canvas.findByRole('button', { name: 'Sending…' })).toHaveAttribute('aria-disabled', 'true');
    await expect(canvas.getByRole('form')).toHaveAttribute('data-busy', 'true');
  },
};

/** What was typed cannot be an address; the service is not asked. */
export const AddressRefused: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('E-mail address'), 'ada{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/like name@example.com/);
    await expect(canvas.getByLabelText('E-mail address')).toBeInvalid();
  },
};

/** The service asks to wait, and says how long. */
export const TooManyCodes: Story = {
  async play({ canvas, userEvent, loaded }) {
    const details = { retryAfterMs: 9 * 60_000 };
    serviceOf({ loaded }).script.next('otp_init', { refuse: 'TOO_MANY_CODES', details });
    await userEvent.type(await canvas.findByLabelText('E-mail address'), `${ada}{Enter}`);
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/try again in 9 minutes/);
  },
};

/** No answer: offline, a service that is down, or an origin that is not on its list; a page cannot tell which. */
export const Unreachable: Story = {
  async play({ canvas, userEvent, loaded }) {
    serviceOf({ loaded }).script.next('otp_init', 'unreachable');
    await userEvent.type(await canvas.findByLabelText('E-mail address'), `${ada}{Enter}`);
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/can’t reach the login service/);
    await expect(canvas.getByLabelText('E-mail address')).toHaveValue(ada);
  },
};

/** A code is on its way. Its lifetime, and when another may be asked for, stand apart. */
export const Code: Story = {
  async play(context) {
    const code = await askForCode(context);
    await context.userEvent.keyboard(code.slice(0, 3));
    await expect(context.canvas.getByRole('timer')).toHaveTextContent(/Code expires in (5:00|4:5\d)/);
    await expect(context.canvas.getByRole('button', { name: /Send again in 0:/ })).toBeVisible();
  },
};

/** The code is being checked. */
export const Checking: Story = {
  async play(context) {
    const code = await askForCode(context);
    serviceOf(context).script.next('otp_verify', { until: new Promise(() => {}) });
    await context.userEvent.keyboard(code);
    await expect(await context.canvas.findByRole('button', { name: 'Checking…' })).toBeVisible();
  },
};

/** A wrong code stays, selected, so that the right one is typed over it. */
export const WrongCode: Story = {
  async play(context) {
    const code = wrong(await askForCode(context));
    await context.userEvent.keyboard(code);
    await expect(await context.canvas.findByRole('alert')).toHaveTextContent(/not the code we sent/);
    const field = context.canvas.getByLabelText<HTMLInputElement>('Code');
    await expect(field).toHaveFocus();
    await expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(code);
  },
};

/** A dead code leaves one thing to do. */
export const ExpiredCode: Story = {
  async play(context) {
    const code = await askForCode(context);
    serviceOf(context).clock.advanceMs(5 * 60_000);
    await context.userEvent.keyboard(code);
    await expect(await context.canvas.findByRole('alert')).toHaveTextContent(/That code has expired/);
    await expect(context.canvas.getByRole('button', { name: 'Send a new code' })).toBeEnabled();
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
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/Too many wrong tries/);
    await expect(canvas.getByLabelText('Code')).toBeDisabled();
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Send a new code' })).toHaveFocus());
  },
};

/** The service went away between the two steps; the code stays, and Enter tries it again. */
export const CodeUnreachable: Story = {
  async play(context) {
    const code = await askForCode(context);
    serviceOf(context).script.next('otp_verify', 'unreachable', 10);
    await context.userEvent.keyboard(code);
    await waitFor(() => expect(context.canvas.getByRole('alert')).toHaveTextContent(/can’t reach/), {
      timeout: 15_000,
    });
    await expect(context.canvas.getByLabelText('Code')).toHaveValue(code);
  },
};

/** The whole trip, from an address to a session, the code pasted with its sentence. */
export const LoggedIn: Story = {
  async play(context) {
    const code = await askForCode(context);
    await context.userEvent.paste(`Your code is ${code.slice(0, 3)}-${code.slice(3)}.`);
    await expect(await context.canvas.findByText('You’re logged in')).toBeVisible();
    await waitFor(() => expect(context.args.onLogin).toHaveBeenCalledOnce(), { timeout: 3_000 });
  },
};

/** A phone number: the table of countries comes only now. */
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

/** A code by text message. On Android it is taken out of the message. */
export const PhoneCode: Story = {
  ...Phone,
  async play(context) {
    await Phone.play?.(context);
    await context.userEvent.keyboard('{Enter}');
    await expect(await context.canvas.findByText('Check your phone')).toBeVisible();
    await expect(await context.canvas.findByRole('status')).toHaveTextContent('+44 7400123456');
  },
};

/** Nine characters from letters and digits, typed in any case, O for 0 and L for 1. */
export const Alphanumeric: Story = {
  parameters: { config: { otpLength: 9, otpAlphanumeric: true } },
  async play(context) {
    const code = await askForCode(context);
    await context.userEvent.keyboard(code.slice(0, 7).toLowerCase());
    await expect(context.canvas.getByLabelText('Code')).toHaveValue(code.slice(0, 7));
  },
};

/** The browser keeps nothing for the page: said before it matters. */
export const StorageBlocked: Story = {
  parameters: { storage: 'blocked' },
  async play({ canvas }) {
    await expect(await canvas.findByText(/logged out when you close or reload/)).toBeVisible();
  },
};

/** Dark, by `data-theme` on anything above, or by the person's own preference. */
export const Dark: Story = { ...FirstView, parameters: { theme: 'dark' } };

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
    await expect(await canvas.findByRole('alert')).toHaveTextContent('هذا ليس الرمز');
  },
};

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

/** What the service has sent, for who tries a story by hand. */
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
