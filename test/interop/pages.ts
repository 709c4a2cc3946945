import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';
import { aliases } from './aliases.js';
import type { Loopback } from './loopback.js';

/** What the vendor's kits request of other hosts: the drawing that says that something is done. */
export const vendorsFiles: readonly string[] = ['https://lottie.host/'];

/** Serves a page with a client for a service, and another vendor's frame. @param more - what else its settings say. @returns its URL */
export type ServePage = (home: Loopback, more?: object) => Promise<{ url: string; stop: () => void }>;

/** Builds a page of this folder as an app's bundler does. */
export async function buildPage(source: string): Promise<ServePage> {
  const files = await bundle(source);
  return async ({ url, organizationId, authProxyConfigId, trust }, more = {}) => {
    const served = new Map<string | undefined, [type: string, body: string]>([
      ['/', ['text/html', documentOf('page')]],
      ['/frame', ['text/html', documentOf('frame')]],
      ['/settings.json', ['application/json', JSON.stringify({ url, organizationId, authProxyConfigId, ...more })]],
      ['/page.css', ['text/css', '']], // of a page without styles
      ['/trust.json', ['application/json', JSON.stringify(trust)]],
    ]);
    for (const [name, body] of files)
      served.set(`/${name}`, [name.endsWith('.css') ? 'text/css' : 'text/javascript', body]);
    const server = createServer((request, response) => {
      const [type, body] = served.get(request.url) ?? [];
      response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': `${type};charset=utf-8` }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { url: `http://localhost:${port}/`, stop: () => server.close() };
  };
}

const documentOf = (name: string): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Client</title>
<link rel="stylesheet" href="/page.css"><div id="root"></div><script type="module" src="/${name}.js"></script></html>`;

/** By their names in the page. */
async function bundle(source: string): Promise<Map<string, string>> {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production'; // it is `test` here, and React would be built for development
  try {
    return filesOf(await built(source));
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
}

const filesOf = ({ output }: Rolldown.RolldownOutput): Map<string, string> =>
  new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]));

const built = async (source: string): Promise<Rolldown.RolldownOutput> =>
  (await build({
    root: import.meta.dirname,
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    define: { global: 'globalThis' },
    resolve: { alias: aliases },
    plugins: [react()],
    build: {
      write: false,
      minify: false,
      cssCodeSplit: false,
      target: 'es2022',
      rolldownOptions: {
        input: { page: join(import.meta.dirname, source), frame: join(import.meta.dirname, 'framePage.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', assetFileNames: 'page[extname]' },
      },
    },
  })) as Rolldown.RolldownOutput;
