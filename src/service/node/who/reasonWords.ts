import type {
  LoginMethod,
  LoginReason,
  LoginReasonCode,
  LoginReasonScope,
} from '../../../contract/loginState.records.js';

/** Each reason in plain English, as it goes on behind "by e-mail:". */
const words: { readonly [Code in LoginReasonCode]: string } = {
  PROXY_OFF: 'the auth proxy is disabled',
  METHOD_OFF: 'the configuration does not name this method in allowedAuthMethods',
  FEATURE_OFF: 'your organization has removed the feature for it',
  OWN_FEATURE_OFF: "the person's own organization has removed the feature for it",
  TOP_LEVEL_USER: 'users of a top-level organization do not log in so',
  NO_CONTACT: 'none is known',
  CONTACT_NOT_PROVED: 'nobody has shown yet that it is theirs',
  CONTACT_SHARED: 'several users have proved it, so that it leads to none of them',
  CONTACT_NOT_SERVED: 'no codes are sent to numbers of this kind or country',
  CODES_USED_UP: 'as many codes were sent as may be for now',
  WRONG_CODES: 'all tries at three codes were wrong',
  CAP_FULL: 'your organization has sent as many codes as its configuration allows in an hour',
  NO_CREDENTIAL: 'there is none',
  CREDENTIAL_EXPIRED: 'all have ended',
  NO_ORIGIN_ALLOWED: 'the origins of FEATURE_NAME_WEBAUTHN_ORIGINS allow no page',
  PROVIDER_OFF: 'the configuration does not name this provider, or not the client id that it was made with',
  IDENTITY_NOT_PROVED: 'it waits for the first request of the key that its token names',
  DENIED_BY_POLICY: "a policy of the person's organization denies the login",
  POLICIES_TOO_COSTLY: "the policies of the person's organization take too long to decide",
};

const scopes: { readonly [Scope in LoginReasonScope]: string } = {
  EVERYONE: '',
  NEW_DEVICES: ' (of devices that have not logged in by it before)',
  KNOWN_DEVICES: ' (of devices that have logged in by it before)',
  LAST_REQUESTER: ' (of whoever asked for the last code)',
};

const methods: { readonly [Name in LoginMethod['method']]: string } = {
  email: 'by a code by e-mail',
  sms: 'by a code by text message',
  passkey: 'by passkey',
  wallet: 'by API key or wallet',
  oauth: 'by a provider',
};

/** A method, as it goes on behind "can log in". */
export const methodWords = ({ method, name }: Pick<LoginMethod, 'method' | 'name'>): string =>
  name === undefined ? methods[method] : `by ${name}`;

/** A reason with whom it holds for, and until when. */
export const reasonWords = ({ code, concerns, until }: LoginReason): string =>
  `${words[code]}${scopes[concerns]}${until ? `, until ${isoOf(until)}` : ''}`;

/** A time of the wire, to the second. */
export const isoOf = ({ seconds }: { readonly seconds: string }): string =>
  `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}Z`;
