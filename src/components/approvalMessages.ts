import type { Activity } from '../contract/activities.records.js';
import type { MessageChanges, ScreenMessages } from './messages.js';

/** What a request would do, as far as its activity shows it. */
export type ApprovalFacts = {
  /** The activity's type without prefix and version: `CREATE_WALLET`. */
  readonly kind: string;
  /** The same in words: `create wallet`. */
  readonly action: string;
  /** The name that it gives to a resource. */
  readonly name: string | undefined;
  /** The signing key, as the activity names it. */
  readonly signWith: string | undefined;
  /** What it pays and to whom, if it signs a transaction that does nothing else. The amount is in whole coins, like `1.5`;
   * `layer2` is the chain's name, where it is not Ethereum itself. */
  readonly transfer:
    | { readonly amount: string; readonly symbol: string; readonly to: string; readonly layer2: string | undefined }
    | undefined;
  readonly activity: Activity;
};

/** The texts of the inbox, from top to bottom. */
export type ApprovalMessages = ScreenMessages<{ readonly code: string; readonly isOffline: boolean }> & {
  readonly title: string;
  readonly othersTitle: string;
  readonly loading: string;
  readonly none: string;
  readonly loggedOut: string;
  readonly what: (facts: ApprovalFacts) => string;
  readonly askedBy: (name: string) => string;
  readonly askedByYou: string;
  /** `needed`: how many are, where that is known; it is not where policies decide. */
  readonly approvals: (count: number, needed: number | undefined) => string;
  /** `time` like `in 23 hours`. */
  readonly expires: (time: string) => string;
  readonly expired: string;
  readonly details: string;
  readonly fingerprint: string;
  readonly approve: string;
  readonly approving: string;
  readonly reject: string;
  readonly rejecting: string;
  readonly approved: string;
  readonly rejected: string;
  readonly tryAgain: string;
};

/** An app's changes to the texts; omitted ones keep their defaults. */
export type ApprovalMessageChanges = MessageChanges<ApprovalMessages>;
