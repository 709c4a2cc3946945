/**
 * Opens a window of its own for a login. To be called in the click itself: a browser opens none later. It begins empty and forgets
 * who opened it, so that no page that it comes to can send the opener elsewhere.
 *
 * @returns `undefined` where the browser opened none
 */
export function openPopup(): Window | undefined {
  const popup = window.open('', '_blank', features());
  if (!popup) return undefined;
  popup.opener = null;
  return popup;
}

/** Wide enough for the providers' own pages, in the middle of the page that opens it. */
function features(): string {
  const width = 500;
  const height = 650;
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/** Whether the window shows a page of this origin now: no other can be looked at, and none is written to. */
export function isAtHome(popup: Window): boolean {
  try {
    return popup.location.origin === location.origin && popup.location.href !== 'about:blank';
  } catch {
    return false;
  }
}

/** Closes the window where it shows nothing yet, or a page of this origin: at another site, no page may. */
export function closePopup(popup: Window): void {
  try {
    if (popup.location.href) popup.close();
  } catch {
    // It is at the provider, where the person closes it.
  }
}
