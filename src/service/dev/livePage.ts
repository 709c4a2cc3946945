/**
 * The script of the development pages, sent as its own source: it may only use what it contains. It copies, clears, tells who logged
 * in, updates the messages' ages, and replaces what is marked `data-live` by a fresh answer, message by message, so that focus and an open message are kept.
 */
export function livePage(): void {
  const everyMs = 2000;
  const off = 'latchkey.dev.autoRefresh';
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const toggle = find('[data-refreshes]');
  let isAnswering = true;

  const say = (text: string) => {
    const status = find('[data-says]');
    if (status && status.textContent !== text) status.textContent = text;
  };
  const isRefreshing = () => toggle?.getAttribute('aria-pressed') !== 'false';

  function mergeList(list: HTMLElement, fresh: HTMLElement): void {
    const items = [...fresh.children] as HTMLElement[];
    const wanted = new Set(items.map(({ dataset }) => dataset.id));
    const known = new Map(([...list.children] as HTMLElement[]).map((item) => [item.dataset.id, item]));
    for (const [id, item] of known) if (!wanted.has(id)) item.remove();
    let isNew = 0;
    for (const [place, item] of items.entries()) {
      const own = known.get(item.dataset.id);
      if (!own) isNew += 1;
      if (!own || list.children[place] !== own) list.insertBefore(own ?? item, list.children[place] ?? null);
    }
    if (isNew > 0) say(isNew === 1 ? '1 new message' : `${isNew} new messages`);
  }

  async function refresh(): Promise<void> {
    try {
      const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-store' });
      if (!answer.ok) throw new Error(String(answer.status));
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
      document.title = fresh.title;
      for (const part of fresh.querySelectorAll<HTMLElement>('[data-live]')) {
        const own = find(`[data-live="${part.dataset.live}"]`);
        if (!own) continue;
        own.hidden = part.hidden;
        if (part.dataset.live === 'messages') mergeList(own, part);
        else if (own.textContent !== part.textContent) own.replaceChildren(...part.childNodes);
      }
      if (!isAnswering) say('Latchkey answers again.');
      isAnswering = true;
      tellTime();
    } catch {
      if (isAnswering) say('Latchkey isn’t answering. Trying again…');
      isAnswering = false;
    }
  }

  function tellTime(): void {
    for (const time of document.querySelectorAll('time')) {
      const sentAt = new Date(time.dateTime);
      const seconds = Math.max(0, Math.round((Date.now() - sentAt.getTime()) / 1000));
      const clock = sentAt.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
      time.textContent =
        seconds < 60 ? `${seconds} s ago` : seconds < 3600 ? `${Math.floor(seconds / 60)} min ago` : clock;
    }
  }

  async function copy(button: HTMLElement): Promise<void> {
    const text = document.getElementById(button.dataset.copies ?? '');
    if (!text) return;
    try {
      await navigator.clipboard.writeText(text.textContent ?? '');
      button.textContent = 'Copied';
      say('Copied');
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    } catch {
      getSelection()?.selectAllChildren(text); // the browser keeps the clipboard to itself: one key is left to press
    }
  }

  document.addEventListener('click', async ({ target }) => {
    const button = (target as Element).closest('button');
    if (button?.dataset.copies !== undefined) await copy(button);
    if (button?.dataset.clears !== undefined) {
      await fetch('/dev/inbox', { method: 'DELETE' });
      await refresh();
      say('Cleared');
    }
    if (button?.dataset.logsOut !== undefined) {
      const login = find('latchkey-login') as (HTMLElement & { logout(): Promise<void> }) | null;
      login?.setAttribute('autofocus', ''); // the button goes, and the focus with it
      await login?.logout();
    }
    if (button && button === toggle) {
      toggle.setAttribute('aria-pressed', String(!isRefreshing()));
      localStorage.setItem(off, String(!isRefreshing()));
    }
  });

  const show = (selector: string, isShown: boolean) => find(selector)?.toggleAttribute('hidden', !isShown);
  document.addEventListener('latchkey-login', (event) => {
    const userId = find('[data-user-id]');
    if (userId) userId.textContent = (event as CustomEvent<{ userId: string }>).detail.userId;
    show('[data-logged-in]', true);
    if ((event.target as Element).contains(document.activeElement)) find('[data-logs-out]')?.focus();
  });
  document.addEventListener('latchkey-logout', () => show('[data-logged-in]', false));

  document.documentElement.classList.add('has-script');
  if (localStorage.getItem(off) === 'true') toggle?.setAttribute('aria-pressed', 'false');
  tellTime();
  setInterval(tellTime, 1000);
  setInterval(() => {
    if (isRefreshing() && !document.hidden) void refresh();
  }, everyMs);
}
