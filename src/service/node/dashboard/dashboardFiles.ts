import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathOf } from '../../http/pathOf.js';

/** Answers a request for one of the dashboard's files or pages, if there is such a one. */
export type DashboardFiles = (request: Request) => Response | undefined;

/** Where the page is not there. */
export const noFiles: DashboardFiles = () => undefined;

/** Where the dashboard stands on its port. */
const dashboardPath = '/dashboard';

/**
 * The built dashboard, below `/dashboard/`, where `/` leads to. Every path there without a file name is a page of it, so that each has an address of its own.
 *
 * @param folder - where `vite build` wrote it, in the package `latchkey-service`; without an `index.html` there, nothing is answered
 */
export function dashboardFiles(folder: string | undefined): DashboardFiles {
  if (!folder) return noFiles;
  const page = join(folder, 'index.html');
  return (request) => {
    const path = pathOf(request.url);
    if (path === '/') return existsSync(page) ? toPage() : undefined;
    if (!/^\/dashboard(\/|$)/.test(path) || !['GET', 'HEAD'].includes(request.method) || !existsSync(page))
      return undefined;
    const name = path.slice(dashboardPath.length + 1);
    if (name === 'preview' || name === 'preview.html') return answerFile(join(folder, 'preview.html'), previewHeaders);
    if (name === 'invitation') return answerFile(page, invitationHeaders);
    if (extname(name) === '' || name === 'index.html') return answerFile(page, pageHeaders);
    if (/\.html$/i.test(name)) return undefined; // a page under another name has no headers of its own
    const file = join(folder, name);
    const isFile = /^(assets\/)?[\w-]+(\.[\w-]+)+$/.test(name) && existsSync(file);
    if (!isFile) return undefined;
    if (name === 'preview.js') return answerFile(file, ofAnyOrigin);
    return answerFile(file, name.startsWith('assets/') ? forEver : {});
  };
}

/** A browser keeps what stands behind the `#`. */
const toPage = (): Response => new Response(null, { status: 302, headers: { ...always, Location: dashboardPath } });

function answerFile(path: string, headers: Record<string, string>): Response {
  const type = types[extname(path)] ?? 'application/octet-stream';
  return new Response(readFileSync(path), { headers: { ...always, 'Content-Type': type, ...headers } });
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const always = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** The names of these files change with what is in them. */
const forEver = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/** Its own scripts, styles and service alone: no inline script, no frame but its own, and no text that becomes a script. */
const policy = ({ captcha, types }: { readonly captcha: string; readonly types: string }): string =>
  [
    "default-src 'none'",
    `script-src 'self'${captcha}`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `frame-src 'self'${captcha}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${types}`,
  ].join('; ');

const pageHeaders = {
  'Content-Security-Policy': policy({ captcha: '', types: "'none'" }),
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Of the page where an invitation is accepted: a captcha may stand before its code, and no operator's page is shown in it. */
const invitationHeaders = {
  ...pageHeaders,
  'Content-Security-Policy': policy({ captcha: ' https://challenges.cloudflare.com', types: 'latchkey-captcha' }),
};

/**
 * Of the page that shows a mail in a frame of the dashboard: it has no origin, and loads nothing but its own script. What it writes is the
 * mail, so there are no trusted types.
 */
const previewHeaders = {
  'Content-Security-Policy': [
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
};

/** A frame without an origin is a stranger to every other one. */
const ofAnyOrigin = { 'Cross-Origin-Resource-Policy': 'cross-origin' };
