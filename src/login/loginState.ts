import type { CodeForm } from './codeText.js';
import type { ClickMethod, LoginMethod, OtpMethod } from './methods.js';
import type { Contact, LoginProblem } from './otpMachine.js';
import type { Country } from './phone.js';

/**
 * Where a login is, what stands there, and what can be done next: each step carries its own actions. A state is never changed; the
 * next one is another object.
 */
export type LoginState = LoginAtContact | LoginAtCode;

/** What holds at every step. */
export type AtEveryStep = {
  /**
   * What happens by itself: a question is under way, or its answer was a session, and the app takes over. Until then every
   * action that asks the service does nothing.
   */
  readonly busy: 'asking' | 'leaving' | undefined;
  /** Why the last attempt failed. It stays until the next answer; what was said about a text goes when that is `typed`. */
  readonly problem: LoginProblem | undefined;
  /** What is chosen, and what the code went by. */
  readonly method: LoginMethod;
  /** What a code looks like: the newest one or, before one was sent, as the configuration tells. */
  readonly form: CodeForm;
  /** The app's name, where the configuration tells it. */
  readonly appName: string | undefined;
  /** Where the app's logo lies, where the configuration tells it. */
  readonly logoUrl: string | undefined;
  /** To be told when the person changes what stands in the field. From then on no other method is shown unasked. */
  readonly typed: () => void;
};

/** Where shall the code go? */
export type LoginAtContact = AtEveryStep & {
  readonly at: 'contact';
  /** What the person may choose from, first choice first. */
  readonly methods: readonly LoginMethod[];
  /** By which this browser logged in last, where there is more than one to choose from. It stands before the others of its kind. */
  readonly lastUsed: LoginMethod | undefined;
  /** What a question is under way by, of those that want a click: until its window or dialog is done, or it is called off. */
  readonly pending: ClickMethod | undefined;
  /** What the last problem is about, of those that want a click, or what the person has given up. */
  readonly tried: ClickMethod | undefined;
  /** What the field begins with: what was typed before, or who logged in last in this tab. */
  readonly draft: string;
  /** @param typed - what stands in the field, to be found there again */
  readonly chooseMethod: (method: OtpMethod, typed?: string) => void;
  /**
   * Sends a code. Leads to the step `code`; without another one, where a code to the same contact is just on its way.
   *
   * @param typed - as it was typed: an e-mail address, or a phone number
   * @param country - whose number it is, where it does not begin with `+`
   */
  readonly sendCode: (typed: string, country?: Country) => Promise<void>;
  /** To be called when a person comes near a method's button: then its window opens at once. */
  readonly prepare: (method: ClickMethod) => void;
  /**
   * Logs in at a provider or by a passkey; who is new at a provider is signed up. To be called in the click itself.
   *
   * @param mode - of a provider: `popup` (default), or `redirect`, which leaves the page and comes back to it
   */
  readonly logInBy: (method: ClickMethod, mode?: 'popup' | 'redirect') => Promise<void>;
  /** Signs somebody new up, by a passkey alone. To be called in the click itself. */
  readonly signUpByPasskey: () => Promise<void>;
  /** Offers passkeys in the autofill of a field whose `autocomplete` ends with `webauthn`, until the signal ends it. */
  readonly offerPasskeys: (signal: AbortSignal) => Promise<void>;
  /** Ends a login at a provider that left this page and has come back to it, where there is one. */
  readonly completeReturn: () => Promise<void>;
  /** Gives up what is pending. */
  readonly cancel: () => void;
};

/** A code is on its way. */
export type LoginAtCode = AtEveryStep & {
  readonly at: 'code';
  readonly method: OtpMethod;
  readonly contact: Contact;
  /** Of the newest code: another one is another field. */
  readonly otpId: string;
  /** Milliseconds since 1970, by this device's clock: the end of the newest code. */
  readonly expiresAtMs: number;
  /** Milliseconds since 1970: from then on another code may be asked for. */
  readonly resendAtMs: number;
  /** Other codes were sent here before. They are tried, too, as long as they live. */
  readonly isRepeated: boolean;
  /** The code has expired, or was mistaken too often: another one is needed. */
  readonly isOver: boolean;
  readonly canResend: boolean;
  /** Logs in with the code as it was typed. Who is new is signed up. */
  readonly enterCode: (typed: string) => Promise<void>;
  readonly resendCode: () => Promise<void>;
  /** Back to the step `contact`. */
  readonly changeContact: () => void;
};
