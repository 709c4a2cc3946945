import type { LoginMethod, LoginReason } from 'latchkey/contract';
import { timeOf } from './texts.js';

/** What a method of logging in is called. */
export const methodName = ({
  method,
  name,
}: {
  readonly method: LoginMethod['method'];
  readonly name?: string | undefined;
}): string =>
  ({ email: 'Email code', sms: 'SMS code', passkey: 'Passkey', wallet: 'Key of a wallet', oauth: name ?? 'Provider' })[
    method
  ];

/** Why somebody cannot log in so, and what an operator or the person can do. */
const sentences: Readonly<Record<LoginReason['code'], string>> = {
  PROXY_OFF: 'The auth proxy is off. Turn it on under Login.',
  METHOD_OFF: 'This method is off. Turn it on under Login.',
  FEATURE_OFF: 'The feature for this method is off in your organization. Turn it on under Developers.',
  OWN_FEATURE_OFF: 'This account has turned the method off for itself.',
  TOP_LEVEL_USER: 'Members of your team do not log in this way.',
  NO_CONTACT: 'The account has no such contact.',
  CONTACT_NOT_PROVED: 'The contact was never proved by a code. The person can add it after logging in another way.',
  CONTACT_SHARED: 'Several accounts have proved this contact, so it leads to none of them.',
  CONTACT_NOT_SERVED: 'No codes are sent to numbers of this kind or country. See the countries under Login.',
  CODES_USED_UP: 'The contact has been sent as many codes as it may be for now.',
  WRONG_CODES: 'Too many wrong codes were typed.',
  CAP_FULL: 'Your organization has sent as many codes as its cap allows. Raise it under Login.',
  NO_CREDENTIAL: 'The account has none.',
  CREDENTIAL_EXPIRED: 'All of them have expired.',
  NO_ORIGIN_ALLOWED: 'The account’s allowed origins and yours have none in common.',
  PROVIDER_OFF:
    'The provider, or the app that the account used there, is not configured. See the providers under Login.',
  IDENTITY_NOT_PROVED: 'The identity waits for the first use of the key that it was made with.',
  DENIED_BY_POLICY: 'A policy of the account’s own denies it.',
  POLICIES_TOO_COSTLY: 'The account’s policies take too many steps to decide.',
};

const scopes: Readonly<Record<LoginReason['concerns'], string>> = {
  EVERYONE: '',
  NEW_DEVICES: ' This holds on devices that have not logged in before.',
  KNOWN_DEVICES: ' This holds on devices that have logged in before.',
  LAST_REQUESTER: ' This holds for whoever asked for the last code.',
};

/** A reason in a sentence or two, with its end where it has one. */
export function reasonText({ code, concerns, until }: LoginReason): string {
  const end =
    until && ` Over at ${new Date(timeOf(until)).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}.`;
  return `${sentences[code]}${scopes[concerns]}${end ?? ''}`;
}
