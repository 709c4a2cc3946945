import { addons } from 'storybook/manager-api';
import { create } from 'storybook/theming/create';

/** A key in a square of the accent's colour, and the name. */
const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="132" height="32" viewBox="0 0 132 32">
  <rect width="32" height="32" rx="8" fill="#2347d9"/>
  <path d="M16 8a5 5 0 0 0-2 9.6V24h4v-2h2v-3h-2v-1.4A5 5 0 0 0 16 8Zm0 3.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z" fill="#fff"/>
  <text x="42" y="22" font-family="system-ui, sans-serif" font-size="18" font-weight="600" fill="#12151d">Latchkey</text>
</svg>`;

addons.setConfig({
  theme: create({
    base: 'light',
    brandTitle: 'Latchkey',
    brandImage: `data:image/svg+xml,${encodeURIComponent(mark)}`,
    brandTarget: '_self',
    colorPrimary: '#2347d9',
    colorSecondary: '#2347d9',
    appBg: '#f4f5fa',
    appBorderRadius: 8,
    inputBorderRadius: 8,
  }),
});
