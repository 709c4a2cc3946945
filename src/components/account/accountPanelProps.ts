import type { ScreenOptions } from '../../hooks/screenError.js';
import type { AccountMessageChanges } from '../english/accountMessages.js';
import type { Part } from '../theme.js';

export type AccountPanelProps = ScreenOptions & {
  /** Texts to replace; omitted ones keep their defaults. */
  messages?: AccountMessageChanges | undefined;
  /** Classes to add, by the name of a part. */
  classNames?: { readonly [P in Part]?: string } | undefined;
  /** `flush` has no border, shadow or padding, for use inside another box. Default: `card`. */
  elevation?: 'card' | 'flush' | undefined;
  /** Called when the person goes back. Without it no button for that is shown. */
  onBack?: (() => void) | undefined;
  /** Called when the account and all its data were deleted. */
  onDeleted?: (() => void) | undefined;
};
