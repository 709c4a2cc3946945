import '../src/components/styles.css';
import type { Preview } from '@storybook/react-vite';

/** Every story is looked at by axe, and what it finds fails the story's test. */
const preview: Preview = { parameters: { a11y: { test: 'error' } }, tags: ['autodocs'] };
export default preview;
