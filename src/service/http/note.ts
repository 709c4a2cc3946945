/**
 * The facts about a request that log and metrics may contain: ids, and the code of its refusal. Never a contact itself, an address or a secret.
 */
export type RequestNotes = {
  /** The organization that it names, or that the configuration it names belongs to. */
  readonly organization?: string | undefined;
  /** The user whose key stamped it. */
  readonly user?: string | undefined;
  readonly refusal?: string | undefined;
  /** The id of the trace that a trusted proxy has named. */
  readonly trace?: string | undefined;
  /** Of a login: a keyed hash of the contact, or of the identity at a provider, that it names. */
  readonly contact?: string | undefined;
  readonly identity?: string | undefined;
  /** The code of a `SealError`, what did not open, and the activity or query that it was opened for. */
  readonly sealError?: string | undefined;
  readonly sealed?: string | undefined;
  readonly activity?: string | undefined;
};

/** Gets what becomes known of a request on its way; of two values of one name, the later. */
export type Note = (notes: RequestNotes) => void;

/** For services without a log. */
export const noteNothing: Note = () => {};
