import { cleanup } from '@testing-library/react';
import { afterAll, beforeAll } from 'vitest';
import { pageMemory } from '../../src/sessions/pageMemory.js';
import { clearDevice } from './sessions/tab.js';

// One file of tests after the other uses a page: each finds it empty, on a device on which nobody has ever logged in.
beforeAll(async () => {
  for (const kept of Object.values(pageMemory())) kept.clear();
  sessionStorage.clear();
  await clearDevice();
});

afterAll(() => {
  cleanup();
  document.body.replaceChildren();
});
