import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { inject } from 'vitest';
import type { Trust } from '../../../src/client/settings.js';
import type { Beside } from '../../../src/service/node/listen.js';

/** The settings that the page requests at its start. */
export type DemoSettings = {
  readonly authProxyUrl: string;
  readonly authProxyConfigId: string;
  /** The service's public keys. */
  readonly trust: Trust | undefined;
};

/** `plain`: the page of test/journeys/page, which leads to single screens; `tour`: the demo. */
export type BuiltPage = 'plain' | 'tour';

export type ServeSettings = {
  /** What stands at `/`. */
  readonly page: BuiltPage;
  readonly settings: () => DemoSettings;
  /** The demo's own backend. */
  readonly backend: (request: Request) => Promise<Response>;
  /** Gets each report of a violated policy, as JSON text. */
  readonly onViolation: (report: string) => void;
};

/** Serves the built demo under a policy that allows only its own files, and scripts with the nonce of the answer. */
export function serveBuilt({ page, settings, backend, onViolation }: ServeSettings): Beside {
  const answerApi = getRequestListener(backend);
  return {
    request: async (incoming, outgoing) => {
      const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
      if (pathname.startsWith('/api/')) await answerApi(incoming, outgoing);
      else if (pathname === '/csp-report') {
        onViolation(await text(incoming));
        outgoing.writeHead(204).end();
      } else if (pathname === '/demo-settings.json') {
        const { authProxyUrl, authProxyConfigId, trust } = settings();
        answer(outgoing, 'application/json', JSON.stringify({ authProxyUrl, authProxyConfigId, trust }));
      } else if (pathname === '/') answerPage(outgoing, settings(), page === 'tour' ? 'index.html' : 'plain.html');
      else if (pathname === '/widget.html') answerPage(outgoing, settings(), 'widget.html');
      else if (pathname === '/oauth-callback.html') answerPage(outgoing, settings(), 'oauth-callback.html');
      else answerFile(outgoing, pathname);
    },
  };
}

function answerPage(outgoing: ServerResponse, { authProxyUrl }: DemoSettings, file: string): void {
  const { folder, nonce } = inject('builtDemo');
  const once = randomBytes(16).toString('base64url');
  outgoing.setHeader('Content-Security-Policy', strictPolicy(once, authProxyUrl));
  const page = readFileSync(join(folder, file), 'utf8').replaceAll(nonce, once);
  // What was written by hand has no mark.
  answer(outgoing, 'text/html', page.replace(/<script (?!.*nonce=)/g, `<script nonce="${once}" `));
}

/** @see CSP Level 3; Trusted Types, 4.2 */
const strictPolicy = (nonce: string, authProxyUrl: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self' ${authProxyUrl}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'report-uri /csp-report',
  ].join('; ');

function answerFile(outgoing: ServerResponse, pathname: string): void {
  const type = types[extname(pathname)];
  try {
    answer(outgoing, type ?? 'application/octet-stream', readFileSync(join(inject('builtDemo').folder, pathname)));
  } catch {
    outgoing.writeHead(404).end();
  }
}

const types: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

function answer(outgoing: ServerResponse, type: string, body: string | Buffer): void {
  outgoing.writeHead(200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  outgoing.end(body);
}
