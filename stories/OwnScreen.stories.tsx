import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';
import { OwnScreen } from './OwnScreen.js';
import source from './OwnScreen.tsx?raw';
import { inApp, serviceOf, startService } from './serviceInPage.js';

/**
 * A login without a look: `useLogin()` returns the step and its actions, and the app renders it. This screen is the 40
 * lines below, at the real service.
 */
const meta = {
  title: 'Headless/useLogin',
  component: OwnScreen,
  args: { onLogin: fn() },
  loaders: [startService],
  decorators: [inApp],
  parameters: {
    docs: {
      story: { inline: false, height: '240px' },
      source: { code: source.replace('../src/index.js', 'latchkey'), language: 'tsx' },
    },
  },
} satisfies Meta<typeof OwnScreen>;
export default meta;

/** A wrong code shows an error, a right one logs in. */
export const BuildYourOwnScreen: StoryObj<typeof meta> = {
  async play({ canvas, userEvent, loaded, args }) {
    await userEvent.type(await canvas.findByLabelText('Email address'), 'ada@example.com{Enter}');
    const field = await canvas.findByLabelText('Code sent to ada@example.com');
    await userEvent.type(field, '12{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent('That code is too short.');
    await userEvent.clear(field);
    await userEvent.type(field, `${serviceOf({ loaded }).inbox.lastCode('ada@example.com')}{Enter}`);
    await waitFor(() => expect(args.onLogin).toHaveBeenCalledOnce());
  },
};
