import type { Client } from '../client/createClient.js';
import { type KeptLogin, keptLogin } from './keptLogin.js';
import { type LoginConfig, recallConfig } from './knownConfig.js';
import { recallMethod } from './lastMethod.js';
import type { ClickMethod, OtpChannel } from './methods.js';
import { firstState, type OtpState, stateAt } from './otpMachine.js';

/** The data of a login; its state is computed from this and the clock. Nothing in it is secret. */
export type LoginFacts = {
  readonly otp: OtpState;
  readonly config: LoginConfig | undefined;
  /** The person's choice, by a button or by typing. */
  readonly channel: OtpChannel | undefined;
  /** The initial texts of the fields. */
  readonly drafts: { readonly [C in OtpChannel]: string };
  /** The last login in this tab. */
  readonly last: KeptLogin['last'];
  /** The method of this browser's last login. */
  readonly lastMethod: string | undefined;
  readonly pending: ClickMethod | undefined;
  readonly tried: ClickMethod | undefined;
  /** Whether this browser can log in by passkey. Nearly all can: a server, which cannot know, keeps the place of their row. */
  readonly hasPasskeys: boolean;
};

/** @param defaultContact - an e-mail address, or a phone number that begins with `+` */
export function factsAtFirst({ settings }: Client, defaultContact = ''): LoginFacts {
  const isPhone = defaultContact.startsWith('+');
  return {
    otp: firstState,
    config: settings.config,
    channel: isPhone ? 'sms' : undefined,
    drafts: { email: isPhone ? '' : defaultContact, sms: isPhone ? defaultContact : '' },
    last: undefined,
    lastMethod: undefined,
    pending: undefined,
    tried: undefined,
    hasPasskeys: true,
  };
}

/** This browser's stored data: the configuration, a login under way in this tab, and the last login. */
export function factsRecalled(client: Client, defaultContact = ''): LoginFacts {
  const first = factsAtFirst(client, defaultContact);
  const { step, last } = keptLogin(client.settings.authProxyConfigId, client.clock.onDevice());
  const known = {
    ...first,
    config: first.config ?? recallConfig(client),
    otp: stateAt(step),
    last,
    lastMethod: recallMethod(client),
    hasPasskeys: 'PublicKeyCredential' in globalThis,
  };
  if (last === undefined || defaultContact !== '') return known;
  return { ...known, channel: last.channel, drafts: { ...first.drafts, [last.channel]: last.shown } };
}
