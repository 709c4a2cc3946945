import type { InboxEntry } from '../delivery/inbox.js';
import { escapeHtml } from '../delivery/message.js';

/** What the page shows. */
export type InboxView = {
  readonly entries: readonly InboxEntry[];
  /** Shows this contact's messages alone. */
  readonly contact: string | undefined;
  /** Looks again every two seconds. Only when asked for: a page that moves by itself is hard to read for many. */
  readonly isWatching: boolean;
};

/**
 * The development inbox as a page: each code large, with its contact, and the message's text beneath. It needs no script, and
 * shows a message's HTML nowhere, so that no message can do anything here.
 */
export function inboxPage({ entries, contact, isWatching }: InboxView): string {
  const name = 'Development inbox';
  const shown = counted(entries.length);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    isWatching ? '<meta http-equiv="refresh" content="2">' : '',
    `<title>${entries.length === 0 ? name : `${shown} · ${name}`}</title>`,
    '<link rel="stylesheet" href="/dev/inbox.css">',
    '<header>',
    `<h1>${name}</h1>`,
    `<p>${lead(entries.length, contact)}</p>`,
    navigation(contact, isWatching),
    '</header>',
    '<main>',
    entries.length === 0 ? nothingYet : `<ol>${entries.map(item).join('\n')}</ol>`,
    '</main>',
    '</html>',
    '',
  ].join('\n');
}

const counted = (count: number): string =>
  count === 0 ? 'No messages' : count === 1 ? '1 message' : `${count} messages`;

function lead(count: number, contact: string | undefined): string {
  const whose = contact === undefined ? '' : ` to <b>${escapeHtml(contact)}</b>`;
  return `${counted(count)}${whose}${count > 1 ? ', newest first' : ''}. Nothing here was really sent.`;
}

function navigation(contact: string | undefined, isWatching: boolean): string {
  const link = (query: Record<string, string>, text: string) => {
    const search = new URLSearchParams(query).toString();
    return `<a href="/dev/inbox${search === '' ? '' : `?${escapeHtml(search)}`}">${text}</a>`;
  };
  const kept = contact === undefined ? {} : { contact };
  return [
    '<nav aria-label="Inbox">',
    link(isWatching ? { ...kept, watch: '' } : kept, 'Look again'),
    isWatching ? link(kept, 'Stop watching') : link({ ...kept, watch: '' }, 'Watch for new messages'),
    contact === undefined ? '' : link(isWatching ? { watch: '' } : {}, 'Show all contacts'),
    '</nav>',
  ].join('\n');
}

const nothingYet =
  '<section class="empty"><h2>Nothing yet</h2><p>Ask for a code in your app. It lands here, and nowhere else.</p></section>';

function item({ to, channel, subject, text, code, sentAtMs }: InboxEntry): string {
  const sentAt = new Date(sentAtMs).toISOString();
  return [
    '<li><article>',
    '<header>',
    `<h2>${escapeHtml(to)}</h2>`,
    `<p><span class="channel">${channel === 'email' ? 'E-mail' : 'SMS'}</span><time datetime="${sentAt}">${sentAt.slice(11, 19)} UTC</time></p>`,
    '</header>',
    code === null ? '' : `<p class="code"><span class="label">Code</span> <code>${escapeHtml(code)}</code></p>`,
    subject === '' ? '' : `<p class="subject">${escapeHtml(subject)}</p>`,
    `<details><summary>The whole message</summary><pre>${escapeHtml(text)}</pre></details>`,
    '</article></li>',
  ].join('\n');
}
