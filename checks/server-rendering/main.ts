// The packed package in an app of React 18 whose page a server renders: React takes the markup over, and a person logs in. Run
// `npm run build` first; prints a line a check and fails with what is wrong.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { chromium as playwright } from 'playwright';
import { build } from 'vite';
import { chromium } from '../../test/support/chromium.js';
import { foreignRequests } from '../../test/support/foreignRequests.js';
import { serviceOnAPort } from '../../test/support/onAPort.js';
import { check } from '../check.js';
import { installedApp } from '../installedApp.js';
import { files, pageOf } from './app.js';

const root = process.cwd();
const { folder, remove } = installedApp(root, join(root, 'test/react-18'));
let page = '';
const service = await serviceOnAPort({}, { hosts: ['localhost'], beside: [{ request: answer }] });
const browser = await playwright.launch(chromium());
try {
  const authProxyUrl = `http://localhost:${service.port}`;
  const settings = { authProxyUrl, authProxyConfigId: service.authProxyConfigId };
  await service.configure({
    allowedAuthMethods: ['email', 'sms', 'passkey'],
    oauthClientIds: { google: ['client'] },
    oauthRedirectUrls: [`${authProxyUrl}/oauth-callback.html`],
  });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await bundle();
  const rendered = execFileSync(process.execPath, ['server.js', JSON.stringify(settings)], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { version, markup } = JSON.parse(rendered) as { version: string; markup: string };
  check('the server renders with React 18', version.startsWith('18.') ? [] : [version]);
  check('its markup has the card’s field and button', /<input[^>]+name="email".+Continue/.test(markup) ? [] : [markup]);
  page = pageOf(markup, settings);

  const complaints: string[] = [];
  const tab = await browser.newPage();
  tab.setDefaultTimeout(120_000); // beside other programs nothing is drawn for many seconds
  const { unexpected } = foreignRequests(tab.context());
  tab.on('console', (said) => /error|warning/.test(said.type()) && complaints.push(said.text()));
  tab.on('pageerror', (error) => complaints.push(String(error)));
  await tab.goto(authProxyUrl);
  await tab.getByRole('button', { name: 'Continue with Google' }).waitFor(); // the configuration is known
  check('React takes the markup over and complains of nothing', complaints);
  const isKept = await tab.evaluate(`document.querySelector('main form').fromServer === true`);
  check('the form is the one that the server sent', isKept ? [] : ['it was made anew']);
  await tab.getByLabel('Email address').fill('ada@example.com');
  await tab.keyboard.press('Enter');
  await tab.getByLabel('6-digit code').waitFor();
  while (service.inbox.lastCode('ada@example.com') === undefined) await tab.waitForTimeout(20); // sent after the answer
  await tab.keyboard.type(service.inbox.lastCode('ada@example.com') ?? '');
  await tab.waitForFunction(`document.title.startsWith('Logged in')`);
  check('a person logs in, and nothing is complained of', complaints);
  check('nothing is requested of another host', unexpected);
} finally {
  await browser.close();
  await service.close();
  remove();
}

/** For development, where React names what differs. */
async function bundle(): Promise<void> {
  process.env.NODE_ENV = 'development';
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    build: {
      outDir: join(folder, 'built'),
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: { client: join(folder, 'client.js') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', assetFileNames: '[name][extname]' },
      },
    },
  });
}

function answer({ url = '/' }: IncomingMessage, outgoing: ServerResponse): void {
  const { pathname } = new URL(url, 'http://localhost');
  const [, name, ending = ''] = /^\/([\w.-]+)\.(js|css)$/.exec(pathname) ?? [];
  if (name) {
    const type = ending === 'js' ? 'text/javascript' : 'text/css';
    outgoing.writeHead(200, { 'Content-Type': type }).end(readFileSync(join(folder, 'built', `${name}.${ending}`)));
  } else if (pathname === '/') outgoing.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
  else outgoing.writeHead(404).end();
}
