import '../src/components/styles.css';
import '../src/components/approvals.css';
import '../src/components/account.css';
import type { Preview } from '@storybook/react-vite';
import { configure } from 'storybook/test';
import { takeTurn } from '../stories/docsFrame.js';

configure({ asyncUtilTimeout: 5_000 }); // a service starts in each story's page

/** Every story is looked at by axe, and what it finds fails the story's test. */
const preview: Preview = { parameters: { a11y: { test: 'error' } }, loaders: [takeTurn], tags: ['autodocs'] };
export default preview;
