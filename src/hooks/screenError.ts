import type { EthereumErrorCode } from '../adapters/ethereum/ethereumError.js';
import type { SolanaErrorCode } from '../adapters/solana/solanaError.js';
import type { ConfirmationErrorCode } from '../client/confirmations/confirmationError.js';
import type { LatchkeyError } from '../errors.js';
import type { LoginError } from '../login/loginError.js';

/** What went wrong on any screen: as a login, and in a wallet that sends. */
export interface ScreenError
  extends LatchkeyError<LoginError['code'] | ConfirmationErrorCode | EthereumErrorCode | SolanaErrorCode> {
  /** Of a refusal: the code as the service sent it. */
  readonly rawCode?: string;
}

/** The prop that every screen has. */
export type ScreenOptions = {
  /** Called with each failure that the person is shown, once; not with what they mistyped or called off. */
  readonly onError?: ((error: ScreenError) => void) | undefined;
};
