/** The texts of the wallet's screens; those of failures of the service are the login's. */
export type WalletMessages = HomeMessages & ReceiveMessages & SendMessages;

/** The texts of the wallet's first screen, from top to bottom. */
export type HomeMessages = {
  readonly title: string;
  readonly loading: string;
  readonly tryAgain: string;
  /** The name of the buttons that lead back, and of the menus behind three dots. */
  readonly back: string;
  readonly options: string;
  /** @param name - of an account */
  readonly optionsOf: (name: string) => string;
  readonly account: string;
  readonly logOut: string;
  readonly network: string;
  readonly showQr: string;
  /** Where the coin's amount stands, when no node said it. */
  readonly noBalance: string;
  /** @param network - its name: `Solana` */
  readonly noAccountOn: (network: string) => string;
  readonly receive: string;
  readonly send: string;
  readonly accounts: string;
  readonly activity: string;
  readonly search: string;
  readonly searching: string;
  readonly noneFound: string;
  readonly noAccounts: string;
  readonly copy: string;
  readonly exportKey: string;
  readonly rename: string;
  readonly accountName: string;
  readonly nameMissing: string;
  readonly nameTaken: string;
  readonly save: string;
  readonly cancel: string;
  readonly addAccount: string;
  /** @param kind - `Ethereum`, `Solana` */
  readonly addAccountOf: (kind: string) => string;
  /** @param name - of the account that was made */
  readonly added: (name: string) => string;
  readonly othersDecide: string;
  readonly showMore: string;
  readonly noActivity: string;
  readonly statusDone: string;
  /** Of a transaction: perhaps nobody has sent it; it was sent and is in no block; it is in one and failed. */
  readonly statusSigned: string;
  readonly statusSent: string;
  readonly statusReverted: string;
  readonly statusFailed: string;
  readonly statusRejected: string;
  readonly statusWaiting: string;
  /** What others agreed to when nobody waited for it any more, and what can be done with it. */
  readonly approvedTitle: string;
  readonly discard: string;
  readonly hide: string;
  readonly discardLead: string;
  readonly discarded: string;
  readonly hidden: string;
};

/** The texts of the screen that shows an address. */
type ReceiveMessages = {
  readonly receiveTitle: string;
  /** @param network - its name: `Base` */
  readonly onlyOn: (network: string) => string;
  readonly qrOf: string;
  /** When the QR code cannot be drawn. */
  readonly noQr: string;
  readonly copyFailed: string;
  readonly share: string;
};

/** The texts of the screen that sends. */
type SendMessages = {
  readonly sendTitle: string;
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly all: string;
  /** @param amount - `1.5 ETH` */
  readonly available: (amount: string) => string;
  readonly continue: string;
  readonly toMissing: string;
  /** @param network - its name: `Base` */
  readonly toInvalid: (network: string) => string;
  /** Of an address whose checksum is wrong. */
  readonly toMistyped: string;
  readonly toSelf: string;
  /** @param symbol - of the token whose contract was typed */
  readonly toToken: (symbol: string) => string;
  /** Of an address with the ends of a known one. */
  readonly toLookalike: string;
  /** Of an address on Solana that is no person's. */
  readonly toProgram: string;
  readonly nameNotFound: string;
  readonly amountMissing: string;
  readonly tooManyDecimals: (most: number) => string;
  readonly insufficient: string;
  /** @param symbol - of the coin */
  readonly insufficientFee: (symbol: string) => string;
  /** When less would be left than a network keeps accounts for. @param symbol - of the coin */
  readonly restTooSmall: (symbol: string) => string;
  /** When a new account would get less than that. @param symbol - of the coin */
  readonly tooSmallForNew: (symbol: string) => string;
  readonly wouldFail: string;
  readonly unreachable: string;
  readonly sending: string;
  /** When the network has not answered for a while. */
  readonly sendingSlow: string;
  readonly waitingTitle: string;
  readonly waitingLead: string;
  readonly sent: string;
  readonly sentLead: string;
  readonly confirmed: string;
  /** The title where the chain did not do it, and what that means. */
  readonly failed: string;
  readonly reverted: string;
  /** When the network did not say whether it has it: the title, what it means, and the button that asks again. */
  readonly uncertain: string;
  readonly uncertainLead: string;
  readonly checkAgain: string;
  readonly notSent: string;
  readonly votesNotAwaited: string;
  /** Under the amount on Solana. */
  readonly noSolanaTokens: string;
  readonly viewDetails: string;
  readonly done: string;
};

/** An app's changes to the texts; omitted ones keep their defaults. */
export type WalletMessageChanges = Partial<WalletMessages>;
