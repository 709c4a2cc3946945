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
  /** The newest messages. */
  readonly entries: readonly InboxEntry[];
  readonly nowMs: number;
};

/** What `latchkey dev` shows at its own address: what runs, what to paste into an app, and the newest messages. */
export function startPage({ url, authProxyConfigId, entries, nowMs }: StartView): string {
  return writePage({
    title: 'Latchkey is running',
    header: [
      '<h1>Latchkey is running</h1>',
      `<p>Log in from your app with any email address or phone number. Codes land in the <a href="/dev/inbox">inbox</a>. Nothing leaves this machine.</p>`,
      '<p role="status" class="label" data-says></p>',
    ].join('\n'),
    main: [
      '<section aria-labelledby="paste">',
      `<div class="title"><h2 id="paste">Paste this into your app</h2>${copyButton({ id: 'snippet', name: 'the snippet' })}</div>`,
      `<pre class="snippet" tabindex="0" role="region" aria-label="Snippet"><code id="snippet">${escapeHtml(snippet(url, authProxyConfigId))}</code></pre>`,
      '<p class="note">First: <code>npm install latchkey @tanstack/react-query</code></p>',
      '</section>',
      '<section aria-labelledby="newest">',
      '<div class="title"><h2 id="newest">Newest messages</h2><a href="/dev/inbox">Open inbox</a></div>',
      messageList(entries, nowMs),
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

const row = (name: string, value: string): string => `<dt>${name}</dt><dd><code>${escapeHtml(value)}</code></dd>`;
