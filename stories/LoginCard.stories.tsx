import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor, within } from 'storybook/test';
import { LoginCard, type LoginCardProps } from '../src/components/LoginCard.js';
import { acmeMark } from './acmeMark.js';
import { appCode } from './appCode.js';
import { inApp, type PageParameters, serviceOf, startService } from './serviceInPage.js';

/** Every way to log in on one card, in each of its states, against the real service. */
const meta = {
  title: 'Screens/LoginCard',
  component: LoginCard,
  args: { onLogin: fn(), logo: acmeMark, terms: 'https://acme.example/terms', privacy: 'https://acme.example/privacy' },
  loaders: [startService],
  decorators: [inApp],
  parameters: {
    layout: 'centered',
    config: { allowedAuthMethods: ['email', 'sms'], emailCustomizationParams: { appName: 'Acme' } },
    docs: {
      story: { inline: false, height: '820px' },
      source: {
        transform: (_code: string, { args: { logo: _, ...args } }: { args: LoginCardProps }) =>
          appCode('LoginCard', args),
      },
    },
  },
} satisfies Meta<typeof LoginCard>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & { parameters?: PageParameters };
type Play = Parameters<NonNullable<StoryObj<typeof meta>['play']>>[0];
type Refusal = Parameters<ReturnType<typeof serviceOf>['failures']['next']>[1];

const ada = 'ada@example.com';

const threeWays: NonNullable<PageParameters['config']> = {
  allowedAuthMethods: ['email', 'sms', 'passkey'],
  oauthClientIds: { google: ['acme'] },
  emailCustomizationParams: { appName: 'Acme' },
};

/** Test keys, of which this site key asks for a click. */
const withCaptcha: NonNullable<PageParameters['config']> = {
  allowedAuthMethods: ['email', 'sms'],
  captchaEnabled: true,
  turnstileSiteKey: '3x00000000000000000000FF',
  turnstileSecretKey: '1x0000000000000000000000000000000AA',
  emailCustomizationParams: { appName: 'Acme' },
};

/** Asks for a code that is refused, and looks for the sentence. */
async function refusedWith({ canvas, userEvent, loaded }: Play, refusal: Refusal, sentence: RegExp): Promise<void> {
  serviceOf({ loaded }).failures.next('otp_init', refusal);
  await userEvent.type(await canvas.findByLabelText('Email address'), `${ada}{Enter}`);
  await expect(await canvas.findByRole('alert')).toHaveTextContent(sentence);
}

async function askForCode({ canvas, userEvent, loaded }: Play): Promise<string> {
  await userEvent.type(await canvas.findByLabelText('Email address'), `${ada}{Enter}`);
  await waitFor(() => expect(canvas.getByLabelText(/^\d-digit code$/)).toHaveFocus());
  return serviceOf({ loaded }).inbox.lastCode(ada) ?? '';
}

/** The card as a person first meets it. */
export const FirstView: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByRole('form', { name: 'Log in to Acme' })).toBeVisible();
    await expect(await canvas.findByRole('button', { name: 'Use phone' })).toBeVisible();
  },
};

/** In the dark. */
export const Dark: Story = { ...FirstView, parameters: { theme: 'dark' } };

/** 320 pixels wide, as a page at 400 % is. */
export const Narrow: Story = { ...FirstView, parameters: { width: 320 } };

/** Without anything that says whose it is: no logo, no documents, no name. */
export const Bare: Story = {
  args: { logo: null, terms: undefined, privacy: undefined },
  parameters: { config: {} },
  async play({ canvas }) {
    await expect(await canvas.findByRole('form', { name: 'Log in' })).toBeVisible();
  },
};

/** Three ways: what is typed, a provider, and a passkey. */
export const ThreeWays: Story = {
  parameters: { config: threeWays },
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Continue with Google' })).toBeVisible();
    await expect(await canvas.findByRole('button', { name: 'Continue with a passkey' })).toBeVisible();
  },
};

/** The same in the dark. */
export const ThreeWaysDark: Story = { ...ThreeWays, parameters: { ...ThreeWays.parameters, theme: 'dark' } };

