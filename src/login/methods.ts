/** How a code travels. */
export type OtpChannel = 'email' | 'sms';

/** A login by a code that is sent to the person. */
export type OtpMethod = { readonly type: 'otp'; readonly channel: OtpChannel };

/** A login at an identity provider: `google`, `apple`, … */
export type OauthMethod = { readonly type: 'oauth'; readonly provider: string };

/** A login by a passkey. */
export type PasskeyMethod = { readonly type: 'passkey' };

/** A way to log in. Look at `type` first: the union grows. */
export type LoginMethod = OtpMethod | OauthMethod | PasskeyMethod;

/** The methods that a configuration has switched on, in its order; until it is known, a code by e-mail. */
export function methodsOf(enabledProviders: readonly string[] = []): readonly LoginMethod[] {
  const channels = enabledProviders.filter((name) => name === 'email' || name === 'sms');
  return (channels.length > 0 ? channels : (['email'] as const)).map(otpBy);
}

export function otpBy(channel: OtpChannel): OtpMethod {
  return { type: 'otp', channel };
}

export const isOtp = (method: LoginMethod): method is OtpMethod => method.type === 'otp';

/** How a code travels where one is asked for: by what is chosen, else by e-mail. */
export const channelOf = (method: LoginMethod): OtpChannel => (isOtp(method) ? method.channel : 'email');
