/** A fact of the card: what it is called, and what it says. */
export type ReviewRow = {
  readonly label: string;
  readonly value: string;
  /** The addresses behind a sentence, whole, each on a line below it. */
  readonly addresses?: readonly string[] | undefined;
  /** An address stands in letters of one width. */
  readonly isAddress?: boolean;
  /** Whether the value is the address that signs. */
  readonly isSigner?: boolean;
  /** The contract in brackets at the end of the value. */
  readonly token?: string | undefined;
  /** What there is to know of the value, in a badge beside it. */
  readonly badge?: string | undefined;
  /** The part of the value to look at, from its first character to behind its last one. */
  readonly bold?: readonly [start: number, end: number] | undefined;
};
