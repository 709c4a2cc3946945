import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { submit } from '../src/client/submit.js';
import { AccountPanel } from '../src/components/account/AccountPanel.js';
import { createAuthenticators } from '../src/contract/authenticators.js';
import { createOauthProviders } from '../src/contract/oauth.js';
import { updateUserName } from '../src/contract/users.js';
import { oauthNonce } from '../src/crypto/oauthNonce.js';
import { type LoggedIn, logIn, type TestService } from '../src/testing.js';
import type { InPageIssuer } from '../test/support/inPageIssuer.js';
import { createPasskey } from '../test/support/passkey.js';
import { inApp, type PageParameters, serviceOf, spoken, startService } from './serviceInPage.js';

const ada = 'ada@example.com';

/** If the story has a provider, Ada logs in by it, too. */
async function connectExampleId(issuer: InPageIssuer | undefined, { client, session }: LoggedIn): Promise<void> {
  if (!issuer) return;
  const oauthProviders = [
    { providerName: 'Example ID', oidcToken: await issuer.token('ada', await oauthNonce(session.publicKey)) },
  ];
  await submit(client, createOauthProviders, { userId: session.userId, oauthProviders }, { session });
}

/** Ada has passkeys of these names, made by these authenticators. */
async function addPasskeys(passkeys: Readonly<Record<string, string>>, { client, session }: LoggedIn): Promise<void> {
  for (const [authenticatorName, aaguid] of Object.entries(passkeys)) {
    const made = await (await createPasskey({ origin: location.origin, aaguid })).register();
    const authenticators = [{ ...made, authenticatorName }];
    await submit(client, createAuthenticators, { userId: session.userId, authenticators }, { session });
  }
}

/** The person's name, and their sessions on other devices. */
async function settle(
  { contact = ada, name, places = 0 }: { contact?: string; name?: string; places?: number },
  service: TestService,
  { client, session }: LoggedIn,
): Promise<void> {
  if (name) await submit(client, updateUserName, { userId: session.userId, userName: name }, { session });
  for (let each = 0; each < places; each++) await logIn(service, contact);
}

const appCode = [
  "import { AccountPanel, LoggedIn } from 'latchkey';",
  "import 'latchkey/styles.css';",
  "import 'latchkey/account.css';",
  '',
  '<LoggedIn>\n  <AccountPanel />\n</LoggedIn>',
].join('\n');

/** The person's name, contacts, login methods and sessions, at the real service. */
const meta = {
  title: 'Screens/AccountPanel',
  component: AccountPanel,
  loaders: [
    async (context) => {
      const loaded = (await startService(context)) ?? {};
      const person = await logIn(serviceOf({ loaded }), context.parameters.contact ?? ada, spoken(context));
      await settle(context.parameters, serviceOf({ loaded }), person);
      await addPasskeys(context.parameters.passkeys ?? {}, person);
      await connectExampleId(loaded.issuer as InPageIssuer | undefined, person);
      return { ...loaded, client: person.client };
    },
  ],
  decorators: [inApp],
  parameters: {
    layout: 'centered',
    width: 560,
    docs: { story: { inline: false, height: '900px' }, source: { transform: () => appCode } },
  },
} satisfies Meta<typeof AccountPanel>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & {
  parameters?: PageParameters & {
    contact?: string;
    name?: string;
    places?: number;
    passkeys?: Record<string, string>;
    docs?: object;
  };
};

/** All sections of the account. */
export const FirstView: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Change: Email' })).toBeVisible();
    await expect(await canvas.findByText('This device')).toBeVisible();
  },
};

/** A person with a name, whose initials it gives, and a session on another device. */
export const Named: Story = {
  parameters: { name: 'Ada Lovelace', places: 1 },
  async play({ canvas }) {
    await expect(await canvas.findByText('Ada Lovelace')).toBeVisible();
    await expect(canvas.getByText('AL')).toBeVisible();
    await expect(await canvas.findAllByRole('button', { name: /^Log out: / })).toHaveLength(2);
    await expect(canvas.getAllByText(/^Ends in/)).toHaveLength(2);
  },
};

export const NamedDarkNarrow: Story = {
  ...Named,
  parameters: { ...Named.parameters, theme: 'dark', width: 320 },
};

/** The service did not end the other sessions: the person stays logged in here, and may try again. */
export const LogoutFailed: Story = {
  parameters: { places: 1 },
  async play({ canvas, userEvent, loaded }) {
    const everywhere = await canvas.findByRole('button', { name: 'Log out everywhere' });
    serviceOf({ loaded }).failures.next('delete_api_keys', { refuse: 'TOO_MUCH_WORK' });
    await userEvent.click(everywhere);
    await expect(await canvas.findByRole('button', { name: 'Try again: Log out everywhere' })).toBeVisible();
  },
};

/** In the dark. */
export const Dark: Story = { ...FirstView, parameters: { theme: 'dark' } };

/** 320 pixels wide. */
export const Narrow: Story = { ...FirstView, parameters: { width: 320 } };

/** In another language of the screens: texts of the toolbar's choice come the same way. */
export const German: Story = {
  parameters: { language: 'de' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: /^Ändern: E/ })).toBeVisible();
  },
};

