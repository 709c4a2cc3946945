import type { BrowserNames } from '../../contract/browserNames.js';

/** The texts of the account panel; those of codes and failures are the login's. */
export type AccountMessages = {
  readonly title: string;
  readonly loading: string;
  readonly tryAgain: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly notAdded: string;
  /** Of an address or number that a code has proved; seen as a tick. */
  readonly verified: string;
  readonly edit: string;
  readonly change: string;
  readonly add: string;
  readonly save: string;
  readonly saved: string;
  readonly cancel: string;
  readonly sendCode: string;
  /** Before and after the address that a code was sent to. */
  readonly codeSent: readonly [string, string];
  readonly passkeys: string;
  readonly addPasskey: string;
  /** The label of the field in which a passkey is renamed. */
  readonly passkeyName: string;
  readonly rename: string;
  readonly remove: string;
  /** @param time - `today`, `2 days ago` */
  readonly added: (time: string) => string;
  /** Above the connected providers, and those that could be connected. */
  readonly providers: string;
  readonly connect: string;
  readonly disconnect: string;
  /** Above the addresses of the wallets, where their proofs are looked into. */
  readonly addresses: string;
  readonly moreAddresses: string;
  readonly placesTitle: string;
  readonly here: string;
  /** This browser: `Chrome on macOS`. */
  readonly browserOn: (names: BrowserNames) => string;
  /** @param time - `today, 14:32`, `2 days ago` */
  readonly since: (time: string) => string;
  /** @param time - `in 7 days` */
  readonly ends: (time: string) => string;
  readonly logOut: string;
  readonly logOutEverywhere: string;
  /** When logging out everywhere failed. */
  readonly othersStay: string;
  readonly logOutHere: string;
  readonly deleteAccount: string;
  readonly deleteTitle: string;
  readonly deleteWarning: string;
  readonly deleteSure: string;
  readonly confirmTitle: string;
  /** Before and after the address that a code will be sent to. */
  readonly confirmLead: readonly [string, string];
  /** For a person without a contact. */
  readonly confirmByLogin: string;
  /** For a name that was left empty. */
  readonly nameMissing: string;
  /** For the last login method, which cannot be removed. */
  readonly lastWayIn: string;
  /** When this device already has a passkey of the account. */
  readonly passkeyIsHere: string;
  readonly tooManyPasskeys: string;
  readonly passkeyFailed: string;
  /** When the browser opened no window for a provider's login. */
  readonly windowBlocked: string;
  readonly tooManyProviders: string;
};

/** An app's changes to the texts; omitted ones keep their defaults. */
export type AccountMessageChanges = Partial<AccountMessages>;
