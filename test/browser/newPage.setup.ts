import { cleanup, configure } from '@testing-library/react';
import { afterAll, beforeAll } from 'vitest';
import { pageMemory } from '../../src/sessions/pageMemory.js';
import { clearDevice } from './sessions/tab.js';

configure({ asyncUtilTimeout: 60_000 }); // no test is about time, and a second is little on a busy machine

// Test files use a page one after the other. Each starts with an empty page and empty storage.
beforeAll(async () => {
  for (const kept of Object.values(pageMemory())) kept.clear();
  sessionStorage.clear();
  await clearDevice();
});

afterAll(() => {
  cleanup();
  document.body.replaceChildren();
});
