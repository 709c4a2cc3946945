// `npm start`: the development service and the demo app on one origin, both from source. PORT (4500), LATCHKEY_DATA (.latchkey).
// `npm start -- --chain`: with a test chain that the demo's wallet sends on.
// Its last line, alone, is `latchkey ready <url>`.
import { createECDH, createHash } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { basename, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { build, createServer } from 'vite';
import { startChain } from './startChain.mjs';

const root = join(import.meta.dirname, '..');
/** Looked at before anything is waited for: an orphan's parent is another process. */
const parent = process.ppid;

let widget;
let exampleOauth2;
let chain;
/** How far the service's clock is ahead of the machine's: the demo's page moves it. */
let aheadMs = 0;
const clock = () => Date.now() + aheadMs;

/** The dashboard as `latchkey-service` has it, in a folder of its own: the built one may be of another day. */
const dashboard = join(root, 'node_modules/.cache/latchkey-dashboard');
const dashboardBuilt = build({
  configFile: join(root, 'dashboard/vite.config.ts'),
  mode: 'production',
  logLevel: 'error',
  build: { outDir: dashboard },
});

/** Vite hangs its socket for updates on a server; this one never opens, and the service's server hands the sockets on. */
const updates = createHttpServer();
const vite = await createServer({
  configFile: join(root, 'demo/vite.config.ts'),
  clearScreen: false,
  logLevel: 'error',
  server: { middlewareMode: true, ws: { server: updates } },
});

const service = (file) => vite.ssrLoadModule(join(root, 'src/service/node', file));
const { worded } = await service('worded.ts');
try {
  if (process.argv.includes('--chain')) chain = await startChain();
  const { startDev } = await service('startDev.ts');
  const { devIntro } = await service('devIntro.ts');
  const { untilSignalled } = await service('untilSignalled.ts');
  const { backend } = await vite.ssrLoadModule(join(root, 'demo/backend.ts'));
  const { offerExampleOauth2 } = await vite.ssrLoadModule(join(root, 'scripts/offerExampleOauth2.ts'));
  const { dressDemo } = await vite.ssrLoadModule(join(root, 'scripts/dressDemo.ts'));
  const { exampleOauth2Endpoints } = await vite.ssrLoadModule(join(root, 'scripts/exampleOauth2.ts'));
  let trusted;
  const running = await startDev({
    variables: process.env,
    reach: 'loopback',
    dashboard,
    clock,
    oauth2Endpoints: (url) => exampleOauth2Endpoints(`${url}/dev/oauth2`),
    beside: (parent, apiKey) => {
      trusted = parent.trust;
      const url = () => running.url;
      return demo(parent, backend({ ...parent, apiKey, origin: url, clock, bob: bobOf(apiKey) }), url);
    },
  });
  await offerExampleOauth2({ ...trusted, url: running.url, token: running.token });
  await dressDemo(running);
  const asked = Promise.race([untilSignalled(), untilLeftAlone()]);
  await dashboardBuilt;
  process.stdout.write(
    devIntro({ ...running, hasDashboard: true }, { demo: running.url, ...(chain && { chain: chain.url }) }),
  );
  await asked;
  await Promise.all([running.stop(), vite.close()]);
} catch (error) {
  process.stderr.write(`${worded(error)}\n`);
  process.exitCode = 1;
  await vite.close();
} finally {
  chain?.stop();
}

/** The key of the demo's second user: the same at each start, and of this machine alone. */
function bobOf({ privateKey }) {
  const key = createECDH('prime256v1');
  key.setPrivateKey(createHash('sha256').update(`Bob ${privateKey}`).digest());
  return { publicKey: key.getPublicKey('hex', 'compressed'), privateKey: key.getPrivateKey('hex').padStart(64, '0') };
}

/** X- and Discord-shaped providers, loaded as late. */
async function answerExampleOauth2(url, incoming, outgoing) {
  exampleOauth2 ??= makeExampleOauth2(url);
  (await exampleOauth2).answer(incoming, outgoing);
}

async function makeExampleOauth2(url) {
  const { createExampleOauth2 } = await vite.ssrLoadModule(join(root, 'scripts/exampleOauth2.ts'));
  const { exampleApp } = await vite.ssrLoadModule(join(root, 'scripts/offerExampleOauth2.ts'));
  return createExampleOauth2({ ...exampleApp, redirectUrls: [`${url}/oauth-callback.html`], url: `${url}/dev/oauth2` });
}

/** The widget as the package has it, built when the first page asks for it. */
async function answerWidget(url, outgoing) {
  widget ??= buildWidget();
  const name = basename(new URL(url, 'http://localhost').pathname);
  const script = (await widget.catch(() => undefined))?.get(name);
  if (script === undefined) outgoing.writeHead(404).end();
  else outgoing.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' }).end(script);
}

/** Its files by their names. */
async function buildWidget() {
  const { output } = await build({
    configFile: join(root, 'vite.embed.config.ts'),
    root,
    mode: 'production',
    logLevel: 'error',
    build: { write: false },
  });
  return new Map(output.filter((file) => file.type === 'chunk').map(({ fileName, code }) => [fileName, code]));
}

/** An npm that is told to end leaves behind what runs in its shell; then the shell's end is the signal. */
function untilLeftAlone() {
  if (process.env.npm_lifecycle_event === undefined) return new Promise(() => {});
  return new Promise((resolve) => {
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      resolve();
    }, 500).unref();
  });
}

/** What the demo's own page may do in development: move the clock, and speak with the test chain. */
async function answerOwn(incoming, outgoing, url) {
  const { origin = '', 'content-type': type } = incoming.headers;
  const isOwn = [url, url.replace('//localhost:', '//127.0.0.1:')].includes(origin);
  if (incoming.method !== 'POST' || !isOwn || type !== 'application/json') return outgoing.writeHead(403).end();
  try {
    const asked = await json(incoming);
    let answer;
    if (incoming.url === '/demo-chain') answer = await askChain(asked);
    else {
      aheadMs += Math.max(0, Number(asked.ms) || 0);
      answer = { aheadMs };
    }
    outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    outgoing.end(JSON.stringify(answer));
  } catch {
    outgoing.writeHead(502).end();
  }
}

async function askChain(asked) {
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(chain.url, { method: 'POST', headers, body: JSON.stringify(asked) })).json();
}

/** The demo gets the public ids and keys as any app would, from where it is served; and it has a backend of its own. */
function demo({ organizationId, authProxyConfigId, trust }, backend, url) {
  const answerApi = getRequestListener(backend);
  return {
    request(incoming, outgoing) {
      if (incoming.url.startsWith('/api/')) answerApi(incoming, outgoing);
      else if (incoming.url === '/demo-settings.json') {
        outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
        const settings = { organizationId, authProxyConfigId, trust, aheadMs, ...(chain && { chain: '/demo-chain' }) };
        outgoing.end(JSON.stringify(settings));
      } else if (/^\/demo-(clock|chain)$/.test(incoming.url)) void answerOwn(incoming, outgoing, url());
      else if (incoming.url?.startsWith('/embed/')) void answerWidget(incoming.url, outgoing);
      else if (incoming.url?.startsWith('/dev/oauth2/')) void answerExampleOauth2(url(), incoming, outgoing);
      else vite.middlewares(incoming, outgoing);
    },
    upgrade: (...socket) => updates.emit('upgrade', ...socket),
  };
}
