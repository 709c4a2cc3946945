/** The texts of the import and export screens; general errors are the login's. */
export type TransferMessages = {
  readonly importTitle: string;
  readonly importLead: string;
  readonly phrase: string;
  readonly phraseHint: string;
  readonly usePrivateKey: string;
  readonly usePhrase: string;
  readonly keyLead: string;
  readonly privateKey: string;
  readonly keyHint: string;
  /** The progress of typed words: 7 of 12. */
  readonly countOf: (count: number, whole: number) => string;
  /** @param place - 1 for the first word */
  readonly unknownWord: (place: number) => string;
  /** The accessible name of the button that replaces a typed word by one of the list. */
  readonly replaceBy: (place: number, word: string) => string;
  readonly complete: string;
  readonly addPassphrase: string;
  readonly passphrase: string;
  readonly passphraseHint: string;
  readonly name: string;
  readonly walletNamed: string;
  readonly keyNamed: string;
  readonly firstAddress: string;
  readonly address: string;
  readonly importWallet: string;
  readonly importKey: string;
  readonly walletImported: string;
  readonly keyImported: string;
  readonly importedLead: string;
  readonly done: string;
  readonly waitingTitle: string;
  readonly waitingLead: string;
  readonly exportTitle: string;
  readonly exportWarning: string;
  readonly exportKeyTitle: string;
  readonly exportKeyWarning: string;
  readonly isPrivate: string;
  readonly continue: string;
  readonly cancel: string;
  readonly phraseTitle: string;
  readonly phraseLead: string;
  readonly keyTitle: string;
  readonly exportedKeyLead: string;
  readonly hold: string;
  /** Shows it for a minute, without holding. */
  readonly keepShowing: string;
  /** Beside what is kept shown. */
  readonly hidesSoon: string;
  readonly hide: string;
  readonly wroteDown: string;
  /** Three words are asked, to find out whether they were written down rightly. */
  readonly checkTitle: string;
  readonly checkLead: string;
  /** @param place - 1 for the first word */
  readonly wordAt: (place: number) => string;
  readonly wordWrong: (place: number) => string;
  readonly showAgain: string;
  readonly notNow: string;
  readonly keptTitle: string;
  readonly keptLead: string;
  /** For screen readers. */
  readonly shown: string;
  readonly hidden: string;
  readonly copy: string;
  /** With a passphrase, words and passphrase are copied separately. */
  readonly copyWords: string;
  readonly copyPassphrase: string;
  readonly copied: string;
  readonly cleared: string;
  readonly copyFailed: string;
  readonly tryAgain: string;
  /** A sentence for each error of imports and exports. */
  readonly problems: { readonly [code: string]: string };
};

/** An app's changes to the texts; omitted ones keep their defaults. */
export type TransferMessageChanges = Partial<Omit<TransferMessages, 'problems'>> & {
  readonly problems?: { readonly [code: string]: string };
};
