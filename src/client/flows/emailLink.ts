import type { LinkPurpose } from '../../contract/linkParameters.js';
import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { takeLinkFromAddress } from '../links/linkInAddress.js';
import type { OpenedOrPasted } from '../links/logInByLink.js';
import type { RecoveredAccount, RecoveryOptions } from '../links/recover.js';
import type { SendLink, SentLink } from '../links/requestLink.js';
import { loadPart } from '../loadPart.js';

/** Who requests a link, and how it is sent. */
export type LinkRequest = RequestOptions & {
  readonly email: string;
  readonly sendLink: SendLink;
  /** Default: `login`. */
  readonly purpose?: LinkPurpose | undefined;
};

/**
 * Requests an e-mail with a link that logs in, or recovers an account. Its credential is sealed to a key that is created here and stays in
 * this browser, so the link works in no other. It works for existing accounts only; the answer does not reveal whether there is one.
 *
 * @throws {RefusedError} CONTACT_INVALID, and what the app's backend answers
 * @throws {UnreachableError} the backend was not heard; the link may be on its way
 * @example
 * await requestEmailLink(client, { email: 'ada@example.com', sendLink: '/api/email-link' })
 */
export async function requestEmailLink(
  client: Client,
  { purpose = 'login', ...request }: LinkRequest,
): Promise<SentLink> {
  const { requestLink } = await loadPart(import('../links/requestLink.js'));
  return requestLink(client, { ...request, purpose });
}

/**
 * The e-mail link that this page was opened with. It is removed from the page's URL and history at once; nothing else happens. Call it
 * before the page loads anything else, and {@link loginWithEmailLink} or {@link recoverAccount} on a click, since mail scanners open links
 * too.
 *
 * @param purpose - `login` reads `email-login`, `recovery` reads `email-recovery`, from the fragment or the query.
 * @returns `undefined` if there is none
 */
export function takeEmailLink(purpose: LinkPurpose = 'login'): string | undefined {
  return takeLinkFromAddress(purpose);
}

/**
 * Logs in with the link of an e-mail: the new session is the active one and like any other. The link works once, in any tab of the browser
 * that requested it.
 *
 * @throws {LinkError} LINK_FOR_ANOTHER_BROWSER, LINK_USED, LINK_EXPIRED, LINK_MALFORMED
 * @throws {UnreachableError} the same call may be made again
 * @example
 * const link = takeEmailLink()
 * const session = await loginWithEmailLink(client, { link }) // at a click
 */
export async function loginWithEmailLink(client: Client, link: OpenedOrPasted): Promise<Session> {
  const { logInByLink } = await loadPart(import('../links/logInByLink.js'));
  return logInByLink(client, link);
}

/**
 * {@link takeEmailLink}, and then {@link loginWithEmailLink}, for pages that do not wait for a click.
 *
 * @returns `undefined` if the page was not opened with a link
 */
export async function completeEmailLink(
  client: Client,
  requestOptions: RequestOptions = {},
): Promise<Session | undefined> {
  const link = takeEmailLink();
  return link === undefined ? undefined : loginWithEmailLink(client, { ...requestOptions, link });
}

/**
 * Registers a new passkey for an account, by a link that was requested with `purpose: 'recovery'`. Afterwards that passkey logs in. The
 * browser shows a dialog: call it from a click, after {@link prepareAccountRecovery}.
 *
 * @throws {LinkError} LINK_FOR_ANOTHER_BROWSER, LINK_USED, LINK_EXPIRED, LINK_MALFORMED
 * @throws {PasskeyError} PASSKEY_CANCELLED and the others: the link stays good
 * @throws {RefusedError} PASSKEY_INVALID, TOO_MANY_PASSKEYS
 * @throws {UnreachableError}
 */
export async function recoverAccount(client: Client, options: RecoveryOptions): Promise<RecoveredAccount> {
  const { recover } = await loadPart(import('../links/recover.js'));
  return recover(client, options);
}

/**
 * Opens a recovery link and looks up its account, before the click: Safari opens no dialog long after one. Nothing changes.
 *
 * @throws as {@link recoverAccount} does
 */
export async function prepareAccountRecovery(client: Client, link: OpenedOrPasted): Promise<void> {
  const { prepareRecovery } = await loadPart(import('../links/recover.js'));
  await prepareRecovery(client, link);
}
