import type { InboxEntry } from '../delivery/inbox.js';
import { escapeHtml } from '../escapeHtml.js';
import { messageList } from './messages.js';
import { copyButton, writePage } from './page.js';
import { snippet } from './snippet.js';

/** What the page shows. */
export type StartView = {
  /** Where the service was reached just now. */
  readonly url: string;
  readonly authProxyConfigId: string;
  /** Whether `/dev/embed/embed.js` is there, which draws the login card. */
  readonly hasWidget: boolean;
  /** The newest messages. */
  readonly entries: readonly InboxEntry[];
  readonly nowMs: number;
};

/** What `latchkey dev` shows at its own address: the login to try, beside the newest messages, what to paste into an app, and what
 * runs. */
export function startPage({ url, authProxyConfigId, hasWidget, entries, nowMs }: StartView): string {
  return writePage({
    title: 'Latchkey is running',
    header: [
      '<h1>Latchkey is running</h1>',
      `<p>Log in from your app with any email address or phone number. Codes land in the <a href="/dev/inbox">inbox</a>. Nothing leaves this machine.</p>`,
      '<p role="status" class="label" data-says></p>',
    ].join('\n'),
    ...(hasWidget && { scripts: ['/dev/embed/embed.js'] }),
    main: [
      ...(hasWidget ? ['<div class="beside">', tried(url, authProxyConfigId)] : []),
      '<section aria-labelledby="newest">',
      '<div class="title"><h2 id="newest">Newest messages</h2><a href="/dev/inbox">Open inbox</a></div>',
      messageList(entries, nowMs),
      '</section>',
      ...(hasWidget ? ['</div>'] : []),
      '<section aria-labelledby="paste">',
      `<div class="title"><h2 id="paste">Paste this into your app</h2>${copyButton({ id: 'snippet', name: 'the snippet' })}</div>`,
      `<pre class="snippet" tabindex="0" role="region" aria-label="Snippet"><code id="snippet">${escapeHtml(snippet(url, authProxyConfigId))}</code></pre>`,
      '<p class="note">First: <code>npm install latchkey @tanstack/react-query</code></p>',
      '</section>',
      '<section aria-labelledby="runs">',
      '<h2 id="runs">What runs here</h2>',
      '<dl>',
      row('Auth proxy', `${url}/v1/`),
      row('Coordinator', `${url}/public/v1/`),
      row('Configuration', authProxyConfigId),
      '<dt>Public ids and keys</dt><dd><a href="/dev/config">/dev/config</a></dd>',
      '</dl>',
      '</section>',
    ].join('\n'),
  });
}

/** The card itself, and what stands in its place while somebody is logged in. */
const tried = (url: string, authProxyConfigId: string): string =>
  [
    '<section aria-labelledby="try">',
    '<div class="title"><h2 id="try">Try it here</h2></div>',
    `<latchkey-login auth-proxy-url="${escapeHtml(url)}" auth-proxy-config-id="${escapeHtml(authProxyConfigId)}"></latchkey-login>`,
    '<div class="logged-in" data-logged-in hidden>',
    '<p>You are logged in. Your user id is <code data-user-id></code>.</p>',
    '<button type="button" data-logs-out>Log out</button>',
    '</div>',
    '</section>',
  ].join('\n');

const row = (name: string, value: string): string => `<dt>${name}</dt><dd><code>${escapeHtml(value)}</code></dd>`;
