import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Next's bundler fails over much that Vite lets pass, such as an import() of an optional package that is not installed. */
const next = '16.4.6';

/**
 * Builds an app of Next whose page is the README's code, under `'use client'` as the README says. It is without TypeScript, which Next installs
 * itself, and not where CI is set.
 *
 * @param app - an empty folder.
 * @param versions - of React and what else the README installs.
 * @returns what went wrong.
 */
export async function buildNext(
  app: string,
  { code, versions, env }: { code: string; versions: Readonly<Record<string, string>>; env: NodeJS.ProcessEnv },
): Promise<readonly string[]> {
  mkdirSync(join(app, 'app'), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(app, name), text);
  write('package.json', JSON.stringify({ private: true, dependencies: { next, ...versions } }));
  write('app/page.jsx', `'use client'\n${code}`);
  write(
    'app/layout.jsx',
    'export default function Layout({ children }) {\n  return <html lang="en"><body>{children}</body></html>\n}\n',
  );
  const settings = { cwd: app, env: { ...env, NEXT_TELEMETRY_DISABLED: '1' } };
  try {
    await promisify(execFile)('npm', ['install', '--include=dev', '--no-audit', '--no-fund'], settings);
    await promisify(execFile)('npx', ['next', 'build'], settings);
    return [];
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    return [...stdout.split('\n'), ...stderr.split('\n')].filter((line) => line.trim() !== '').slice(0, 20);
  }
}
