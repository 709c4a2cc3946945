/** The words of the screens of import and export; failures that every request can meet are the login's. */
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
  /** How far the typed words go: 7 of 12. */
  readonly countOf: (count: number, whole: number) => string;
  /** @param place - 1 for the first word */
  readonly unknownWord: (place: number) => string;
  /** The name of a button that puts a word of the list in the place of the typed one. */
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
  /** Read out. */
  readonly shown: string;
  readonly hidden: string;
  readonly copy: string;
  /** Where a passphrase belongs to the words, each is copied for itself. */
  readonly copyWords: string;
  readonly copyPassphrase: string;
  readonly copied: string;
  readonly cleared: string;
  readonly copyFailed: string;
  readonly tryAgain: string;
  /** A sentence for each failure of imports and exports. */
  readonly problems: { readonly [code: string]: string };
};

/** What an app changes of the words; what it leaves out stays. */
export type TransferMessageChanges = Partial<Omit<TransferMessages, 'problems'>> & {
  readonly problems?: { readonly [code: string]: string };
};