/** From right to left, 320 pixels wide. */
export const ArabicNarrow: Story = {
  parameters: { language: 'ar', width: 320 },
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'تغيير: البريد' })).toBeVisible();
    await expect(canvas.getByRole('region')).toHaveAttribute('dir', 'rtl');
  },
};

/** An address is never cut off, however long it is. */
export const LongAddressNarrow: Story = {
  parameters: { width: 320, contact: 'augusta.ada.king.countess.of.lovelace@analytical-engines.example' },
  async play({ canvas }) {
    const address = await canvas.findByText(/^augusta/);
    await expect(address.scrollWidth).toBeLessThanOrEqual(address.clientWidth);
  },
};

const withProviders: PageParameters = {
  provider: 'Example ID',
  config: { allowedAuthMethods: ['email', 'passkey'], oauthClientIds: { google: ['acme'] } },
};

/** Providers that the person logs in by, and another one that could be connected. */
export const ConnectedAccounts: Story = {
  parameters: withProviders,
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Disconnect: Example ID' })).toBeVisible();
    await expect(await canvas.findByRole('button', { name: 'Connect: Google' })).toBeVisible();
  },
};

/** The same in the dark, 320 pixels wide. */
export const ConnectedAccountsDarkNarrow: Story = {
  ...ConnectedAccounts,
  parameters: { ...withProviders, theme: 'dark', width: 320 },
};

/** The browser opened no window for the provider’s page. */
export const WindowBlocked: Story = {
  parameters: withProviders,
  async play({ canvas, userEvent }) {
    const { open } = window;
    window.open = () => null;
    await userEvent.click(await canvas.findByRole('button', { name: 'Connect: Google' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/Allow pop-up windows/);
    window.open = open;
  },
};

const withPasskeys = {
  docs: { story: { inline: false, height: '1040px' } },
  config: { allowedAuthMethods: ['email', 'passkey'] },
  passkeys: {
    'iCloud Keychain': 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd',
    'Windows Hello': '08987058-cadc-4b81-b6e1-30de50dcbe96',
    'In the safe': 'cb69481e-8ff7-4039-93ec-0a2729a154a8',
  },
} satisfies Story['parameters'];

/** Passkeys that are synced, kept on one device, and on a security key: who made them gives name and drawing. */
export const Passkeys: Story = {
  parameters: withPasskeys,
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Remove: In the safe' })).toBeVisible();
    await expect(canvas.getByText('YubiKey')).toBeVisible();
  },
};

/** A passkey is renamed in its place. */
export const RenamePasskey: Story = {
  parameters: withPasskeys,
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Rename: In the safe' }));
    await waitFor(() => expect(canvas.getByLabelText('Passkey name')).toHaveFocus());
    await userEvent.keyboard('Spare key');
  },
};

/** The same in the dark, 320 pixels wide. */
export const RenamePasskeyDarkNarrow: Story = {
  ...RenamePasskey,
  parameters: { ...withPasskeys, theme: 'dark', width: 320 },
};

/** A name may not be empty. */
export const PasskeyWithoutName: Story = {
  parameters: withPasskeys,
  async play(context) {
    await RenamePasskey.play?.(context);
    await context.userEvent.clear(context.canvas.getByLabelText('Passkey name'));
    await context.userEvent.keyboard('{Enter}');
    await expect(await context.canvas.findByRole('alert')).toHaveTextContent('Enter a name.');
  },
};

/** Passkeys from right to left, 320 pixels wide. */
export const PasskeysArabicNarrow: Story = {
  parameters: { ...withPasskeys, language: 'ar', width: 320 },
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'إعادة تسمية: In the safe' })).toBeVisible();
  },
};

/** A new e-mail address: first it is typed. */
export const ChangeEmail: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Change: Email' }));
    await waitFor(() => expect(canvas.getByLabelText('Email')).toHaveFocus());
    await userEvent.keyboard('ada@lovelace.example');
  },
};

/** Then the code that was sent there; until it is typed, the old address stays. */
export const ProveEmail: Story = {
  async play(context) {
    await ChangeEmail.play?.(context);
    await context.userEvent.keyboard('{Enter}');
    await expect(await context.canvas.findByText(/ada@lovelace\.example/)).toBeVisible();
  },
};

/** The last login is too long ago: a code to a contact of the person’s own comes first. */
export const FreshLogin: Story = {
  async play(context) {
    const { canvas, userEvent } = context;
    const service = serviceOf(context);
    service.clock.advanceMs(11 * 60_000);
    await ProveEmail.play?.(context);
    await userEvent.keyboard(service.inbox.lastCode('ada@lovelace.example') ?? '');
    await expect(await canvas.findByText('Confirm it’s you')).toBeVisible();
  },
};

/** Who has a passkey may use that instead of a code. */
export const FreshLoginByPasskey: Story = {
  parameters: {
    config: { allowedAuthMethods: ['email', 'passkey'] },
    passkeys: { 'iCloud Keychain': 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd' },
  },
  async play(context) {
    await FreshLogin.play?.(context);
    await expect(await context.canvas.findByRole('button', { name: 'Continue with a passkey' })).toBeVisible();
  },
};

/** The screen shows what will be lost, and asks for a confirmation. */
export const Delete: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Delete account' }));
    await expect(await canvas.findByText(/are lost/)).toBeVisible();
  },
};
