import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Page } from 'playwright';
import { build, type Rolldown } from 'vite';
import { answerRoute } from '../../../src/testing/answerRoute.js';
import type { TestService } from '../../../src/testing/createTestService.js';
import { foreignRequests } from '../../support/foreignRequests.js';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'test/host-pages');

/** Pages with style sheets of their own around the screen, built as an app's bundler builds them. */
export type HostPages = {
  /** The names of the pages; `a bare page` has no styles. */
  readonly names: readonly string[];
  /** Opens one of them. @param html - attributes of the page's root element */
  readonly open: (page: Page, name: string, html?: string, screen?: HostScreen) => Promise<void>;
  /** What the pages requested of other hosts. */
  readonly foreign: () => string[];
};

/** `app`: the button with its dialog and, after the login, the offer of a passkey and the account. */
export type HostScreen = 'otp' | 'card' | 'app';

export const hostOrigin = 'https://host.test';

/** Builds them all; the frameworks are installed where this first runs. */
export async function buildHostPages(service: TestService): Promise<HostPages> {
  const { status } = spawnSync(process.execPath, ['scripts/ensure.mjs', 'test/host-pages'], { cwd: root });
  if (status !== 0) throw new Error('The style sheets of test/host-pages could not be installed.');
  const kit = join(root, 'src/components/styles.css');
  const printed = execFileSync(process.execPath, [join(folder, 'sheets.mjs'), kit], { maxBuffer: 2 ** 25 });
  const sheets = JSON.parse(String(printed)) as Record<string, string>;
  const names = Object.keys(sheets);
  const files = await bundle(names.map((name) => sheets[name] ?? ''));
  const { authProxyUrl, authProxyConfigId } = service.settings;
  const settings = { authProxyUrl, authProxyConfigId };

  const watched: (readonly string[])[] = [];

  async function open(page: Page, name: string, html = '', screen: HostScreen = 'otp') {
    watched.push(foreignRequests(page.context()).unexpected);
    await page.route(`${authProxyUrl}/**`, answerRoute(service));
    await page.route(`${hostOrigin}/**`, (route) => {
      const path = new URL(route.request().url()).pathname.slice(1);
      if (path === '')
        return route.fulfill({ contentType: 'text/html', body: pageOf(names.indexOf(name), html, screen) });
      const contentType = path.endsWith('.css') ? 'text/css' : 'text/javascript';
      const body = files.get(path);
      return body === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ contentType, body });
    });
    await page.goto(`${hostOrigin}/`);
  }

  /** The screen has the same position and size on all of them, since a page may change the size of 1rem. */
  function pageOf(index: number, html: string, screen: HostScreen): string {
    const style =
      screen === 'otp'
        ? 'position:absolute;left:40px;top:40px;width:400px;margin:0;padding:0;--latchkey-font-size:16px;--latchkey-width:400px'
        : 'margin:0;padding:0;--latchkey-font-size:1rem;display:grid;gap:16px';
    return `<!doctype html><html lang="en" ${html}><meta charset="utf-8"><title>Host</title>
      <link rel="stylesheet" href="/sheet-${index}.css">
      <body><div id="root" style="${style}"></div>
      <script type="application/json" id="settings">${JSON.stringify({ settings, screen })}</script>
      <script type="module" src="/page.js"></script></body></html>`;
  }

  return { names, open, foreign: () => watched.flat() };
}

/** By their names in the page. */
async function bundle(sheets: readonly string[]): Promise<Map<string, string>> {
  const made = mkdtempSync(join(tmpdir(), 'latchkey-host-pages-'));
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production'; // it is `test` here, and React would be built for development
  try {
    const inputs = sheets.map((css, index) => {
      const file = join(made, `sheet-${index}.css`);
      writeFileSync(file, css);
      return [`sheet-${index}`, file];
    });
    const built = (await build({
      root,
      configFile: false,
      mode: 'production',
      logLevel: 'error',
      plugins: [react()],
      build: {
        write: false,
        rolldownOptions: {
          input: { page: join(import.meta.dirname, 'hostPage.tsx'), ...Object.fromEntries(inputs) },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', assetFileNames: '[name][extname]' },
        },
      },
    })) as Rolldown.RolldownOutput;
    return new Map(
      built.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]),
    );
  } finally {
    process.env.NODE_ENV = NODE_ENV;
    rmSync(made, { recursive: true, force: true });
  }
}
