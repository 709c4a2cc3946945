import type { ReactNode, RefObject } from 'react';

/** The props of every step: its first field, and that field's state. */
export type FieldProps = {
  readonly id: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly isInvalid: boolean;
  /** The id of the element that describes the field, if any. */
  readonly describedBy: string | undefined;
  /** The last attempt's error, rendered. */
  readonly problem: ReactNode;
};
