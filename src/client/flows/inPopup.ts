import type { Client } from '../createClient.js';
import { OauthError } from '../oauth/oauthError.js';
import { closePopup, openPopup } from '../oauth/popup.js';
import type { PreparedOauth } from '../oauth/preparedOauth.js';
import { putBackPrepared, takePrepared } from './prepareOauth.js';

/** The window of a login, and the prepared login if there was one: the window then opened at the provider. */
export type OpenedPopup = { readonly popup: Window; readonly ready: PreparedOauth | undefined };

/**
 * Opens a login's window in the click, and passes it to the flow, which loads meanwhile.
 *
 * @throws {OauthError} POPUP_BLOCKED
 */
export async function inPopup<Result>(
  client: Client,
  provider: string,
  load: () => Promise<(opened: OpenedPopup) => Promise<Result>>,
): Promise<Result> {
  const ready = takePrepared(client, provider);
  const popup = openPopup();
  if (popup === undefined) {
    if (ready) putBackPrepared(client, ready);
    throw new OauthError('POPUP_BLOCKED', 'The browser opened no window. Continue in this tab instead.');
  }
  if (ready) popup.location.replace(ready.url);
  const follow = await load().catch((error: unknown) => {
    closePopup(popup);
    throw error;
  });
  return follow({ popup, ready });
}
