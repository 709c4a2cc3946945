import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Chunk } from '../checks/size/bundle.js';

/** The gzipped files of a site, by their path. */
export type Site = Map<string, Buffer>;

/** Puts a file on a site. */
export function put(site: Site, path: string, content: string | Uint8Array): void {
  site.set(path, gzipSync(content, { level: 9 }));
}

/** Puts a bundler's output on a site. @returns the entry and the style sheets, which the page must name */
export function putChunks(site: Site, chunks: readonly Chunk[]): string[] {
  for (const chunk of chunks) put(site, `/${chunk.fileName}`, chunk.type === 'chunk' ? chunk.code : chunk.source);
  const named = chunks.filter((chunk) => chunk.type === 'asset' || chunk.isEntry);
  return named.map(({ fileName }) => `/${fileName}`);
}

/** A page with these scripts and style sheets. */
export function pageHtml(files: readonly string[]): string {
  const heads = files.map((path) =>
    path.endsWith('.css') ? `<link rel="stylesheet" href="${path}">` : `<script type="module" src="${path}"></script>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bench</title><link rel="icon" href="data:,">${heads.join('')}</head><body><div id="root"></div></body></html>`;
}

/** Answers with a site's files, which may not be cached, so that each visit is a first one. */
export function answerFrom(site: Site): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    const body = site.get(pathname);
    if (body === undefined) return void outgoing.writeHead(404).end();
    outgoing.writeHead(200, {
      'Content-Type': types[extname(pathname)] ?? 'text/html; charset=utf-8',
      'Content-Encoding': 'gzip',
      'Content-Length': body.length,
      'Cache-Control': 'no-store',
    });
    outgoing.end(body);
  };
}

/** Serves a site on a free port of this machine. */
export async function serveSite(site: Site): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer(answerFrom(site));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, close: () => void server.close() };
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};
