import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { expect } from 'storybook/test';
import { App } from '../demo/App.js';
import { backend } from '../demo/backend.js';
import type { Side } from '../demo/side.js';
import { recorded } from '../demo/wire.js';
import { memoryKeyStore } from '../src/sessions/keyStore.js';
import type { TestService } from '../src/testing.js';
import { ServiceKnobs } from './ServiceKnobs.js';
import { serviceOf, startService } from './serviceInPage.js';
import '../demo/app.css';
import './serviceKnobs.css';

/**
 * The demo of `npm start`, with the whole service in this page: log in with the code that lands in the inbox, look at your wallet, decide
 * about what Bob asks for, and look at what went over the wire. Nothing leaves your machine.
 */
const meta = {
  title: 'Welcome',
  component: App,
  loaders: [startService],
  render: (_, { loaded, globals: { theme, language } }) => (
    <Demo
      key={language}
      service={serviceOf({ loaded })}
      first={{ ...(theme && { theme }), ...(language && { language }) }}
    />
  ),
  parameters: {
    time: 'runs',
    layout: 'fullscreen',
    config: { allowedAuthMethods: ['email', 'sms'], emailCustomizationParams: { appName: 'Acme' } },
    docs: {
      story: { inline: false, height: '1280px' },
      source: {
        code: "import { LoggedIn, LoginButton, WalletHome } from 'latchkey';\nimport 'latchkey/styles.css';\nimport 'latchkey/wallet.css';\n\n<LoginButton />\n<LoggedIn><WalletHome /></LoggedIn>",
      },
    },
  },
} satisfies Meta;
export default meta;

type DemoProps = { readonly service: TestService; readonly first?: Parameters<typeof App>[0]['first'] };

function Demo({ service, first }: DemoProps): ReactElement {
  const [side] = useState(() => sideOf(service));
  const [settings] = useState(() => ({
    ...service.settings,
    trust: service.trust,
    fetch: recorded(service.settings.fetch),
    keys: memoryKeyStore(),
  }));
  return (
    <App settings={settings} side={side} first={first}>
      <ServiceKnobs service={service} />
    </App>
  );
}

/** The shop's backend, in the page as the service is. */
function sideOf(service: TestService): Side {
  const { settings, clock, inbox, rootApiKey } = service;
  const answer = backend({
    ...service,
    apiKey: rootApiKey,
    bob: rootApiKey, // one that a page can have: here nobody else is in danger
    origin: () => location.origin,
    authProxyUrl: settings.authProxyUrl,
    fetch: service.fetch,
    clock,
  });
  return {
    fetch: (input, init) => answer(new Request(input, init)),
    service: settings.fetch,
    sendsLinks: false,
    messages: async () => inbox.list(),
    async advanceClock(ms) {
      clock.advanceMs(ms);
      return clock();
    },
  };
}

type Story = StoryObj;

/** Log in with any address. */
export const TryIt: Story = {};

/** The code is read in the inbox, and typed; what Bob asks for waits. */
export const LogIn: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('Email address'), 'ada@example.com{Enter}');
    const sent = await canvas.findByText(/^\d{6}$/);
    await userEvent.type(await canvas.findByLabelText('6-digit code'), sent.textContent ?? '');
    await expect(await canvas.findByRole('button', { name: 'Ethereum 1' })).toBeVisible();
    await userEvent.click(await canvas.findByRole('tab', { name: 'Approvals 2' }));
    await expect(await canvas.findByText(/^Send 0\.01 ETH/)).toBeVisible();
    await expect(await canvas.findByText(/unlimited/)).toBeVisible();
    await userEvent.click(canvas.getByRole('tab', { name: 'Account' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Ask' }));
    await expect(await canvas.findByText('Our backend knows you.')).toBeVisible();
  },
};

/** The next action is refused, and the one after it is not; a code that has expired meanwhile is asked for no more. */
export const MakeItFail: Story = {
  async play({ canvas, userEvent }) {
    const email = await canvas.findByLabelText('Email address');
    const bar = await canvas.findAllByRole('button', { name: 'Fail next' });
    await userEvent.click(bar.at(-1) as HTMLElement);
    await userEvent.type(email, 'ada@example.com{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/on our side/);
    await userEvent.type(email, '{Enter}');
    await canvas.findByLabelText('6-digit code');
    const clock = await canvas.findAllByRole('button', { name: 'Clock + 5 min' });
    await userEvent.click(clock.at(-1) as HTMLElement);
    await expect(await canvas.findByText('This code has expired')).toBeVisible();
  },
};
