import type { Client } from '../createClient.js';
import { OauthError, type WindowEvents } from './oauthLogin.js';
import type { PreparedOauth } from './pendingLogins.js';
import { type LoginWindow, loginWindow, openPopup } from './popup.js';
import { type Asked, putBackPrepared, takePrepared } from './prepareOauth.js';

/** The window of a login, and the prepared login if there was one: the window then opened at the provider. */
export type OpenedPopup = { readonly popup: LoginWindow; readonly ready: PreparedOauth | undefined };

/**
 * Opens a login's window in the click, and passes it to the flow, which loads meanwhile.
 *
 * @throws {OauthError} POPUP_BLOCKED
 */
export async function inPopup<Result>(
  client: Client,
  { on, ...asked }: Asked & { readonly on?: WindowEvents | undefined },
  load: () => Promise<(opened: OpenedPopup) => Promise<Result>>,
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
