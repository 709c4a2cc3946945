/** The channel of a code. */
export type OtpChannel = 'email' | 'sms';

/** A login by a code that is sent to the person. */
export type OtpMethod = { readonly type: 'otp'; readonly channel: OtpChannel };

/** A login at an identity provider. */
export type OauthMethod = {
  readonly type: 'oauth';
  /** Its name in the configuration: `google`, `apple`, `facebook`, `x`, `discord`, or the id of a configured issuer. */
  readonly provider: string;
  /** The provider's name, as people know it. */
  readonly label?: string | undefined;
  /** The icon URL of a configured issuer. */
  readonly icon?: string | undefined;
};

/** A login by a passkey. */
export type PasskeyMethod = { readonly type: 'passkey' };

/** A login method. Check `type` first: the union may grow. */
export type LoginMethod = OtpMethod | OauthMethod | PasskeyMethod;

/**
 * A login method by its name in the configuration. A provider that the organization configured itself is named by the `id` of its
 * `oidcIssuers` entry.
 */
export type MethodName = OtpChannel | 'passkey' | ProviderName;

/** A provider by its name in the configuration. */
export type ProviderName = 'google' | 'apple' | 'facebook' | 'x' | 'discord' | { readonly issuer: string };

/** As the configuration's `enabledProviders` has them. What plain JavaScript may pass besides is left out. */
export const wireNames = (names: readonly MethodName[] = []): readonly string[] =>
  [names]
    .flat()
    .flatMap((name) => (typeof name === 'object' ? (name?.issuer ?? []) : methodNamed(name).map(methodName)));

/** The login methods by click. */
export type ClickMethod = OauthMethod | PasskeyMethod;

/** The providers of a configuration. */
type Offered = {
  readonly oauthClientIds?: Readonly<Record<string, string>> | undefined;
  readonly oidcIssuers?:
    | readonly { readonly id: string; readonly label: string; readonly icon?: string | undefined }[]
    | undefined;
};

/**
 * The methods of these names, in order. Unknown ones, and providers without a client id, are left out, since they could only fail.
 *
 * @param names - as in `enabledProviders` of wallet_kit_config
 * @param offered - until it is known, providers that need only a client id are assumed to have one
 */
export function methodsOf(names: readonly string[], offered: Offered | undefined): readonly LoginMethod[] {
  return names.flatMap((name) => methodNamed(name, offered));
}

function methodNamed(name: string, offered?: Offered): LoginMethod[] {
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

/** Its name in `enabledProviders`. */
export function methodName(method: LoginMethod): string {
  if (method.type === 'otp') return method.channel;
  return method.type === 'oauth' ? method.provider : method.type;
}

export const sameMethod = (one: LoginMethod, other: LoginMethod): boolean => methodName(one) === methodName(other);

export function otpBy(channel: OtpChannel): OtpMethod {
  return { type: 'otp', channel };
}

export const isOtp = (method: LoginMethod): method is OtpMethod => method.type === 'otp';

/** The channel of a requested code: the chosen one, else e-mail. */
export const channelOf = (method: LoginMethod): OtpChannel => (isOtp(method) ? method.channel : 'email');
