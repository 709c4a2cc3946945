import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import config from '../../vite.config.js';
import { chromium } from '../support/chromium.js';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'latchkey-testing-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files of docs/testing.md, each by the name in its first line. */
const page = readFileSync(join(root, 'docs/testing.md'), 'utf8');
const files = [...page.matchAll(/^```(?:ts|tsx|js)\n(\/\/ (\S+\.\w+).*?)^```$/gms)].map(
  ([, content = '', name = '']) => ({
    name,
    content,
  }),
);

/** A separate app with the packed package, and the packages that the page says to install. */
beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const { name, content } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const ours = join(import.meta.dirname, 'node_modules');
  for (const name of ['jest', 'jest-environment-jsdom', '@swc/core', '@swc/jest', 'jsdom', 'happy-dom'])
    link(ours, name);
  // A copy, because it looks for an environment's package in its own folder.
  cpSync(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'), { recursive: true });
  for (const name of packagesIn(join(root, 'node_modules'))) link(join(root, 'node_modules'), name);
  const packaged = join(folder, 'node_modules/latchkey');
  mkdirSync(packaged, { recursive: true });
  copyFileSync(join(root, 'package.json'), join(packaged, 'package.json'));
  const outDir = join(packaged, 'dist');
  await build({ ...config, configFile: false, root, logLevel: 'error', build: { ...config.build, outDir } });
}, 120_000);

/** Keeps an existing one of that name. */
function link(modules: string, name: string): void {
  const at = join(folder, 'node_modules', name);
  if (existsSync(at)) return;
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(join(modules, name), at);
}

function packagesIn(modules: string): string[] {
  const names = readdirSync(modules).filter((name) => !name.startsWith('.') && name !== 'latchkey');
  return names.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}

/** Runs a program of a package in that app. */
async function run(program: string, args: readonly string[], variables: Record<string, string> = {}) {
  const { NODE_ENV: _, VITEST: __, ...machine } = process.env;
  const env = { ...machine, CI: 'true', NO_COLOR: '1', ...variables };
  const child = spawn(process.execPath, [join(folder, 'node_modules', program), ...args], { cwd: folder, env });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { code, output: stdout + stderr };
}

test('every file of the page is run here', () => {
  const blocks = [...page.matchAll(/^```(ts|tsx|js)$/gm)];
  expect(files.map(({ name }) => name)).toEqual([
    ...['test/people.test.ts', 'vitest.config.ts', 'test/login.test.tsx'],
    ...['jest.config.js', 'test/environment.js', 'test/empty.js', 'e2e/login.spec.ts'],
    'e2e/passkey.spec.ts',
  ]);
  expect(blocks).toHaveLength(files.length);
});

test.each(['jsdom', 'happy-dom'])('the page’s tests pass in Vitest with %s', async (environment) => {
  const { code, output } = await run('vitest/vitest.mjs', ['run', '--dir', 'test', '--environment', environment]);
  expect(output).toMatch(/Tests +4 passed/);
  expect(code).toBe(0);
});

test('they pass in Playwright, at the app that the README begins with', async () => {
  const [, app = ''] = /^```tsx\n(.*?)^```$/ms.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  writePage('index', app);
  writePage('card', app.replaceAll('LoginButton', 'LoginCard'));
  const input = ['index.html', 'card.html'];
  writeFileSync(
    join(folder, 'vite.config.js'),
    `export default { build: { rolldownOptions: { input: ${JSON.stringify(input)} } } };`,
  );
  // What the package of this name is, too.
  const playwright = join(folder, 'node_modules/@playwright/test');
  mkdirSync(playwright, { recursive: true });
  writeFileSync(join(playwright, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  writeFileSync(join(playwright, 'index.js'), "export * from 'playwright/test';");
  const { env, ...launchOptions } = chromium();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const vite = `"${process.execPath}" node_modules/vite/bin/vite.js`;
  const settings = {
    testDir: 'e2e',
    reporter: 'line',
    timeout: 60_000,
    expect: { timeout: 30_000 },
    use: { baseURL: url, launchOptions },
    webServer: { command: `${vite} build && ${vite} preview --port ${port} --strictPort`, url, timeout: 120_000 },
  };
  writeFileSync(join(folder, 'playwright.config.js'), `export default ${JSON.stringify(settings)};`);
  const { code, output } = await run('playwright/cli.js', ['test'], env);
  expect(output).toMatch(/3 passed/);
  expect(code).toBe(0);
});

test('they pass in Jest with the page’s configuration', async () => {
  const { code, output } = await run('jest/bin/jest.js', [], { NODE_OPTIONS: '--experimental-vm-modules' });
  expect(output).toMatch(/Tests: +4 passed/);
  expect(code).toBe(0);
});

/** A page of the app: `<name>.html`. */
function writePage(name: string, app: string): void {
  const main = `import { createRoot } from 'react-dom/client';
import App from './${name}App.tsx';
createRoot(document.getElementById('root')!).render(<App />);`;
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, `src/${name}App.tsx`), app);
  writeFileSync(join(folder, `src/${name}.tsx`), main);
  const body = `<div id="root"></div><script type="module" src="/src/${name}.tsx"></script>`;
  writeFileSync(join(folder, `${name}.html`), `<!doctype html><html lang="en"><title>App</title>${body}</html>`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
