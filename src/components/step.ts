import type { ReactNode, RefObject } from 'react';
import type { Skin } from './skin.js';

/** What every step of a screen is given: its first field, and how that field stands. */
export type StepProps = {
  readonly id: string;
  readonly skin: Skin;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly isBusy: boolean;
  readonly isInvalid: boolean;
  /** The id of what explains the field, where something does. */
  readonly describedBy: string | undefined;
  /** Why the last attempt failed, drawn. */
  readonly problem: ReactNode;
};
