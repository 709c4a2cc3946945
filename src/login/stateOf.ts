import { codeFormOf } from './codeText.js';
import type { LoginFacts } from './loginFacts.js';
import type { AtEveryStep, LoginAtCode, LoginAtContact, LoginState } from './loginState.js';
import { channelOf, isOtp, type LoginMethod, methodsOf, otpBy } from './methods.js';
import { isAboutWhatWasTyped } from './otpMachine.js';

/** The actions of all steps. */
export type LoginActions = Pick<AtEveryStep, 'typed'> &
  Pick<LoginAtContact, 'chooseMethod' | 'sendCode'> &
  Pick<LoginAtCode, 'enterCode' | 'resendCode' | 'changeContact'>;

/** What a person meets now, with what can be done about it. */
export function stateOf(
  { otp, config, channel, drafts }: LoginFacts,
  ownMethods: readonly LoginMethod[] | undefined,
  nowMs: number,
  actions: LoginActions,
): LoginState {
  const { step, busy, problem } = otp;
  const { typed, chooseMethod, sendCode, enterCode, resendCode, changeContact } = actions;
  const every = { busy, problem, appName: config?.appName, logoUrl: config?.logoUrl, typed };
  if (step.at === 'contact') {
    const methods = ownMethods ?? methodsOf(config?.enabledProviders);
    const method = channel ? otpBy(channel) : (methods.find(isOtp) ?? methods[0] ?? otpBy('email'));
    const form = codeFormOf(config);
    const draft = drafts[channelOf(method)];
    return { at: 'contact', ...every, form, methods, method, draft, chooseMethod, sendCode };
  }
  const { to: contact, codes, resendAtMs, isLocked } = step.sent;
  const [{ otpId, expiresAtMs, form = codeFormOf(config) }] = codes;
  const hasExpired = nowMs >= expiresAtMs;
  // What was wrong with a code that has expired meanwhile cannot be mended.
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
    isOver: busy === undefined && (isLocked || hasExpired),
    canResend: nowMs >= resendAtMs,
    enterCode,
    resendCode,
    changeContact,
  };
}
