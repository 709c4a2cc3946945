import type { Sentence } from '../messages.js';
import type { ProblemFacts } from '../otpMessages.js';

/** The texts of the e-mail link screen, beside those that the login by code has too. */
export type EmailLinkMessages = {
  readonly askLead: string;
  readonly send: string;
  /** Before and after the address; it does not reveal whether there is an account. */
  readonly sentLead: readonly [string, string];
  /** The link to the field for a code from another device, and that field's label. */
  readonly pasteQuestion: string;
  readonly pasteLabel: string;
  readonly sendAgain: string;
  /** For screen readers: another link can be sent now. */
  readonly againReady: string;
  /** Before and after the address that the link was sent to; the other if that is unknown. */
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
  /** Before and after the address that a new link goes to; the other if that is unknown. */
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

/** The texts of the recovery screen. */
export type RecoveryMessages = EmailLinkMessages & {
  readonly title: string;
  readonly createPasskey: string;
  readonly recoveredTitle: string;
  readonly recoveredLead: string;
};

/** An app's changes to the texts; omitted ones keep their defaults. */
export type EmailLinkMessageChanges = Partial<Omit<EmailLinkMessages, 'problems'>> & {
  readonly problems?: { readonly [code: string]: Sentence<ProblemFacts> };
};

/** An app's changes to the texts; omitted ones keep their defaults. */
export type RecoveryMessageChanges = Partial<Omit<RecoveryMessages, 'problems'>> & {
  readonly problems?: { readonly [code: string]: Sentence<ProblemFacts> };
};

/** A language's texts of both screens: shared ones are written once. */
export type MailLinkWords = Omit<EmailLinkMessages, OfPurpose> & {
  readonly login: Pick<EmailLinkMessages, OfPurpose>;
  readonly recovery: Pick<EmailLinkMessages, OfPurpose> & Omit<RecoveryMessages, keyof EmailLinkMessages>;
};

type OfPurpose = 'askLead' | 'send' | 'openedLead' | 'openedByLink';
