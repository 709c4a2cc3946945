import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';
import { OauthScreen, type OauthScreenProps } from '../src/components/login/OauthScreen.js';
import type { InPageIssuer } from '../test/support/inPageIssuer.js';
import { appCode } from './appCode.js';
import { inApp, type PageParameters, startService } from './serviceInPage.js';

/** Only logins at identity providers, at the real service. */
const meta = {
  title: 'Screens/OauthScreen',
  component: OauthScreen,
  args: { onLogin: fn() },
  loaders: [startService],
  decorators: [inApp],
  parameters: {
    layout: 'centered',
    config: { emailCustomizationParams: { appName: 'Acme' } },
    docs: {
      story: { inline: false, height: '460px' },
      source: {
        transform: (_code: string, { args }: { args: OauthScreenProps }) => appCode('OauthScreen', args),
      },
    },
  },
} satisfies Meta<typeof OauthScreen>;
export default meta;

type Play = Parameters<NonNullable<StoryObj<typeof meta>['play']>>[0];
type Story = Omit<StoryObj<typeof meta>, 'parameters'> & { parameters?: PageParameters };

const two: PageParameters = { config: { oauthClientIds: { google: ['acme'], apple: ['acme'] } } };

/** All providers of the configuration. */
export const FirstView: Story = {
  parameters: two,
  async play({ canvas }) {
    await expect(await canvas.findByRole('form', { name: 'Log in to Acme' })).toBeVisible();
    await expect(await canvas.findByRole('button', { name: 'Continue with Apple' })).toBeVisible();
  },
};

/** In the dark, 320 pixels wide. */
export const DarkNarrow: Story = { ...FirstView, parameters: { ...two, theme: 'dark', width: 320 } };

/** The app’s choice, in its order. */
export const OwnChoice: Story = {
  args: { providers: ['apple'] },
  parameters: two,
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Continue with Apple' })).toBeVisible();
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Continue with Google' })).toBeNull());
  },
};

/** The browser blocked the window: the login can continue in this tab. */
export const WindowBlocked: Story = {
  parameters: two,
  async play({ canvas, userEvent }) {
    const { open } = window;
    window.open = () => null;
    await userEvent.click(await canvas.findByRole('button', { name: 'Continue with Google' }));
    await expect(await canvas.findByRole('button', { name: 'Continue in this tab' })).toBeVisible();
    window.open = open;
  },
};

const exampleId: PageParameters = {
  provider: 'Example ID',
  config: { emailCustomizationParams: { appName: 'Acme' } },
};

/** A click on Example ID, whose person does that in its window, until the screen shows the words. */
async function goToExampleId({ canvas, userEvent, loaded }: Play, says: 'no' | 'nothing', shown: RegExp) {
  const { open: openExampleId, person } = loaded.issuer as InPageIssuer;
  const { open } = window;
  person.answers = says;
  window.open = openExampleId;
  await userEvent.click(await canvas.findByRole('button', { name: 'Continue with Example ID' }));
  await expect(await canvas.findByText(shown)).toBeVisible();
  window.open = open;
}

/** The person said no there. */
export const ConsentDenied: Story = {
  parameters: exampleId,
  async play(context) {
    await goToExampleId(context, 'no', /Login was declined/);
  },
};

/** No redirect URL of the configuration is on this page’s origin: the console tells the developer at once, and this is what a person reads. */
export const ProviderNotSetUp: Story = {
  parameters: two,
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Continue with Google' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Google login isn’t set up for this site.');
  },
};

/** The configuration has no providers. */
export const NoProvider: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/unavailable/);
  },
};

/** In Arabic, from right to left. */
export const Arabic: Story = {
  parameters: { ...two, language: 'ar' },
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getByRole('button', { name: /^[^C].*Google/ })).toBeVisible());
  },
};

/** The person is in the provider’s window, and can give up here. */
export const AtProvider: Story = {
  parameters: exampleId,
  async play(context) {
    await goToExampleId(context, 'nothing', /Continue in the Example ID window/);
    await expect(context.canvas.getByRole('button', { name: 'Open it again' })).toHaveFocus();
    await expect(context.canvas.getByRole('button', { name: 'Use another way' })).toBeVisible();
  },
};

/** The same in the dark, 320 pixels wide. */
export const AtProviderDarkNarrow: Story = {
  ...AtProvider,
  parameters: { ...exampleId, theme: 'dark', width: 320 },
};
