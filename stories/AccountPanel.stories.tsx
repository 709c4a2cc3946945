import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { submit } from '../src/client/submit.js';
import { AccountPanel } from '../src/components/AccountPanel.js';
import { createOauthProviders } from '../src/contract/oauth.js';
import { type LoggedIn, logIn } from '../src/testing.js';
import type { InPageIssuer } from '../test/support/inPageIssuer.js';
import { inApp, type PageParameters, serviceOf, startService } from './serviceInPage.js';

const ada = 'ada@example.com';

/** Where the story has a provider, Ada logs in by it, too. */
async function connectExampleId(issuer: InPageIssuer | undefined, { client, session }: LoggedIn): Promise<void> {
  if (!issuer) return;
  const oauthProviders = [{ providerName: 'Example ID', oidcToken: await issuer.token('ada', 'any') }];
  await submit(client, createOauthProviders, { userId: session.userId, oauthProviders }, { session });
}

const appCode = [
  "import { AccountPanel, LoggedIn } from 'latchkey';",
  "import 'latchkey/styles.css';",
  "import 'latchkey/account.css';",
  '',
  '<LoggedIn>\n  <AccountPanel />\n</LoggedIn>',
].join('\n');

/** Who the person is, and where they are logged in, against the real service. */
const meta = {
  title: 'Screens/AccountPanel',
  component: AccountPanel,
  loaders: [
    async (context) => {
      const loaded = (await startService(context)) ?? {};
      const person = await logIn(serviceOf({ loaded }), ada);
      await connectExampleId(loaded.issuer as InPageIssuer | undefined, person);
      return { ...loaded, client: person.client };
    },
  ],
  decorators: [inApp],
  parameters: {
    layout: 'centered',
    width: 560,
    docs: { story: { inline: false, height: '820px' }, source: { transform: () => appCode } },
  },
} satisfies Meta<typeof AccountPanel>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & { parameters?: PageParameters };

/** All that is known of the person. */
export const FirstView: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Change: Email' })).toBeVisible();
    await expect(await canvas.findByText('This device')).toBeVisible();
  },
};

/** In the dark. */
export const Dark: Story = { ...FirstView, parameters: { theme: 'dark' } };

/** 320 pixels wide. */
export const Narrow: Story = { ...FirstView, parameters: { width: 320 } };

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

/** Another e-mail address: first where it is. */
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

/** What is lost is said before, and has to be confirmed. */
export const Delete: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Delete account' }));
    await expect(await canvas.findByText(/are lost/)).toBeVisible();
  },
};
