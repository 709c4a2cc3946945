import type { MessageChanges } from './messages.js';
import type { OtpMessages } from './otpMessages.js';

/** Every word of the login card, of what opens it, and of who is logged in. */
export type LoginMessages = OtpMessages & {
  readonly cardLead: string;
  /** Between what is typed and what is clicked, on a wide card and on a narrow one. */
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
  /** While a provider's window is open, or the device asks. */
  readonly continueThere: (provider: string) => string;
  readonly continueOnDevice: string;
  readonly cancel: string;
  /** Where the browser opened no window. */
  readonly continueInTab: string;
  /** Whoever gave the passkey up may have none yet. */
  readonly noPasskey: string;
  readonly createPasskey: string;
  /** What the person agrees to: before, between and after the names of two documents. */
  readonly agreeToBoth: readonly [string, string, string];
  /** The same of one. */
  readonly agreeToOne: readonly [string, string];
  readonly terms: string;
  readonly privacy: string;
  /** The button that takes a dialog away. */
  readonly close: string;
  /** The button that opens the dialog, and the one that logs out. */
  readonly logIn: string;
  readonly logOut: string;
  /** The whole name of the button that opens the menu of who is logged in. */
  readonly menuOf: (name: string) => string;
  readonly copyAddress: string;
  readonly copied: string;
};

/** What an app changes of the words; what it leaves out stays. */
export type LoginMessageChanges = MessageChanges<LoginMessages>;
