import type { ReactNode, RefObject } from 'react';

/** What every step of a screen is given: its first field, and how that field stands. */
export type StepProps = {
  readonly id: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly isInvalid: boolean;
  /** The id of what explains the field, where something does. */
  readonly describedBy: string | undefined;
  /** Why the last attempt failed, drawn. */
  readonly problem: ReactNode;
};
