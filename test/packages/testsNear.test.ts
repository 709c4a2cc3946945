import { expect, test } from 'vitest';
import { testsNear } from '../../scripts/testsNear.js';

const texts = {
  'test/client/ask.test.ts': "import { ask } from '../../src/client/ask.js';",
  'test/client/asked.test.ts': "const { ask } = await import('../../src/client/ask.js');",
  'test/browser/components/otpScreen.test.tsx': "import { page } from '../../support/page.js';",
  'test/service/other.test.ts': "import { ask } from '../../src/service/ask.js';",
  'test/support/page.ts': "import { ask } from '../../src/client/ask.js';",
  'stories/OtpScreen.stories.tsx': "import { OtpScreen } from '../src/components/login/OtpScreen.js';",
};

test('a file of tests that changed is near, and so are those that import a changed file or bear its name', () => {
  expect(testsNear(['test/service/other.test.ts'], texts)).toEqual(['test/service/other.test.ts']);
  expect(testsNear(['src/client/ask.ts'], texts)).toEqual(['test/client/ask.test.ts', 'test/client/asked.test.ts']);
  expect(testsNear(['src/components/login/OtpScreen.tsx'], texts)).toEqual([
    'test/browser/components/otpScreen.test.tsx',
    'stories/OtpScreen.stories.tsx',
  ]);
  expect(testsNear(['test/support/page.ts'], texts)).toEqual(['test/browser/components/otpScreen.test.tsx']);
});

test('a change of words alone, and a test that was deleted, have no tests near them', () => {
  expect(testsNear(['README.md', 'docs/testing.md', 'test/client/gone.test.ts'], texts)).toEqual([]);
});
