import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor, within } from 'storybook/test';
import { LoginCard, type LoginCardProps } from '../src/components/login/LoginCard.js';
import type { InPageIssuer } from '../test/support/inPageIssuer.js';
import { acmeMark } from './acmeMark.js';
import { appCode } from './appCode.js';
import { giveDevice } from './passkeyDevice.js';
import { inApp, type PageParameters, serviceOf, startService } from './serviceInPage.js';

/** All login methods on one card, in each state, at the real service. */
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

/** Turnstile's test keys. This site key asks for a click. */
const withCaptcha: NonNullable<PageParameters['config']> = {
  allowedAuthMethods: ['email', 'sms'],
  captchaEnabled: true,
  turnstileSiteKey: '3x00000000000000000000FF',
  turnstileSecretKey: '1x0000000000000000000000000000000AA',
  emailCustomizationParams: { appName: 'Acme' },
};

/** Requests a code, which is refused, and expects the message. */
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

/** Without branding: no logo, no links to terms, no name. */
export const Bare: Story = {
  args: { logo: null, terms: undefined, privacy: undefined },
  parameters: { config: {} },
  async play({ canvas }) {
    await expect(await canvas.findByRole('form', { name: 'Log in' })).toBeVisible();
  },
};

/** Three login methods: a typed contact, a provider, and a passkey. */
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

/** Nothing is known of the configuration yet: e-mail can be typed, and a row has its room. */
export const Placeholder: Story = {
  parameters: { config: threeWays, configComes: 'never' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('form', { name: 'Log in' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
  },
};

/** The app has the configuration: the card has its final shape at once, before the service has answered. */
export const GivenConfiguration: Story = {
  ...ThreeWays,
  parameters: { config: threeWays, configComes: 'from the app' },
};

/** In German. */
export const ThreeWaysGerman: Story = {
  parameters: { config: threeWays, language: 'de' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Weiter mit Google' })).toBeVisible();
  },
};

/** The person has closed the passkey dialog: perhaps they have none yet. */
export const NewPasskey: Story = {
  parameters: { config: threeWays },
  beforeEach: () => giveDevice({}),
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Continue with a passkey' }));
    await expect(await canvas.findByRole('button', { name: 'Sign up with a passkey' })).toBeVisible();
  },
};

/** The same in the dark, 320 pixels wide. */
export const NewPasskeyDarkNarrow: Story = {
  ...NewPasskey,
  parameters: { config: threeWays, theme: 'dark', width: 320 },
};

/** A new person signs up with a passkey, in a step of its own. */
export const SignUpByPasskey: Story = {
  ...NewPasskey,
  async play(context) {
    const { canvas, userEvent } = context;
    await userEvent.type(await canvas.findByLabelText('Email address'), ada);
    await NewPasskey.play?.(context);
    await userEvent.click(canvas.getByRole('button', { name: 'Sign up with a passkey' }));
    await waitFor(() => expect(canvas.getByLabelText('Passkey name')).toHaveFocus());
    await expect(canvas.getByLabelText('Passkey name')).toHaveValue(ada);
    await expect(canvas.getByRole('form')).toHaveAttribute('data-step', 'passkey');
  },
};

/** The method of the last login comes first, and is marked. */
export const LastUsed: Story = {
  parameters: { config: threeWays, lastMethod: 'google' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Continue with Google Last used' })).toBeVisible();
  },
};

/** More than three methods of one kind: the rest on demand. */
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

/** No contact can be typed. */
export const WithoutField: Story = {
  args: { methods: ['google', 'passkey'] },
  parameters: { config: threeWays },
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Continue with Google' })).toBeVisible();
    await waitFor(() => expect(canvas.queryByRole('textbox')).toBeNull());
  },
};

/** The browser blocked the window: the login can continue in this tab. */
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

/** The person is in the provider’s window: it can be opened again, or they log in another way. */
export const AtProvider: Story = {
  parameters: { provider: 'Example ID', config: { emailCustomizationParams: { appName: 'Acme' } } },
  async play({ canvas, userEvent, loaded }) {
    const { open: openExampleId, person } = loaded.issuer as InPageIssuer;
    const { open } = window;
    person.answers = 'nothing';
    window.open = openExampleId;
    await userEvent.click(await canvas.findByRole('button', { name: 'Continue with Example ID' }));
    await expect(await canvas.findByRole('button', { name: 'Open it again' })).toHaveFocus();
    await expect(canvas.getByRole('form')).toHaveAttribute('data-step', 'window');
    window.open = open;
  },
};

