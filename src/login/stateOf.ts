import { codeFormOf } from './codeText.js';
import type { LoginConfig } from './knownConfig.js';
import type { LoginFacts } from './loginFacts.js';
import type { LoginOptions } from './loginOptions.js';
import type { AtEveryStep, LoginAtCode, LoginAtContact, LoginState } from './loginState.js';
import { channelOf, isOtp, type LoginMethod, methodName, methodsOf, otpBy, wireNames } from './methods.js';
import { isAboutWhatWasTyped } from './otpMachine.js';

/** The actions of all steps. */
export type LoginActions = Pick<AtEveryStep, 'typed'> &
  Pick<LoginAtContact, 'chooseMethod' | 'sendCode'> &
  ClickActions &
  Pick<LoginAtCode, 'enterCode' | 'resendCode' | 'changeContact'>;

/** The actions of the methods by click. */
export type ClickActions = Pick<
  LoginAtContact,
  'prepare' | 'logInBy' | 'signUpByPasskey' | 'offerPasskeys' | 'completeReturn' | 'cancel'
>;

/** The state with its actions. */
export function stateOf(
  { otp, config, channel, drafts, lastMethod, hasPasskeys, pending, tried }: LoginFacts,
  { methods: ownMethods, names: given }: Pick<LoginOptions, 'methods' | 'names'>,
  nowMs: number,
  actions: LoginActions,
): LoginState {
  const { step, busy, problem } = otp;
  const { typed, enterCode, resendCode, changeContact, ...atContact } = actions;
  const isConfigured = config !== undefined;
  const every = { busy, problem, isConfigured, appName: config?.appName, logoUrl: config?.logoUrl, typed };
  if (step.at === 'contact') {
    const names = wireNames(given);
    const offered = ownMethods ?? methodsOffered(names, config);
    const able = offered.filter(({ type }) => type !== 'passkey' || hasPasskeys);
    const all = able.length > 0 ? able : offered; // a person with passkeys alone is told that this browser has none
    const lastUsed = all.length > 1 ? all.find((each) => methodName(each) === lastMethod) : undefined;
    const methods = lastUsed ? [lastUsed, ...all.filter((each) => each !== lastUsed)] : all;
    const typed = methods.find(isOtp);
    const method = channel && typed ? otpBy(channel) : (typed ?? methods[0] ?? expectedMethod(names));
    const form = codeFormOf(config);
    const draft = drafts[channelOf(method)];
    return { at: 'contact', ...every, form, methods, lastUsed, pending, tried, method, draft, ...atContact };
  }
  const { to: contact, codes, resendAtMs, isLocked } = step.sent;
  const [{ otpId, expiresAtMs, form = codeFormOf(config) }] = codes;
  const hasExpired = nowMs >= expiresAtMs;
  // An error about a code that has expired meanwhile no longer matters.
  const isPast = hasExpired && !isLocked && isAboutWhatWasTyped(problem);
  return {
    at: 'code',
    ...every,
    problem: isPast ? undefined : problem,
    method: otpBy(contact.channel),
    contact,
    otpId,
    form,
    expiresAtMs,
    resendAtMs,
    isRepeated: codes.length > 1,
    isLocked,
    isOver: busy === undefined && (isLocked || hasExpired),
    canResend: nowMs >= resendAtMs,
    enterCode,
    resendCode,
    changeContact,
  };
}

/**
 * The app's choice and order: codes as it says, and of providers and passkeys only what the configuration has enabled. All of the choice
 * until the configuration is known; all enabled methods if none of the choice is left; e-mail if neither says anything.
 */
function methodsOffered(names: readonly string[], config: LoginConfig | undefined): readonly LoginMethod[] {
  const isOn = (name: string) => isOtpName(name) || config === undefined || config.enabledProviders.includes(name);
  const chosen = methodsOf(names.filter(isOn), config);
  if (chosen.length > 0 || (names.length > 0 && config === undefined)) return chosen;
  const methods = methodsOf(config?.enabledProviders ?? [], config);
  return methods.length > 0 ? methods : [otpBy('email')];
}

/** Reserves the place of a provider whose label is not known yet, so that e-mail is not offered first. */
function expectedMethod([provider]: readonly string[]): LoginMethod {
  return provider === undefined ? otpBy('email') : { type: 'oauth', provider };
}

const isOtpName = (name: string): boolean => name === 'email' || name === 'sms';
