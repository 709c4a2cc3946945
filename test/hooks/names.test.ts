import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import * as ethereum from '../../src/ethereum/react.js';
import * as latchkey from '../../src/index.js';

const hooks = Object.entries<unknown>({ ...latchkey, ...ethereum }).filter(
  (entry): entry is [string, (input: object) => unknown] =>
    /^use[A-Z]/.test(entry[0]) && typeof entry[1] === 'function',
);

test.each(hooks)("%s goes by its own name in React's tools, which read it off the stack", (name, hook) => {
  expect(hook.name).toBe(name);
  const asked = (): null => {
    hook({});
    return null;
  };
  let stack = '';
  try {
    renderToString(createElement(asked)); // outside a provider
  } catch (error) {
    stack = (error as Error).stack ?? '';
  }
  expect(stack).toContain('A Latchkey hook needs a <LatchkeyProvider');
  expect(stack).toMatch(new RegExp(`at (Module\\.)?${name} `));
});
