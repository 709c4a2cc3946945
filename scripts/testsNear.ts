import { posix } from 'node:path';

const isTest = (path: string): boolean => /\.(test|stories)\.tsx?$/.test(path);

/**
 * The files of tests that a change touches: those that changed, and those that import a changed file or bear its name.
 * @param changed - paths relative to the project, with forward slashes
 * @param texts - the project's files of tests by path, with their text
 */
export function testsNear(changed: readonly string[], texts: Readonly<Record<string, string>>): string[] {
  const sources = changed.filter((path) => /\.(tsx?|mjs|css)$/.test(path) && !isTest(path));
  const modules = new Set(sources.map(withoutEnding));
  const names = new Set(sources.filter((path) => path.startsWith('src/')).map(nameOf));
  return Object.entries(texts)
    .filter(([path]) => isTest(path))
    .filter(
      ([path, text]) =>
        changed.includes(path) || names.has(nameOf(path)) || importedBy(path, text).some((each) => modules.has(each)),
    )
    .map(([path]) => path);
}

function importedBy(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)].map(([, name = '']) =>
    withoutEnding(posix.join(posix.dirname(path), name)),
  );
}

const withoutEnding = (path: string): string => path.replace(/\.(tsx?|jsx?|mjs)$/, '');

/** `src/components/login/OtpScreen.tsx` and `test/browser/components/login/otpScreen.test.tsx` have one name. */
const nameOf = (path: string): string => posix.basename(path).split('.', 1)[0]?.toLowerCase() ?? '';
