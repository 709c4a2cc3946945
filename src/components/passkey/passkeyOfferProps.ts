import type { ScreenOptions } from '../../hooks/screenError.js';
import type { Part } from '../theme.js';
import type { PasskeyOfferMessageChanges } from './passkeyOfferMessages.js';

export type PasskeyOfferProps = ScreenOptions & {
  /** Called when there is no offer, or it is over: the app continues. A new passkey is confirmed for a moment before. */
  onDone?: () => void;
  /** Texts to replace; omitted ones keep their defaults. */
  messages?: PasskeyOfferMessageChanges;
  /** Classes to add, by the name of a part. */
  classNames?: { readonly [P in Part]?: string };
  /** `flush` has no border, shadow or padding, for use inside another box. Default: `card`. */
  elevation?: 'card' | 'flush';
};
