/** The words of the account panel; those of codes and failures are the login's. */
export type AccountMessages = {
  readonly title: string;
  readonly loading: string;
  readonly tryAgain: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly notAdded: string;
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
  readonly remove: string;
  /** @param time - `today`, `2 days ago` */
  readonly added: (time: string) => string;
  /** Above the providers that the person logs in by, and those that could be connected. */
  readonly providers: string;
  readonly connect: string;
  readonly disconnect: string;
  readonly placesTitle: string;
  readonly here: string;
  /** @param time - `today, 14:32`, `2 days ago` */
  readonly since: (time: string) => string;
  readonly logOut: string;
  readonly logOutEverywhere: string;
  readonly deleteAccount: string;
  readonly deleteTitle: string;
  readonly deleteWarning: string;
  readonly deleteSure: string;
  readonly confirmTitle: string;
  /** Before and after the address that a code will be sent to. */
  readonly confirmLead: readonly [string, string];
  /** Where there is no contact to send a code to. */
  readonly confirmByLogin: string;
  /** What may not be removed or changed, since nothing else lets the person in. */
  readonly lastWayIn: string;
  /** Of the device that another passkey was to be made on. */
  readonly passkeyIsHere: string;
  readonly tooManyPasskeys: string;
  readonly passkeyFailed: string;
  /** The browser opened no window for a provider's login. */
  readonly windowBlocked: string;
  readonly tooManyProviders: string;
};

/** What an app changes of the words; what it leaves out stays. */
export type AccountMessageChanges = Partial<AccountMessages>;
