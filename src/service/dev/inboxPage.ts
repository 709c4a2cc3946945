import type { InboxEntry } from '../delivery/inbox.js';
import { escapeHtml } from '../escapeHtml.js';
import { counted, messageList } from './messages.js';
import { writePage } from './page.js';

/** What the page shows. */
export type InboxView = {
  readonly entries: readonly InboxEntry[];
  /** Shows this contact's messages alone. */
  readonly contact: string | undefined;
  readonly nowMs: number;
};

/**
 * The development inbox as a page: each code large, with its contact, and the whole message beneath. Its script only adds to it:
 * it refreshes the list, copies codes and clears.
 */
export function inboxPage({ entries, contact, nowMs }: InboxView): string {
  const name = 'Development inbox';
  return writePage({
    title: entries.length === 0 ? name : `${counted(entries.length)} · ${name}`,
    header: [
      '<p class="back"><a href="/">Home</a></p>',
      `<h1>${name}</h1>`,
      `<p data-live="lead">${lead(entries.length, contact)}</p>`,
      navigation(contact),
      '<p role="status" class="label" data-says></p>',
    ].join('\n'),
    main: messageList(entries, nowMs),
  });
}

function lead(count: number, contact: string | undefined): string {
  const whose = contact === undefined ? '' : ` to <b>${escapeHtml(contact)}</b>`;
  return `${counted(count)}${whose}${count > 1 ? ', newest first' : ''}. Nothing leaves this machine.`;
}

function navigation(contact: string | undefined): string {
  const search = contact === undefined ? '' : `?${escapeHtml(new URLSearchParams({ contact }).toString())}`;
  return [
    '<nav aria-label="Inbox">',
    `<a class="button" href="/dev/inbox${search}">Refresh</a>`,
    '<button type="button" class="needs-script" aria-pressed="true" data-refreshes>Auto-refresh</button>',
    '<button type="button" class="needs-script" data-clears>Clear</button>',
    contact === undefined ? '' : '<a href="/dev/inbox">Show all contacts</a>',
    '</nav>',
  ].join('\n');
}
