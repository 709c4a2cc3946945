import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';
import { PasskeyScreen, type PasskeyScreenProps } from '../src/components/login/PasskeyScreen.js';
import { appCode } from './appCode.js';
import { type DeviceParameters, giveDevice } from './passkeyDevice.js';
import { inApp, type PageParameters, serviceOf, startService } from './serviceInPage.js';

/** Logins by passkey and nothing else, against the real service; the device is one of software. */
const meta = {
  title: 'Screens/PasskeyScreen',
  component: PasskeyScreen,
  args: { onLogin: fn() },
  loaders: [startService],
  decorators: [inApp],
  beforeEach: ({ parameters }) => giveDevice(parameters),
  parameters: {
    layout: 'centered',
    config: { allowedAuthMethods: ['passkey'], emailCustomizationParams: { appName: 'Acme' } },
    docs: {
      story: { inline: false, height: '460px' },
      source: {
        transform: (_code: string, { args }: { args: PasskeyScreenProps }) => appCode('PasskeyScreen', args),
      },
    },
  },
} satisfies Meta<typeof PasskeyScreen>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & { parameters?: PageParameters & DeviceParameters };

/** As a person first meets it. */
export const FirstView: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByRole('form', { name: 'Log in to Acme' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Sign up with a passkey' })).toBeVisible();
  },
};

/** In the dark, 320 pixels wide. */
export const DarkNarrow: Story = { ...FirstView, parameters: { theme: 'dark', width: 320 } };

/** A new person creates a passkey, in a step of its own. */
export const SignUp: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Sign up with a passkey' }));
    await waitFor(() => expect(canvas.getByLabelText('Passkey name')).toHaveFocus());
    await userEvent.keyboard('Ada’s laptop');
  },
};

/** The same in the dark, 320 pixels wide. */
export const SignUpDarkNarrow: Story = { ...SignUp, parameters: { theme: 'dark', width: 320 } };

/** The device asks its person, and has no answer yet. */
export const OnYourDevice: Story = {
  parameters: { device: 'silent' },
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Sign up with a passkey' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Create a passkey' }));
    await expect(await canvas.findByText('Continue on your device…')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Cancel' })).toBeVisible();
  },
};

/** Passkeys are switched off. */
export const MethodDisabled: Story = {
  async play(context) {
    const { canvas, userEvent } = context;
    serviceOf(context).failures.next('signup', { refuse: 'METHOD_NOT_ENABLED' });
    await userEvent.click(await canvas.findByRole('button', { name: 'Sign up with a passkey' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Create a passkey' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/Passkey login isn’t available/);
  },
};

/** In German. */
export const German: Story = {
  parameters: { language: 'de' },
  async play({ canvas }) {
    await expect(await canvas.findByText('Mit Fingerabdruck, Gesicht oder Displaysperre.')).toBeVisible();
  },
};
