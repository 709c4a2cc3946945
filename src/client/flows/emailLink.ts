import type { LinkPurpose } from '../../contract/linkParameters.js';
import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { takeLinkFromAddress } from '../links/linkInAddress.js';
import type { OpenedOrPasted } from '../links/logInByLink.js';
import type { RecoveredAccount, RecoveryOptions } from '../links/recover.js';
import type { SendLink, SentLink } from '../links/requestLink.js';
import { loadPart } from '../loadPart.js';

/** Who wants a link, and what sends it. */
export type LinkRequest = RequestOptions & {
  readonly email: string;
  readonly sendLink: SendLink;
  /** Default: `login`. */
  readonly purpose?: LinkPurpose | undefined;
};

/**
 * Has a link mailed that logs in, or recovers an account. What it brings is sealed to a key that is made here and stays in this
 * browser: in any other the link opens nothing. It is for people who have an account; whether one has is not told.
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
 * The link that this page was opened by, taken out of its address and its history at once; nothing else happens. Call it before the
 * page loads anything else, and {@link loginWithEmailLink} or {@link recoverAccount} at a click: programs that look through mail open
 * links, too.
 *
 * @param purpose - `login` reads `email-login`, `recovery` reads `email-recovery`, from the fragment or the query.
 * @returns `undefined` where there is none
 */
export function takeEmailLink(purpose: LinkPurpose = 'login'): string | undefined {
  return takeLinkFromAddress(purpose);
}

/**
 * Makes the link of a mail a session, the active one: like any other, with a key that cannot be read, an end, refresh and logout. It
 * works in the browser that asked for it, in any of its tabs, and once.
 *
 * @throws {LinkError} LINK_FOR_ANOTHER_BROWSER, LINK_USED, LINK_EXPIRED, LINK_MALFORMED
 * @throws {UnreachableError} the same call may be made again
 * @example
 * const link = takeEmailLink()
 * const session = await loginWithEmailLink(client, { link }) // at a click
 */
export async function loginWithEmailLink(client: Client, asked: OpenedOrPasted): Promise<Session> {
  const { logInByLink } = await loadPart(import('../links/logInByLink.js'));
  return logInByLink(client, asked);
}

/**
 * {@link takeEmailLink}, and then {@link loginWithEmailLink}: for a page that asks for no click.
 *
 * @returns `undefined` where the page was opened by no link
 */
export async function completeEmailLink(
  client: Client,
  requestOptions: RequestOptions = {},
): Promise<Session | undefined> {
  const link = takeEmailLink();
  return link === undefined ? undefined : loginWithEmailLink(client, { ...requestOptions, link });
}

/**
 * Gives an account a new passkey, by a link that was asked for with `purpose: 'recovery'`. Afterwards that passkey logs in. The
 * browser asks for it: call it from a click, after {@link prepareAccountRecovery}.
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
 * Opens a recovery link and asks whose it is, before the click: Safari opens no dialog long after one. Nothing changes.
 *
 * @throws as {@link recoverAccount} does
 */
export async function prepareAccountRecovery(client: Client, asked: OpenedOrPasted): Promise<void> {
  const { prepareRecovery } = await loadPart(import('../links/recover.js'));
  await prepareRecovery(client, asked);
}
