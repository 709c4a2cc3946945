import { canonicalEmail, canonicalPhone } from '../../contract/contact.js';
import { refused } from '../../contract/refusals.js';
import { equalBytes, utf8 } from '../../crypto/bytes.js';
import type { Inbox } from '../delivery/inbox.js';
import { refusalOfFailure } from '../failure.js';
import { answerJson, answerRefusal, commonHeaders } from '../http/answers.js';
import type { Parent } from '../makeParent.js';
import type { Clock, Log } from '../tools.js';
import { devStyle } from './devStyle.js';
import { inboxPage } from './inboxPage.js';
import { livePage } from './livePage.js';
import { prefersHtml } from './prefersHtml.js';
import { notTheToken, notYours, ownOriginOnly } from './refusals.js';
import { startPage } from './startPage.js';
import { turnstileStandIn } from './turnstileStandIn.js';
import { mayRead, originThatMayRead } from './whoMayRead.js';

/** What a program needs to use a development service: `GET /dev/config`. */
export type DevConfig = Parent & {
  readonly authProxyUrl: string;
  readonly coordinatorUrl: string;
  /** Only with the token: `GET /dev/config?token=…`. */
  readonly rootApiKey?: RootApiKey;
};

/** Compressed public key and private key, hex. */
type RootApiKey = { readonly publicKey: string; readonly privateKey: string };

export type DevSurfaceSettings = {
  readonly parent: Parent;
  /** The root of the service's App Proofs, as base64 of DER. */
  readonly attestationRoot: string;
  readonly rootApiKey: RootApiKey;
  /** What shows the root key: only the user who started the service can read it. */
  readonly token: string;
  readonly inbox: Inbox;
  /** A script of `latchkey/embed` by its name; without it the page to start from has no login to try. */
  readonly widget?: (name: string) => Uint8Array<ArrayBuffer> | undefined;
  readonly log: Log;
  readonly clock?: Clock;
};

/**
 * What a developer needs beside the service, under `/dev/`: `GET config`, {@link DevConfig}; `GET trust`, its public keys; `GET inbox`, with
 * `?contact=…` for one contact, newest first, in JSON or as a page; `DELETE inbox`; and a page to start from at `/`, whose login card is the script `GET embed/embed.js`.
 *
 * It exists in development alone. It is answered to this machine alone, never with CORS headers (but for `trust`, to pages of this machine), and never kept.
 */
export function createDevSurface(settings: DevSurfaceSettings): (request: Request) => Response {
  return (request) => {
    try {
      const { pathname } = new URL(request.url);
      if (request.method === 'GET' && pathname === '/dev/trust') return trustAnswer(request, settings);
      if (!mayRead(request)) throw notYours();
      const answer = routes[`${request.method} ${pathname.startsWith(widgetPath) ? widgetPath : pathname}`];
      if (!answer) throw refused('ROUTE_NOT_FOUND');
      return answer(request, settings);
    } catch (error) {
      return answerRefusal(refusalOfFailure(error, settings.log), inJson);
    }
  };
}

/** The public keys and the root that the kit's setting `trust: 'development'` asks for: an app of this machine has an origin of its own. */
function trustAnswer(request: Request, { parent, attestationRoot }: DevSurfaceSettings): Response {
  const origin = originThatMayRead(request);
  if (origin === false) throw notYours();
  const allowed: Record<string, string> = origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin };
  return answerJson({ ...parent.trust, attestationRoot }, { ...commonHeaders, ...allowed, Vary: 'Origin' });
}

/** Messages on the page to start from. */
const newest = 3;

type Answer = (request: Request, settings: DevSurfaceSettings) => Response;

/** The widget's scripts stand below it. */
const widgetPath = '/dev/embed/';

const routes: Record<string, Answer> = {
  'GET /dev/config': (request, { parent, rootApiKey, token }) => {
    const { origin, searchParams } = new URL(request.url);
    const given = searchParams.get('token');
    if (given !== null && !equalBytes(utf8(given), utf8(token))) throw notTheToken();
    const config: DevConfig = { authProxyUrl: origin, coordinatorUrl: origin, ...parent };
    return answerJson(given === null ? config : { ...config, rootApiKey }, inJson);
  },
  'GET /dashboard.json': (_, { parent: { organizationId, authProxyConfigId, trust } }) =>
    answerJson({ organizationId, authProxyConfigId, trust, environment: 'development' }, inJson),
  'GET /': (request, { parent, inbox, widget, clock = Date.now }) => {
    const { origin } = new URL(request.url);
    const { authProxyConfigId } = parent;
    const entries = inbox.list().slice(0, newest);
    const hasWidget = widget?.('embed.js') !== undefined;
    return answerText(startPage({ url: origin, authProxyConfigId, hasWidget, entries, nowMs: clock() }), 'text/html');
  },
  'GET /dev/inbox': (request, { inbox, clock = Date.now }) => {
    const { searchParams } = new URL(request.url);
    const typed = searchParams.get('contact');
    const contact = typed === null || typed === '' ? undefined : canonical(typed);
    const entries = inbox.list(contact);
    if (!prefersHtml(request.headers.get('Accept'))) return answerJson(entries, inJson);
    return answerText(inboxPage({ entries, contact, nowMs: clock() }), 'text/html');
  },
  'GET /dev/message': (request, { inbox }) => {
    const id = new URL(request.url).searchParams.get('id');
    const html = inbox.list().find((entry) => entry.id === id)?.html;
    if (!html) throw refused('ROUTE_NOT_FOUND');
    return answerText(html, 'text/html', messagePolicy);
  },
  'GET /dev/style.css': () => answerText(devStyle, 'text/css'),
  'GET /dev/script.js': () => answerText(`(${livePage.toString()})()\n`, 'text/javascript'),
  [`GET ${widgetPath}`]: (request, { widget }) => {
    const script = widget?.(new URL(request.url).pathname.slice(widgetPath.length));
    if (!script) throw refused('ROUTE_NOT_FOUND');
    return answerText(script, 'text/javascript');
  },
  'GET /dev/turnstile/api.js': () => answerText(`(${turnstileStandIn.toString()})()\n`, 'text/javascript'),
  'DELETE /dev/inbox': (_, { inbox }) => {
    inbox.clear();
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store', ...ownOriginOnly } });
  },
};

/** `+` is a space in a query, and no contact contains one: so `?contact=+4915112345678` works. */
function canonical(typed: string): string {
  const contact = typed.replaceAll(' ', '+');
  try {
    return contact.includes('@') ? canonicalEmail(contact) : canonicalPhone(contact);
  } catch {
    return contact;
  }
}

const inJson = { ...commonHeaders, ...ownOriginOnly };

const none = "default-src 'none'; form-action 'none'; base-uri 'none'";
const pagePolicy = `${none}; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; frame-ancestors 'none'`;
/** An e-mail has styles and a logo, and does nothing. */
const messagePolicy = `${none}; style-src 'unsafe-inline'; img-src https: data:; frame-ancestors 'self'; sandbox`;

const answerText = (text: string | Uint8Array<ArrayBuffer>, type: string, policy: string = pagePolicy): Response =>
  new Response(text, {
    headers: {
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Content-Type': `${type}; charset=utf-8`,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      ...ownOriginOnly,
    },
  });
