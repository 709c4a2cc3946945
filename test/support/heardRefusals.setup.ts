import { afterEach } from 'vitest';
import { receivedRefusals } from '../../src/testing/listedRefusals.js';

declare module 'vitest' {
  interface TaskMeta {
    /** The refusals that the tests of a file have received, each a path and a code. */
    heardRefusals?: string[];
  }
}

afterEach(({ task }) => {
  task.file.meta.heardRefusals = [...receivedRefusals];
});
