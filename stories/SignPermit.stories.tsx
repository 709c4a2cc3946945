import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';
import { startLoggedIn } from './loggedIn.js';
import { SignPermit } from './SignPermit.js';
import source from './SignPermit.tsx?raw';
import { inApp } from './serviceInPage.js';

/** Typed data (EIP-712) in, a signature out: `useSignTypedData()` in an app's own screen, with Ada logged in at the real service. */
const meta = {
  title: 'Headless/useSignTypedData',
  component: SignPermit,
  args: { onSigned: fn() },
  loaders: [startLoggedIn],
  decorators: [inApp],
  parameters: {
    docs: {
      story: { inline: false, height: '360px' },
      source: { code: source.replace('../src/index.js', 'latchkey'), language: 'tsx' },
    },
  },
} satisfies Meta<typeof SignPermit>;
export default meta;

/** The service reads what it signs, so that policies see it. */
export const SignAPermit: StoryObj<typeof meta> = {
  async play({ canvas, userEvent, args }) {
    const sign = await canvas.findByRole('button', { name: 'Sign' });
    await waitFor(() => expect(sign).toBeEnabled());
    await userEvent.click(sign);
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent(/^0x[0-9a-f]{128}1[bc]$/));
    await expect(args.onSigned).toHaveBeenCalledOnce();
  },
};
