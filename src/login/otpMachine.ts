import type { CodeForm } from '../contract/codeForm.js';
import type { LoginError } from './loginError.js';
import type { OtpChannel } from './methods.js';

/** The destination of a code: for the service, and as people read it. */
export type Contact = { readonly channel: OtpChannel; readonly address: string; readonly shown: string };

/** A sent code; when it expires is separate from when another may be requested. */
export type SentCode = {
  readonly otpId: string;
  readonly expiresAtMs: number;
  /** The form of this code, if the service returned it: after much guessing it is longer than others. */
  readonly form?: CodeForm | undefined;
};

/** The codes requested for one contact. */
export type Sent = {
  readonly to: Contact;
  /** The codes that a typed one is tried against: newest first, at most three. */
  readonly codes: readonly [SentCode, ...SentCode[]];
  /** Milliseconds since 1970: when another code may be requested. */
  readonly resendAtMs: number;
  /** Too many wrong attempts: nothing can be typed until another code is sent. */
  readonly isLocked: boolean;
};

/** The step of the person. Each has only the data that the next one needs. */
export type Step =
  | { readonly at: 'contact'; readonly sent: Sent | undefined }
  | { readonly at: 'code'; readonly sent: Sent };

/** Why the last attempt failed: a stable code, the time, and how long the service asks to wait, if it does. */
export type LoginProblem = {
  /** `OTHER`: of an error that is not the kit's. */
  readonly code: LoginError['code'] | 'OTHER';
  readonly atMs: number;
  readonly retryAfterMs: number | undefined;
  /** The device was offline. */
  readonly isOffline: boolean;
};

export type OtpState = {
  readonly step: Step;
  /** A request is running (`asking`), or it has returned a session and the app takes over (`leaving`). */
  readonly busy: 'asking' | 'leaving' | undefined;
  readonly problem: LoginProblem | undefined;
};

export type OtpEvent =
  /** A request was sent. The last error stays until its answer. */
  | { readonly type: 'asked' }
  | { readonly type: 'sent'; readonly to: Contact; readonly code: SentCode; readonly atMs: number }
  | { readonly type: 'refused'; readonly problem: LoginProblem; readonly to: Contact | undefined }
  /** The person changed the field's text. */
  | { readonly type: 'typed' }
  /** The person wants to use another contact. */
  | { readonly type: 'edited' }
  /** The person returned to a contact whose code is still valid. */
  | { readonly type: 'returned' }
  /** The wait of the last error is over: a limit, or a lost connection. */
  | { readonly type: 'waited' }
  /** The person cancelled the request: no error. */
  | { readonly type: 'calledOff' }
  | { readonly type: 'loggedIn' }
  | { readonly type: 'loggedOut' };

/** A person waits this long before another code can be requested: mail takes time, and the number of codes is limited. */
export const RESEND_AFTER_MS = 30_000;

const CODES_KEPT = 3;

export const firstState: OtpState = at({ at: 'contact', sent: undefined });

/** The state of a login that was under way before a reload. */
export function stateAt(step: Step | undefined): OtpState {
  return step === undefined ? firstState : at(step);
}

/** The state machine of a login by code. It sends no requests and reads no clock; events carry the time. */
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

/** Whether a code to this contact was requested so recently that it is better to wait for it. */
export function isUnderWay({ step }: OtpState, to: Contact, nowMs: number): boolean {
  return step.at === 'contact' && isAlive(step.sent, to, nowMs) && nowMs < step.sent.resendAtMs;
}

/** Whether the field's text was refused, and not the time, the page or the connection. */
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

/** After a refused request for the same contact, the code that was sent before is still valid. */
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
