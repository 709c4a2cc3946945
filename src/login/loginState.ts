import type { SignUpOptions } from '../client/passkeys/options.js';
import type { CodeForm } from '../contract/codeForm.js';
import type { ClickMethod, LoginMethod, OtpMethod } from './methods.js';
import type { Contact, LoginProblem } from './otpMachine.js';
import type { Country } from './phone.js';

/** The state of a login: its step, and the step's own actions. A state is immutable; each change makes another object. */
export type LoginState = LoginAtContact | LoginAtCode;

/** Members of every step. */
export type AtEveryStep = {
  /**
   * A request is running (`asking`), or it has returned a session and the app takes over (`leaving`). Meanwhile, actions that send requests
   * do nothing.
   */
  readonly busy: 'asking' | 'leaving' | undefined;
  /** Why the last attempt failed. It stays until the next answer; an error about a text is cleared when that is `typed`. */
  readonly problem: LoginProblem | undefined;
  /** The chosen method, and the one that the code was sent by. */
  readonly method: LoginMethod;
  /** The form of the newest code or, before one was sent, the configuration's. */
  readonly form: CodeForm;
  /** Whether the configuration is known: by now, from an earlier visit, or from the app. */
  readonly isConfigured: boolean;
  /** The configuration's name of the app, if known. */
  readonly appName: string | undefined;
  /** The configuration's logo URL, if known. */
  readonly logoUrl: string | undefined;
  /** Call it when the person changes the field's text. From then on the method is not changed automatically. */
  readonly typed: () => void;
};

/** The step that asks for a contact. */
export type LoginAtContact = AtEveryStep & {
  readonly at: 'contact';
  /** The methods to choose from, in order. */
  readonly methods: readonly LoginMethod[];
  /** The method of this browser's last login, if there are several. It comes before the others of its type. */
  readonly lastUsed: LoginMethod | undefined;
  /**
   * The click method that waits for its person, until its window or dialog is closed, or they turn to something else: typing, or any other
   * action. It locks nothing.
   */
  readonly pending: ClickMethod | undefined;
  /** The click method that the last error is about, or that the person has cancelled. */
  readonly tried: ClickMethod | undefined;
  /** The initial text of the field: typed before, or of the last login in this tab. */
  readonly draft: string;
  /** @param typed - the field's text, to restore it later */
  readonly chooseMethod: (method: OtpMethod, typed?: string) => void;
  /**
   * Sends a code, and leads to the step `code`. If a code to the same contact was just sent, it sends no other.
   *
   * @param typed - as typed: an e-mail address, or a phone number
   * @param country - of the number, if that does not begin with `+`
   */
  readonly sendCode: (typed: string, country?: Country) => Promise<void>;
  /** Call it when the pointer or focus reaches a method's button: then its window opens at once. */
  readonly prepare: (method: ClickMethod) => void;
  /**
   * Logs in at a provider or by a passkey; a provider also signs new people up. Call it directly in the click handler.
   *
   * For the pending provider it brings its window to the front, or opens it again.
   *
   * @param mode - for a provider: `popup` (default), or `redirect`, which leaves the page and returns to it
   */
  readonly logInBy: (method: ClickMethod, mode?: 'popup' | 'redirect') => Promise<void>;
  /**
   * Signs a new person up, with a passkey alone. Call it directly in the click handler.
   *
   * @param named - `userName`: of the account, also in the browser's list. `passkeyName`: in the account, and without a `userName` in the
   *   browser's list; default: its provider's
   */
  readonly signUpByPasskey: (named?: Pick<SignUpOptions, 'userName' | 'passkeyName'>) => Promise<void>;
  /** Offers passkeys in the autofill of a field whose `autocomplete` ends with `webauthn`, until the signal is aborted. */
  readonly offerPasskeys: (signal: AbortSignal) => Promise<void>;
  /** Completes a redirect login that has returned to this page, if there is one. */
  readonly completeReturn: () => Promise<void>;
  /** Ends the wait for what is pending. A provider's answer is still taken, unless another login has begun. */
  readonly cancel: () => void;
};

/** The step that asks for the code. */
export type LoginAtCode = AtEveryStep & {
  readonly at: 'code';
  readonly method: OtpMethod;
  readonly contact: Contact;
  /** The newest code's id: another code is another field. */
  readonly otpId: string;
  /** Milliseconds since 1970, by this device's clock: when the newest code expires. */
  readonly expiresAtMs: number;
  /** Milliseconds since 1970: when another code may be requested. */
  readonly resendAtMs: number;
  /** Other codes were sent here before. They are tried, too, while they are valid. */
  readonly isRepeated: boolean;
  /** The code has expired, or was mistyped too often: another one is needed. */
  readonly isOver: boolean;
  /** It was mistyped too often. */
  readonly isLocked: boolean;
  readonly canResend: boolean;
  /** Logs in with the typed code; new people are signed up. */
  readonly enterCode: (typed: string) => Promise<void>;
  readonly resendCode: () => Promise<void>;
  /** Returns to the step `contact`. */
  readonly changeContact: () => void;
};
