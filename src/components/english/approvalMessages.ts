import type { Activity } from '../../contract/activities.records.js';
import type { TransactionEffect } from '../../reading/effect.js';
import type { SignedPayload } from '../../reading/signedPayload.js';
import type { MessageChanges, ScreenMessages } from '../messages.js';
import type { ReviewMessages } from './reviewMessages.js';

/** What a request would do. */
export type RequestFacts = {
  /** The activity's type without prefix and version: `CREATE_WALLET`. */
  readonly kind: string;
  /** The same in words: `create wallet`. */
  readonly action: string;
  /** What it signs, where that is no transaction. */
  readonly signed: SignedPayload | undefined;
  /** The name that it gives to a resource. */
  readonly name: string | undefined;
  /** The signing key, as the activity names it. */
  readonly signWith: string | undefined;
  /** What the transaction does that it signs, if that is one thing and nothing else. */
  readonly effect: Omit<TransactionEffect, 'feeLimit'> | undefined;
};

/** What a request would do, as far as its activity shows it. */
export type ApprovalFacts = RequestFacts & {
  readonly effect: TransactionEffect | undefined;
  readonly activity: Activity;
};

/** The facts in a sentence about an error. */
type ApprovalProblemFacts = {
  readonly code: string;
  readonly isOffline: boolean;
  /** When to try again, in words (`in 9 minutes`), if the service said so. */
  readonly wait?: string | undefined;
};

/** The texts of the approvals inbox, from top to bottom. */
export type ApprovalMessages = ScreenMessages<ApprovalProblemFacts> & {
  readonly title: string;
  readonly othersTitle: string;
  readonly loading: string;
  readonly none: string;
  readonly loggedOut: string;
  /** What can be read of a request; what cannot has a title of `review`. */
  readonly what: (facts: ApprovalFacts) => string;
  /** When no earlier transaction paid that address, or allowed it anything. */
  readonly firstTime: string;
  readonly askedBy: (name: string) => string;
  readonly askedByYou: string;
  /** @param needed - how many must approve; `undefined` if policies may decide, too. */
  readonly approvals: (count: number, needed: number | undefined) => string;
  /** @param time - `in 23 hours` */
  readonly expires: (time: string) => string;
  readonly expired: string;
  readonly details: string;
  readonly fingerprint: string;
  readonly approve: string;
  readonly approving: string;
  readonly reject: string;
  readonly rejecting: string;
  /** Approves as many requests as would do the same. */
  readonly approveAll: (count: number) => string;
  readonly approved: string;
  readonly rejected: string;
  /** After several votes at once, not all of which may have been counted. */
  readonly approvedOf: (count: number, total: number) => string;
  readonly tryAgain: string;
  /** The name of the buttons that choose which requests are shown, by what they do, and the first of them. */
  readonly filter: string;
  readonly all: string;
  /** The link to the newest activities, decided or not, and the one back. */
  readonly allActivity: string;
  readonly onlyWaiting: string;
  readonly noActivity: string;
  readonly showMore: string;
  /** How an activity ended, behind who requested it and when. */
  readonly statusDone: string;
  readonly statusFailed: string;
  readonly statusRejected: string;
  readonly statusWaiting: string;
  /** The texts of the card that a row opens. */
  readonly review: ReviewMessages;
};

/** The texts of a language: those of the inbox, and of what is confirmed before it is signed. */
export type ApprovalTexts = ApprovalMessages & { readonly what: (facts: RequestFacts) => string };

/** An app's changes to the texts; omitted ones keep their defaults. */
export type ApprovalMessageChanges = Omit<MessageChanges<ApprovalMessages>, 'review'> & {
  readonly review?: Partial<ReviewMessages>;
};
