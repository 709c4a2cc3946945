import type { Sentence } from './messages.js';
import type { ProblemFacts } from './otpMessages.js';

/** The words of the screen that logs in by a link, which a login by a code does not have. */
export type EmailLinkMessages = {
  readonly askLead: string;
  readonly send: string;
  /** Stands before and after the address; it does not tell whether somebody has an account. */
  readonly sentLead: readonly [string, string];
  /** The way to the field for what another device shows, and that field. */
  readonly pasteQuestion: string;
  readonly pasteLabel: string;
  readonly sendAgain: string;
  /** Read out, not shown: when another link may be sent. */
  readonly againReady: string;
  /** Stands before and after the address that the link came to; the other where that is not known. */
  readonly openedLead: readonly [string, string];
  readonly openedByLink: string;
  readonly elsewhereTitle: string;
  readonly elsewhereLead: string;
  readonly codeLabel: string;
  readonly copyCode: string;
  readonly elsewhereNote: string;
  readonly startOver: string;
  readonly expiredTitle: string;
  readonly usedTitle: string;
  /** Stands before and after the address that a new link goes to; the other where that is not known. */
  readonly againLead: readonly [string, string];
  readonly onceLead: string;
  readonly doneTitle: string;
  readonly doneLead: string;
  readonly problems: {
    readonly LINK_MALFORMED: Sentence<ProblemFacts>;
    readonly LINK_FOR_ANOTHER_BROWSER: Sentence<ProblemFacts>;
    readonly TOO_MANY_CODES: Sentence<ProblemFacts>;
  };
};

/** The words of the screen that recovers an account. */
export type RecoveryMessages = EmailLinkMessages & {
  readonly title: string;
  readonly createPasskey: string;
  readonly recoveredTitle: string;
  readonly recoveredLead: string;
};

/** What an app changes of the words; what it leaves out stays. */
export type EmailLinkMessageChanges = Partial<Omit<EmailLinkMessages, 'problems'>> & {
  readonly problems?: { readonly [code: string]: Sentence<ProblemFacts> };
};

/** What an app changes of the words; what it leaves out stays. */
export type RecoveryMessageChanges = Partial<Omit<RecoveryMessages, 'problems'>> & {
  readonly problems?: { readonly [code: string]: Sentence<ProblemFacts> };
};

/** A language's words of both screens: what they share is written once. */
export type MailLinkWords = Omit<EmailLinkMessages, OfPurpose> & {
  readonly login: Pick<EmailLinkMessages, OfPurpose>;
  readonly recovery: Pick<EmailLinkMessages, OfPurpose> & Omit<RecoveryMessages, keyof EmailLinkMessages>;
};

type OfPurpose = 'askLead' | 'send' | 'openedLead' | 'openedByLink';
