import type { Meta, StoryObj } from '@storybook/react-vite';
import type { CSSProperties, ReactElement } from 'react';
import { expect } from 'storybook/test';
import { LoginCard } from '../src/components/login/LoginCard.js';
import { acmeMark } from './acmeMark.js';
import { inApp, startService } from './serviceInPage.js';
import '../demo/tokens.css';
import '../demo/panes.css';

type Theme = {
  /** The primary button. What stands on it, links and rings follow it. */
  accent: string;
  /** In pixels; the card's is 1.6 times as much. */
  radius: number;
  /** Any CSS family. */
  font: string;
  /** All measures follow it. */
  fontSize: string;
  /** Of the card. */
  surface: string;
};

/** Turn the controls until it looks like your app, then copy the lines below the card into your style sheet. */
function Playground(theme: Theme): ReactElement {
  const tokens = tokensOf(theme);
  const css = [':root {', ...Object.entries(tokens).map(([name, value]) => `  ${name}: ${value};`), '}'].join('\n');
  return (
    <div style={{ ...(tokens as CSSProperties), display: 'grid', gap: 16, inlineSize: '100%' }}>
      <LoginCard logo={acmeMark} terms="https://acme.example/terms" />
      <section className="pane" aria-labelledby="css">
        <h2 id="css">Your style sheet</h2>
        <pre>{css}</pre>
        <button type="button" onClick={() => void navigator.clipboard.writeText(css)}>
          Copy
        </button>
      </section>
    </div>
  );
}

const tokensOf = ({ accent, radius, font, fontSize, surface }: Theme): Record<string, string> => ({
  '--latchkey-accent': accent,
  '--latchkey-radius': `${radius}px`,
  '--latchkey-font': font,
  '--latchkey-font-size': fontSize,
  '--latchkey-surface': surface,
});

const meta = {
  title: 'Theme',
  component: Playground,
  args: {
    accent: '#0b6e4f',
    radius: 10,
    font: 'system-ui, sans-serif',
    fontSize: '1rem',
    surface: 'light-dark(#ffffff, #16181f)',
  },
  argTypes: {
    accent: { control: 'color' },
    radius: { control: { type: 'range', min: 0, max: 24 } },
    fontSize: { control: 'inline-radio', options: ['0.875rem', '1rem', '1.125rem'] },
  },
  loaders: [startService],
  decorators: [inApp],
  parameters: {
    config: { allowedAuthMethods: ['email', 'sms'], emailCustomizationParams: { appName: 'Acme' } },
    docs: {
      story: { inline: false, height: '900px' },
      source: {
        code: "import { LoginCard } from 'latchkey';\nimport 'latchkey/styles.css';\nimport './theme.css'; // the lines below the card\n\n<LoginCard />",
      },
    },
  },
} satisfies Meta<typeof Playground>;
export default meta;

/** The button takes the accent, and the lines to copy say so. */
export const Brand: StoryObj<typeof meta> = {
  async play({ canvas }) {
    const button = await canvas.findByRole('button', { name: 'Continue' });
    await expect(getComputedStyle(button).backgroundColor).toBe('rgb(11, 110, 79)');
    await expect(canvas.getByText(/--latchkey-accent: #0b6e4f;/)).toBeVisible();
  },
};

/** Square, in the dark, with another voice. */
export const Another: StoryObj<typeof meta> = {
  args: { accent: '#b4235a', radius: 0, font: 'Georgia, serif', surface: 'light-dark(#fffaf5, #1c1418)' },
  parameters: { theme: 'dark' },
};
