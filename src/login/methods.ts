/** How a code travels. */
export type OtpChannel = 'email' | 'sms';

/** A login by a code that is sent to the person. */
export type OtpMethod = { readonly type: 'otp'; readonly channel: OtpChannel };

/** A login at an identity provider. */
export type OauthMethod = {
  readonly type: 'oauth';
  /** As the configuration names it: `google`, `apple`, `facebook`, `x`, `discord`, or the id of a configured issuer. */
  readonly provider: string;
  /** As people call it. */
  readonly label?: string | undefined;
  /** Where its mark lies, of a configured issuer. */
  readonly icon?: string | undefined;
};

/** A login by a passkey. */
export type PasskeyMethod = { readonly type: 'passkey' };

/** A way to log in. Look at `type` first: the union grows. */
export type LoginMethod = OtpMethod | OauthMethod | PasskeyMethod;

/** What wants a click and no typing. */
export type ClickMethod = OauthMethod | PasskeyMethod;

/** What a configuration says of its providers. */
type Offered = {
  readonly oauthClientIds?: Readonly<Record<string, string>> | undefined;
  readonly oidcIssuers?:
    | readonly { readonly id: string; readonly label: string; readonly icon?: string | undefined }[]
    | undefined;
};

/**
 * The methods of these names, in their order. What this version does not know, and a provider without a client id, is left out: it
 * could only fail.
 *
 * @param names - as `enabledProviders` of wallet_kit_config has them
 * @param offered - until it is known, the providers that need no more than a client id are taken to have theirs
 */
export function methodsOf(names: readonly string[], offered: Offered | undefined): readonly LoginMethod[] {
  return names.flatMap((name) => methodNamed(name, offered));
}

function methodNamed(name: string, offered: Offered | undefined): LoginMethod[] {
  if (name === 'email' || name === 'sms') return [otpBy(name)];
  if (name === 'passkey') return [{ type: 'passkey' }];
  const issuer = offered?.oidcIssuers?.find(({ id }) => id === name);
  if (issuer) return [{ type: 'oauth', provider: name, label: issuer.label, icon: issuer.icon }];
  const label = Object.hasOwn(labels, name) ? labels[name] : undefined;
  const isOffered = offered === undefined || Object.hasOwn(offered.oauthClientIds ?? {}, name);
  return label && isOffered ? [{ type: 'oauth', provider: name, label }] : [];
}

const labels: { readonly [provider: string]: string } = {
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
};

/** As `enabledProviders` names it. */
export function methodName(method: LoginMethod): string {
  if (method.type === 'otp') return method.channel;
  return method.type === 'oauth' ? method.provider : method.type;
}

export const sameMethod = (one: LoginMethod, other: LoginMethod): boolean => methodName(one) === methodName(other);

export function otpBy(channel: OtpChannel): OtpMethod {
  return { type: 'otp', channel };
}

export const isOtp = (method: LoginMethod): method is OtpMethod => method.type === 'otp';

/** How a code travels where one is asked for: by what is chosen, else by e-mail. */
export const channelOf = (method: LoginMethod): OtpChannel => (isOtp(method) ? method.channel : 'email');
