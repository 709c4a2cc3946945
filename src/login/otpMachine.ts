import type { CodeForm } from './codeText.js';
import type { OtpChannel } from './methods.js';

/** Where a code is sent: the address for the service, and how a person reads it. */
export type Contact = { readonly channel: OtpChannel; readonly address: string; readonly shown: string };

/** A code under way; its lifetime is told apart from when another may be asked for. */
export type SentCode = {
  readonly otpId: string;
  readonly expiresAtMs: number;
  /** What this very code looks like, where the service told: where much was guessed it is longer than others. */
  readonly form?: CodeForm | undefined;
};

/** What was asked for one contact. */
export type Sent = {
  readonly to: Contact;
  /** The codes that a typed one is tried against: newest first, three at most. */
  readonly codes: readonly [SentCode, ...SentCode[]];
  /** Milliseconds since 1970. From then on another code may be asked for. */
  readonly resendAtMs: number;
  /** Too many wrong tries: nothing can be typed until another code is sent. */
  readonly isLocked: boolean;
};

/** Where the person is. Each step carries what the next one needs, and nothing else. */
export type Step =
  | { readonly at: 'contact'; readonly sent: Sent | undefined }
  | { readonly at: 'code'; readonly sent: Sent };

/** Why the last attempt failed: a stable code, when, and how long the service asked to wait, if it did. */
export type LoginProblem = {
  readonly code: string;
  readonly atMs: number;
  readonly retryAfterMs: number | undefined;
  /** The device knew that it had no connection. */
  readonly isOffline: boolean;
};

export type OtpState = {
  readonly step: Step;
  /** What happens by itself: a question is under way, or its answer was a session, and the app takes over. */
  readonly busy: 'asking' | 'leaving' | undefined;
  readonly problem: LoginProblem | undefined;
};

export type OtpEvent =
  /** A question was sent to the service. What was said before stays until its answer. */
  | { readonly type: 'asked' }
  | { readonly type: 'sent'; readonly to: Contact; readonly code: SentCode; readonly atMs: number }
  | { readonly type: 'refused'; readonly problem: LoginProblem; readonly to: Contact | undefined }
  /** The person changed what stands in the field. */
  | { readonly type: 'typed' }
  /** The person wants another address. */
  | { readonly type: 'edited' }
  /** The person came back to an address whose code is still under way. */
  | { readonly type: 'returned' }
  /** What the last problem waited for is over: a limit, or a lost connection. */
  | { readonly type: 'waited' }
  /** The person gave up what was asked: nothing went wrong. */
  | { readonly type: 'calledOff' }
  | { readonly type: 'loggedIn' }
  | { readonly type: 'loggedOut' };

/** A person waits this long before another code can be asked for: mail takes its time, and each new code costs one of a few. */
export const RESEND_AFTER_MS = 30_000;

const CODES_KEPT = 3;

export const firstState: OtpState = at({ at: 'contact', sent: undefined });

/** What was under way when the page was loaded again. */
export function stateAt(step: Step | undefined): OtpState {
  return step === undefined ? firstState : at(step);
}

/** The steps of a login by code. It asks nobody and knows no clock; events carry the time. */
export function nextState(state: OtpState, event: OtpEvent): OtpState {
  const { sent } = state.step;
  switch (event.type) {
    case 'asked':
      return { ...state, busy: 'asking' };
    case 'sent':
      return at({ at: 'code', sent: sentAgain(sent, event) });
    case 'refused':
      return { ...at(afterRefusal(state.step, event)), problem: event.problem };
    case 'typed':
      return isAboutWhatWasTyped(state.problem) ? { ...state, problem: undefined } : state;
    case 'edited':
      return at({ at: 'contact', sent });
    case 'returned':
      return sent === undefined ? state : at({ at: 'code', sent });
    case 'waited':
      return { ...state, problem: undefined };
    case 'calledOff':
      return { ...state, busy: undefined, problem: undefined };
    case 'loggedIn':
      return { ...state, busy: 'leaving', problem: undefined };
    case 'loggedOut':
      return state.busy === 'leaving' ? firstState : state;
  }
}

/** Whether a code to this very contact was asked for so recently that it is better waited for than asked for again. */
export function isUnderWay({ step }: OtpState, to: Contact, nowMs: number): boolean {
  return step.at === 'contact' && isAlive(step.sent, to, nowMs) && nowMs < step.sent.resendAtMs;
}

/** Whether it is the content of the field that was refused, and not the moment, the page or the connection. */
export function isAboutWhatWasTyped(problem: LoginProblem | undefined): boolean {
  const codes =
    /^(CONTACT_INVALID|CONTACT_NOT_SERVED|CODE_INCOMPLETE|OTP_WRONG|OTP_EXPIRED|OTP_SPENT|TOO_MANY_ATTEMPTS)$/;
  return problem !== undefined && codes.test(problem.code);
}

function at(step: Step): OtpState {
  return { step, busy: undefined, problem: undefined };
}

function sentAgain(before: Sent | undefined, { to, code, atMs }: OtpEvent & { type: 'sent' }): Sent {
  const earlier = isAlive(before, to, atMs) ? before.codes.filter(({ expiresAtMs }) => atMs < expiresAtMs) : [];
  return {
    to,
    codes: [code, ...earlier.slice(0, CODES_KEPT - 1)],
    resendAtMs: atMs + RESEND_AFTER_MS,
    isLocked: false,
  };
}

/** Who asks again for the address they came from, and is refused, still has the code that was sent before. */
function afterRefusal(step: Step, { problem, to }: OtpEvent & { type: 'refused' }): Step {
  if (step.sent === undefined) return step;
  const { code, atMs, retryAfterMs = RESEND_AFTER_MS } = problem;
  const mustWait = code === 'TOO_MANY_CODES' || code === 'LOGIN_BUSY';
  if (mustWait && (step.at === 'code' || isAlive(step.sent, to, atMs)))
    return { at: 'code', sent: { ...step.sent, resendAtMs: atMs + retryAfterMs } };
  if (code === 'TOO_MANY_ATTEMPTS' && step.at === 'code')
    return { at: 'code', sent: { ...step.sent, isLocked: true, resendAtMs: atMs } };
  return step;
}

function isAlive(sent: Sent | undefined, to: Contact | undefined, nowMs: number): sent is Sent {
  return sent !== undefined && sent.to.address === to?.address && nowMs < sent.codes[0].expiresAtMs;
}
