import type { SubmitOptions } from '../submit.js';

/** Another way to log in that a person gives their account. */
export type ConnectProviderOptions = Pick<SubmitOptions, 'session' | 'freshBy'> & {
  /** As `wallet_kit_config` names it: `google`, `apple`, `facebook`, `x`, `discord`, or the id of a configured issuer. */
  readonly provider: string;
  /** Hears the identity's id once the account has it: also where the window had looked closed, and the call ended before. */
  readonly onConnected?: ((providerId: string) => void) | undefined;
  /** Gives it up. */
  readonly signal?: AbortSignal | undefined;
};
