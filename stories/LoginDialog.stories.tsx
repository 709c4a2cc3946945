import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, waitFor } from 'storybook/test';
import { LoginButton } from '../src/components/login/LoginButton.js';
import { acmeMark } from './acmeMark.js';
import { appCode } from './appCode.js';
import { inApp, type PageParameters, serviceOf, startService } from './serviceInPage.js';

/** A button that opens the login in a dialog and, after the login, shows the person's name. */
const meta = {
  title: 'Screens/LoginButton and LoginDialog',
  component: LoginButton,
  args: { logo: acmeMark, terms: 'https://acme.example/terms', privacy: 'https://acme.example/privacy' },
  loaders: [startService],
  decorators: [inApp],
  parameters: {
    layout: 'centered',
    config: { allowedAuthMethods: ['email', 'sms'], emailCustomizationParams: { appName: 'Acme' } },
    docs: {
      story: { inline: false, height: '640px' },
      source: { transform: () => appCode('LoginButton', {}) },
    },
  },
} satisfies Meta<typeof LoginButton>;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & { parameters?: PageParameters };
type Play = Parameters<NonNullable<StoryObj<typeof meta>['play']>>[0];

const ada = 'ada@example.com';

/** The dialog is in the top layer, where `screen` finds it. */
async function open({ canvas, userEvent }: Play): Promise<HTMLElement> {
  await userEvent.click(await canvas.findByRole('button', { name: 'Log in' }));
  const email = await screen.findByLabelText('Email address');
  await waitFor(() => expect(email).toHaveFocus());
  return email;
}

/** The button alone. */
export const Closed: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Log in' })).toBeVisible();
  },
};

/** The login in a dialog; on small screens it is a sheet from below. */
export const Open: Story = {
  async play(context) {
    await open(context);
    await expect(screen.getByRole('dialog')).toBeVisible();
  },
};

/** In the dark. */
export const OpenDark: Story = { ...Open, parameters: { theme: 'dark' } };

/** A logged-in person: name, address, and a button to log out. */
export const LoggedIn: Story = {
  async play(context) {
    const { canvas, userEvent, loaded } = context;
    await userEvent.type(await open(context), `${ada}{Enter}`);
    await waitFor(() => expect(screen.getByLabelText(/^\d-digit code$/)).toHaveFocus());
    await userEvent.keyboard(serviceOf({ loaded }).inbox.lastCode(ada) ?? '');
    const opener = await canvas.findByRole('button', { name: `Your account: ${ada}` });
    await userEvent.click(opener);
    await expect(await canvas.findByText(/^0x\w{4}…\w{4}$/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Log out' })).toBeVisible();
  },
};
