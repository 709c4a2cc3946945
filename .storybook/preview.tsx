import '../src/components/styles.css';
import '../src/components/approvals/approvals.css';
import '../src/components/wallet/wallet.css';
import '../src/components/account/account.css';
import '../src/components/transfer/transfer.css';
import type { Preview } from '@storybook/react-vite';
import { configure } from 'storybook/test';
import { languages } from '../src/contract/language.js';
import { docsFrame, takeTurn } from '../stories/docsFrame.js';

configure({ asyncUtilTimeout: 30_000 }); // a service starts in each story's page

/** A menu of the toolbar, whose button says what is chosen; while nothing is, each story has its own. */
const menu = (title: string, icon: string, choices: Readonly<Record<string, string>>) => ({
  toolbar: {
    title,
    icon,
    items: Object.entries({ '': 'of the story', ...choices }).map(([value, name]) => ({
      value,
      title: `${title}: ${name}`,
    })),
  },
});

const names = new Intl.DisplayNames('en', { type: 'language' });

/** Every story is looked at by axe on its own page, and what it finds fails the story's test. */
const preview: Preview = {
  parameters: {
    a11y: { test: docsFrame() ? 'off' : 'error' },
    options: { storySort: { order: ['Welcome', 'Guides', 'Screens', 'Headless', 'Theme'] } },
  },
  loaders: [takeTurn],
  tags: ['autodocs'],
  globalTypes: {
    theme: menu('Theme', 'mirror', { light: 'Light', dark: 'Dark' }),
    dir: menu('Direction', 'transfer', { rtl: 'Right to left' }),
    language: menu('Language', 'globe', Object.fromEntries(languages.map((tag) => [tag, names.of(tag) ?? tag]))),
    width: menu('Width', 'grow', { '320': '320 px', '480': '480 px', '960': '960 px' }),
  },
  initialGlobals: { theme: '', dir: '', language: '', width: '' },
};
export default preview;
