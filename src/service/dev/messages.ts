import type { InboxEntry } from '../delivery/inbox.js';
import { escapeHtml } from '../escapeHtml.js';
import { copyButton } from './page.js';

/** Messages as a list that the page's script keeps up to date, and what stands in its place where there are none. */
export const messageList = (entries: readonly InboxEntry[], nowMs: number): string =>
  [
    `<ol data-live="messages"${hiddenIf(entries.length === 0)}>${entries.map((entry) => item(entry, nowMs)).join('\n')}</ol>`,
    `<section class="empty" data-live="empty"${hiddenIf(entries.length > 0)}><h2>No messages yet</h2><p>Ask for a code in your app. It lands here.</p></section>`,
  ].join('\n');

export const counted = (count: number): string =>
  count === 0 ? 'No messages' : count === 1 ? '1 message' : `${count} messages`;

const hiddenIf = (isHidden: boolean): string => (isHidden ? ' hidden' : '');

function item(entry: InboxEntry, nowMs: number): string {
  const { to, channel, subject, code, sentAtMs } = entry;
  const id = escapeHtml(entry.id);
  const sentAt = new Date(sentAtMs).toISOString();
  return [
    `<li data-id="${id}"><article>`,
    '<header>',
    `<h2>${escapeHtml(to)}</h2>`,
    `<p><span class="channel">${channel === 'email' ? 'Email' : 'SMS'}</span> <time datetime="${sentAt}">${ago(nowMs - sentAtMs)}</time></p>`,
    '</header>',
    code === null ? '' : codeLine(id, code, to),
    subject === '' ? '' : `<p class="subject">${escapeHtml(subject)}</p>`,
    `<details><summary>Full message</summary>${body(entry)}</details>`,
    '</article></li>',
  ].join('\n');
}

const codeLine = (id: string, code: string, to: string): string =>
  `<p class="code"><span class="label">Code</span> <code id="code-${id}">${escapeHtml(code)}</code> ${copyButton({ id: `code-${id}`, name: `code for ${escapeHtml(to)}` })}</p>`;

/** An e-mail stands in a frame of its own, under a policy that lets it do nothing; its text beneath. */
function body({ id, to, channel, text }: InboxEntry): string {
  const plain = `<pre>${escapeHtml(text)}</pre>`;
  if (channel === 'sms') return plain;
  return [
    `<iframe title="Email to ${escapeHtml(to)}" src="/dev/message?id=${escapeHtml(encodeURIComponent(id))}" sandbox loading="lazy"></iframe>`,
    `<details><summary>Plain text</summary>${plain}</details>`,
  ].join('');
}

/** As the page's script formats it. */
function ago(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 60 ? `${seconds} s ago` : seconds < 3600 ? `${Math.floor(seconds / 60)} min ago` : 'earlier';
}
