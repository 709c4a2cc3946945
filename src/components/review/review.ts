import type { ReviewField } from './fieldsOf.js';
import type { ReviewRow } from './reviewRow.js';

/** What a person reads before they say yes: all that stands on the card, in their language. */
export type Review = {
  /** What would happen, in a sentence. */
  readonly title: string;
  /** Texts as they are signed, each in a box that is read to its end. */
  readonly texts: readonly string[];
  readonly rows: readonly ReviewRow[];
  /** Why to look twice, a sentence each. With one the way out is the first button, and the way on asks for a tick. */
  readonly dangers: readonly string[];
  /** Everything, for whoever opens it. */
  readonly details: {
    readonly fields: readonly ReviewField[];
    /** The same as it was sent. */
    readonly json?: string | undefined;
    /** Open from the start, where nothing else is known. */
    readonly isOpen: boolean;
    /** Whether they are read to their end first: they are all that tells what is signed. */
    readonly mustBeRead: boolean;
  };
};
