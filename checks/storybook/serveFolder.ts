import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** Serves the files of a folder on the loopback interface, at a port that is free. */
export async function serveFolder(folder: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer(async ({ url = '/' }, outgoing) => {
    const { pathname } = new URL(url, 'http://localhost');
    try {
      const file = await readFile(join(folder, pathname));
      const type = types[extname(pathname)] ?? 'application/octet-stream';
      outgoing.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'max-age=3600' }).end(file);
    } catch {
      outgoing.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};