/** 320 pixels wide the rows say one word each, and the whole name to a screen reader. */
export const ThreeWaysNarrow: Story = { ...ThreeWays, parameters: { ...ThreeWays.parameters, width: 320 } };

/** In German. */
export const ThreeWaysGerman: Story = {
  parameters: { config: threeWays, language: 'de' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Weiter mit Google' })).toBeVisible();
  },
};

/** The way that was taken last time stands first, and says so. */
export const LastUsed: Story = {
  parameters: { config: threeWays, lastMethod: 'google' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Continue with Google Last used' })).toBeVisible();
  },
};

/** More than three ways of one kind: the rest on demand. */
export const ManyWays: Story = {
  parameters: {
    config: {
      ...threeWays,
      oauthClientIds: { google: ['acme'], apple: ['acme'], facebook: ['acme'] },
    },
  },
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'More ways to log in' }));
    await expect(await canvas.findByRole('button', { name: 'Continue with Facebook' })).toBeVisible();
  },
};

/** Nothing is typed. */
export const WithoutField: Story = {
  args: { methods: ['google', 'passkey'] },
  parameters: { config: threeWays },
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Continue with Google' })).toBeVisible();
    await waitFor(() => expect(canvas.queryByRole('textbox')).toBeNull());
  },
};

/** The browser opened no window: the same goes on in this tab. */
export const WindowBlocked: Story = {
  parameters: { config: threeWays },
  async play({ canvas, userEvent }) {
    const { open } = window;
    window.open = () => null;
    await userEvent.click(await canvas.findByRole('button', { name: 'Continue with Google' }));
    await expect(await canvas.findByRole('button', { name: 'Continue in this tab' })).toBeVisible();
    window.open = open;
  },
};

/** A phone number, in the same place; what was typed in either field is kept. */
export const Phone: Story = {
  async play({ canvas, userEvent }) {
    const email = await canvas.findByLabelText('Email address');
    await userEvent.type(email, 'ada@exa');
    await userEvent.click(await canvas.findByRole('button', { name: 'Use phone' }));
    await waitFor(() => expect(canvas.getByLabelText('Country')).toBeEnabled());
    await userEvent.type(canvas.getByLabelText('Phone number'), '+447400123456');
  },
};

/** A code is on its way. */
export const Code: Story = {
  async play(context) {
    const code = await askForCode(context);
    await context.userEvent.keyboard(code.slice(0, 2));
  },
};

/** A code’s step in the dark, 320 pixels wide. */
export const DarkNarrowCode: Story = { ...Code, parameters: { theme: 'dark', width: 320 } };

/** The way is switched off in the configuration. */
export const MethodDisabled: Story = {
  play: (context) => refusedWith(context, { refuse: 'METHOD_NOT_ENABLED' }, /Email login isn’t available/),
};

/** The configuration is switched off, or there is none of that id. */
export const ProxyDisabled: Story = {
  play: (context) => refusedWith(context, { refuse: 'PROXY_NOT_AVAILABLE' }, /unavailable right now/),
};

/** The page’s origin is not on the configuration’s list: the person sees nothing technical, the developer all of it. */
export const OriginNotAllowed: Story = {
  play: (context) => refusedWith(context, { refuse: 'ORIGIN_NOT_ALLOWED' }, /isn’t set up for this site/),
};

/** No answer comes. */
export const Unreachable: Story = {
  play: (context) => refusedWith(context, 'unreachable', /Can’t connect/),
};

/** The device’s clock is so wrong that the service refuses what it signs. */
export const ClockWrong: Story = {
  async play(context) {
    const code = await askForCode(context);
    serviceOf(context).failures.next('otp_login', { refuse: 'TIMESTAMP_NOT_LIVE' });
    await context.userEvent.keyboard(code);
    await expect(await context.canvas.findByRole('alert')).toHaveTextContent(/date or time is off/);
  },
};

