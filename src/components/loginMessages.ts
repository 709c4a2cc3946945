import type { MessageChanges } from './messages.js';
import type { OtpMessages } from './otpMessages.js';

/** The texts of the login card, the dialog's button and the menu. */
export type LoginMessages = OtpMessages & {
  readonly cardLead: string;
  /** Between the field and the buttons, on a wide card and on a narrow one. */
  readonly or: string;
  readonly orContinueWith: string;
  readonly continueWith: (provider: string) => string;
  readonly continueWithPasskey: string;
  /** The same on a narrow card. */
  readonly passkey: string;
  /** Above the button of the screen for passkeys alone. */
  readonly passkeyLead: string;
  readonly moreWays: string;
  readonly lastUsed: string;
  /** The title while a provider's window is open, the text below it, and the buttons that open it again or leave it. */
  readonly continueThere: (provider: string) => string;
  readonly windowLead: string;
  readonly openAgain: string;
  readonly anotherWay: string;
  /** While the passkey dialog is open. */
  readonly continueOnDevice: string;
  readonly cancel: string;
  /** When the browser opened no window. */
  readonly continueInTab: string;
  /** After a cancelled passkey dialog, for people who have none yet: leads to a step of its own. */
  readonly signUpByPasskey: string;
  /** The title of that step, and its button. */
  readonly createPasskey: string;
  /** Its field. */
  readonly passkeyName: string;
  /** The agreement: before, between and after the names of two documents. */
  readonly agreeToBoth: readonly [string, string, string];
  /** The same for one document. */
  readonly agreeToOne: readonly [string, string];
  readonly terms: string;
  readonly privacy: string;
  /** The button that closes the dialog. */
  readonly close: string;
  /** The button that opens the dialog, and the one that logs out. */
  readonly logIn: string;
  readonly logOut: string;
  /** The accessible name of the menu's button. */
  readonly menuOf: (name: string) => string;
  readonly copyAddress: string;
  readonly copied: string;
};

/** An app's changes to the texts; omitted ones keep their defaults. */
export type LoginMessageChanges = MessageChanges<LoginMessages>;
