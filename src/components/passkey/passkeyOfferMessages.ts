import type { MessageChanges, ScreenMessages } from '../messages.js';

/** The texts of the passkey offer, from top to bottom. */
export type PasskeyOfferMessages = ScreenMessages<{ readonly code: string; readonly isOffline: boolean }> & {
  readonly title: string;
  readonly lead: string;
  /** While the browser's dialog is open. */
  readonly waiting: string;
  readonly create: string;
  readonly cancel: string;
  readonly skip: string;
  /** The title once the account has one, and the text below it: of a new one, or of one that the device had already. */
  readonly added: string;
  readonly nextTime: string;
  readonly alreadyThere: string;
};

/** An app's changes to the texts; omitted ones keep their defaults. */
export type PasskeyOfferMessageChanges = MessageChanges<PasskeyOfferMessages>;