/** Too many codes, with the time at which to come back. */
export const TooManyCodes: Story = {
  play: (context) =>
    refusedWith(context, { refuse: 'TOO_MANY_CODES', details: { retryAfterMs: 540_000 } }, /Try again in 9 minutes/),
};

/** Too many wrong tries from one network. */
export const TooManyAttempts: Story = {
  play: (context) =>
    refusedWith(context, { refuse: 'TOO_MANY_REFUSALS', details: { retryAfterMs: 60_000 } }, /in 1 minute/),
};

/** The contact already belongs to another account, where a contact is registered. */
export const RegisteredElsewhere: Story = {
  async play(context) {
    const code = await askForCode(context);
    serviceOf(context).failures.next('signup', { refuse: 'CREDENTIAL_CONFLICT' });
    await context.userEvent.keyboard(code);
    await expect(await context.canvas.findByRole('alert')).toHaveTextContent(/already belongs to another account/);
  },
};

/** Turnstile wants to see a person: its widget stands in the card, named and with the focus, until it is solved. Here a stand-in asks for a click. */
export const Captcha: Story = {
  parameters: { config: withCaptcha },
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('Email address'), `${ada}{Enter}`);
    const widget = await canvas.findByRole('group', { name: 'Confirm that you’re human' });
    await waitFor(() => expect(widget).toHaveFocus());
    await expect(within(widget).getByRole('button', { name: 'Verify you are human' })).toBeVisible();
  },
};

/** The captcha in German, in the dark, 320 pixels wide. */
export const CaptchaDarkNarrow: Story = {
  parameters: { config: withCaptcha, theme: 'dark', width: 320, language: 'de' },
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('E‑Mail-Adresse'), `${ada}{Enter}`);
    await expect(await canvas.findByRole('group', { name: 'Bestätige, dass du ein Mensch bist' })).toBeVisible();
  },
};

/** The captcha was solved: the code is on its way. */
export const CaptchaSolved: Story = {
  parameters: { config: withCaptcha },
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('Email address'), `${ada}{Enter}`);
    const widget = await canvas.findByRole('group', { name: 'Confirm that you’re human' });
    await userEvent.click(within(widget).getByRole('button', { name: 'Verify you are human' }));
    await waitFor(() => expect(canvas.getByLabelText(/^\d-digit code$/)).toHaveFocus());
    await expect(canvas.queryByRole('group', { name: 'Confirm that you’re human' })).toBeNull();
  },
};

/** In German, as the settings of the provider say; so are the mails. */
export const German: Story = {
  parameters: { language: 'de' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('form', { name: 'Bei Acme anmelden' })).toBeVisible();
  },
};

/** The code’s step in German, 320 pixels wide. */
export const GermanNarrowCode: Story = {
  parameters: { language: 'de', width: 320 },
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('E‑Mail-Adresse'), `${ada}{Enter}`);
    await expect(await canvas.findByText('Sieh in deine E‑Mails')).toBeVisible();
  },
};

/** In Arabic, from right to left; addresses and codes stay as they are written. */
export const Arabic: Story = {
  parameters: { language: 'ar' },
  async play({ canvas }) {
    const form = await canvas.findByRole('form', { name: 'تسجيل الدخول إلى Acme' });
    await expect(form).toHaveAttribute('dir', 'rtl');
  },
};

/** In Japanese. */
export const Japanese: Story = {
  parameters: { language: 'ja' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('form', { name: 'Acme にログイン' })).toBeVisible();
  },
};

/** The browser keeps nothing for the page: said before it matters. */
export const StorageBlocked: Story = {
  parameters: { storage: 'blocked' },
  async play({ canvas }) {
    await expect(await canvas.findByText(/won’t remember you/)).toBeVisible();
  },
};

/** What the app says below. */
export const Footer: Story = { args: { footer: 'Questions? Write to help@acme.example.' } };

/** Without border, shadow and padding, as a part of what it stands in. */
export const Flush: Story = { args: { elevation: 'flush' } };

/** An app’s accent alone. */
export const OwnAccent: Story = { ...FirstView, parameters: { accent: '#0b6e4f' } };
