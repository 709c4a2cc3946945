import type { Client } from '../createClient.js';
import { OauthError, type WindowEvents } from './oauthLogin.js';
import type { PreparedLogin } from './pendingLogins.js';
import { type Asked, putBackPrepared, takePrepared } from './prepareOauth.js';

/** The window of a login, and the prepared login if there was one: the window then opened at the provider. */
export type OpenedWindow = { readonly popup: LoginWindow; readonly ready: PreparedLogin | undefined };

/**
 * Opens a login's window in the click, and passes it to the flow, which loads meanwhile.
 *
 * @throws {OauthError} POPUP_BLOCKED
 */
export async function openLoginWindow<Result>(
  client: Client,
  { on, ...asked }: Asked & { readonly on?: WindowEvents | undefined },
  load: () => Promise<(opened: OpenedWindow) => Promise<Result>>,
): Promise<Result> {
  const ready = takePrepared(client, asked);
  const opened = openPopup();
  if (opened === undefined) {
    if (ready) putBackPrepared(client, asked, ready);
    throw new OauthError('POPUP_BLOCKED', 'The browser opened no window. Continue in this tab instead.');
  }
  const popup = loginWindow(opened);
  if (ready) popup.goTo(ready.url);
  on?.opened?.(popup.show);
  const follow = await load().catch((error: unknown) => {
    popup.close();
    throw error;
  });
  return follow({ popup, ready });
}

/**
 * Opens a window for a login. Call it in the click handler: browsers open none later. It begins empty and has no opener, so that no page in
 * it can navigate the opener.
 *
 * @returns `undefined` if the browser opened none
 */
function openPopup(): Window | undefined {
  const popup = window.open('', '_blank', features());
  if (!popup) return undefined;
  popup.opener = null;
  return popup;
}

/** Wide enough for the providers' pages, centred over the page that opens it. */
function features(): string {
  const width = 500;
  const height = 650;
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/** Closes the window if it is empty or shows a page of this origin; a page may not close other sites. */
function closePopup(popup: Window): void {
  try {
    if (popup.location.href) popup.close();
  } catch {
    // It is at the provider, where the person closes it.
  }
}

/** The window of one login. It may be opened again, since the person may close it, or lose it behind others. */
export type LoginWindow = {
  /** The window that was opened last. */
  current(): Window;
  goTo(url: string): void;
  /** Brings it to the front, or opens it again. Call it in a click. @returns whether there is one */
  show(): boolean;
  close(): void;
};

/** @param first - what {@link openPopup} returned */
function loginWindow(first: Window): LoginWindow {
  let popup = first;
  let at: string | undefined;

  function reopen(): boolean {
    const next = openPopup();
    if (!next) return false;
    popup = next;
    if (at) popup.location.replace(at);
    return true;
  }

  return {
    current: () => popup,
    goTo(url) {
      at = url;
      popup.location.replace(url);
    },
    show() {
      if (popup.closed) return reopen();
      popup.focus();
      // Browsers may leave a window that has no opener behind this one.
      setTimeout(() => document.hasFocus() && reopen(), focusedWithinMs);
      return true;
    },
    close: () => closePopup(popup),
  };
}

const focusedWithinMs = 400;
