import type { SubmitOptions } from '../submit.js';

/** Options of connecting another identity to an account. */
export type ConnectProviderOptions = Pick<SubmitOptions, 'session' | 'freshBy'> & {
  /** As `wallet_kit_config` names it: `google`, `apple`, `facebook`, `x`, `discord`, or the id of a configured issuer. */
  readonly provider: string;
  /** Called with the identity's id once the account has it, even if the window had looked closed and the call ended before. */
  readonly onConnected?: ((providerId: string) => void) | undefined;
  /** Cancels the login. */
  readonly signal?: AbortSignal | undefined;
};
