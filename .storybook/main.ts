import { join } from 'node:path';
import type { StorybookConfig } from '@storybook/react-vite';
import { cssTarget } from '../vite.config.js';

const src = join(import.meta.dirname, '../src');

const config: StorybookConfig = {
  stories: ['../stories/**/*.@(stories.tsx|mdx)'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  framework: '@storybook/react-vite',
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: 'react-docgen-typescript' },
  // Storybook takes vite.config.ts over, and with it the library build, which is not what a page of stories is.
  viteFinal: (config) => ({
    ...config,
    // The demo names the package as an app does.
    resolve: {
      ...config.resolve,
      alias: [
        { find: /^latchkey$/, replacement: join(src, 'index.ts') },
        { find: /^latchkey\/(\w+)$/, replacement: join(src, '$1.ts') },
        ...Object.entries(config.resolve?.alias ?? {}).map(([find, replacement]) => ({ find, replacement })),
      ],
    },
    build: {
      ...config.build,
      cssTarget,
      lib: undefined as never,
      modulePreload: false,
      // Every frame of a page starts the service, and would ask for a hundred small files.
      rolldownOptions: {
        output: { codeSplitting: { groups: [{ name: 'service', test: /\/src\/(service|testing)\// }] } },
      },
    },
  }),
};
export default config;