/** A mistyped mail host: one press corrects it. */
export const MistypedHost: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('Email address'), 'ada@gmial.com');
    await expect(await canvas.findByRole('button', { name: 'Did you mean ada@gmail.com?' })).toBeVisible();
  },
};

/** The step of the code leads to the inbox of a large mail host. */
export const CodeAtLargeHost: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('Email address'), 'ada@gmail.com{Enter}');
    await expect(await canvas.findByRole('link', { name: 'Open Gmail' })).toBeVisible();
  },
};

/** A phone number, in the same place; each field keeps its typed text. */
export const Phone: Story = {
  async play({ canvas, userEvent }) {
    const email = await canvas.findByLabelText('Email address');
    await userEvent.type(email, 'ada@exa');
    await userEvent.click(await canvas.findByRole('button', { name: 'Use phone' }));
    await waitFor(() => expect(canvas.getByLabelText('Country')).toBeEnabled());
    await userEvent.type(canvas.getByLabelText('Phone number'), '+447400123456');
  },
};

/** A code was sent. */
export const Code: Story = {
  async play(context) {
    const code = await askForCode(context);
    await context.userEvent.keyboard(code.slice(0, 2));
  },
};

/** A code’s step in the dark, 320 pixels wide. */
export const DarkNarrowCode: Story = { ...Code, parameters: { theme: 'dark', width: 320 } };

/** The method is disabled in the configuration. */
export const MethodDisabled: Story = {
  play: (context) => refusedWith(context, { refuse: 'METHOD_NOT_ENABLED' }, /Email login isn’t available/),
};

/** The configuration is disabled, or its id does not exist. */
export const ProxyDisabled: Story = {
  play: (context) => refusedWith(context, { refuse: 'PROXY_NOT_AVAILABLE' }, /unavailable right now/),
};

/** The page’s origin is not allowed: the person sees a plain message, the developer the details. */
export const OriginNotAllowed: Story = {
  play: (context) => refusedWith(context, { refuse: 'ORIGIN_NOT_ALLOWED' }, /isn’t set up for this site/),
};

/** The service does not answer. */
export const Unreachable: Story = {
  play: (context) => refusedWith(context, 'unreachable', /Can’t connect/),
};

/** The device’s clock is so wrong that the service refuses its signatures. */
export const ClockWrong: Story = {
  async play(context) {
    const code = await askForCode(context);
    serviceOf(context).failures.next('otp_login', { refuse: 'TIMESTAMP_NOT_LIVE' });
    await context.userEvent.keyboard(code);
    await expect(await context.canvas.findByRole('alert')).toHaveTextContent(/date or time is off/);
  },
};

/** Too many codes, with the time to wait. */
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

/** Turnstile needs interaction: its widget is in the card with a name and the focus until it is solved. Here a stand-in asks for a click. */
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

/** The captcha was solved: the code was sent. */
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

/** In German, set in the provider's settings; the e-mails are in German, too. */
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
    await expect(await canvas.findByText('Sieh in deinen E‑Mails nach')).toBeVisible();
  },
};

/** In Arabic, from right to left; addresses and codes stay as they are written. */
export const Arabic: Story = {
  parameters: { language: 'ar' },
  async play({ canvas }) {
    const form = await canvas.findByRole('form', { name: 'تسجيل الدخول إلى \u2068Acme\u2069' });
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

/** The browser stores nothing for the page: the screen says so at the beginning. */
export const StorageBlocked: Story = {
  parameters: { storage: 'blocked' },
  async play({ canvas }) {
    await expect(await canvas.findByText(/won’t remember you/)).toBeVisible();
  },
};

/** The app's own footer. */
export const Footer: Story = { args: { footer: 'Questions? Write to help@acme.example.' } };

/** Without border, shadow and padding, as a part of the app's own layout. */
export const Flush: Story = { args: { elevation: 'flush' } };

/** With only the app’s accent colour set. */
export const OwnAccent: Story = { ...FirstView, parameters: { accent: '#0b6e4f' } };
