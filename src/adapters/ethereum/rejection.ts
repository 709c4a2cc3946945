import { ActivityPendingError } from '../../client/activityPendingError.js';
import { ConfirmationError, type ConfirmationErrorCode } from '../../client/confirmations/confirmationError.js';
import { RefusedError } from '../../contract/refusals.js';
import { LatchkeyError } from '../../errors.js';
import { SessionError } from '../../sessions/sessionError.js';
import { EthereumError, type EthereumErrorCode } from './ethereumError.js';
import { ProviderRpcError } from './providerRpcError.js';

/** What a request of the provider is rejected with, whatever went wrong. */
export function rejectionOf(error: unknown): ProviderRpcError {
  if (error instanceof ProviderRpcError) return error;
  const message = error instanceof Error ? error.message : 'This failed.';
  return new ProviderRpcError(codeOf(error), message, dataOf(error));
}

/** Who else votes is none of the page's business. */
function dataOf(error: unknown): unknown {
  if (error instanceof ActivityPendingError)
    return { code: error.code, message: error.message, activityId: error.activity.id };
  return error instanceof LatchkeyError ? error : undefined;
}

function codeOf(error: unknown): number {
  if (error instanceof ConfirmationError) return confirmationCodes[error.code];
  if (error instanceof EthereumError) return ethereumCodes[error.code];
  if (error instanceof SessionError) return 4100;
  if (error instanceof ActivityPendingError) return -32000;
  if (error instanceof RefusedError && error.code === 'ACTIVITY_REJECTED') return 4001;
  if (error instanceof RefusedError && error.code === 'NOT_AUTHORIZED') return 4100;
  return -32603;
}

const confirmationCodes: { readonly [code in ConfirmationErrorCode]: number } = {
  REQUEST_REJECTED: 4001,
  LOGIN_CLOSED: 4001,
  SESSION_ENDED: 4100,
  CONFIRMATION_MISSING: -32603,
  TOO_MANY_REQUESTS: -32002,
  FRAMED_BY_ANOTHER_ORIGIN: 4001,
  REQUEST_REFUSED: 4001,
};

const ethereumCodes: { readonly [code in EthereumErrorCode]: number } = {
  ACCOUNT_NOT_ETHEREUM: 4100,
  WALLET_ACCOUNT_NOT_FOUND: 4100,
  TRANSACTION_MALFORMED: -32602,
  TRANSACTION_TYPE_NOT_SUPPORTED: -32602,
  TRANSACTION_SIGNER_MISMATCH: -32602,
  TRANSACTION_TOO_LARGE: -32602,
  NOT_CONNECTED: 4100,
  METHOD_NOT_SUPPORTED: 4200,
  PARAMETERS_INVALID: -32602,
  CHAIN_UNREACHABLE: 4900,
  CHAIN_MISMATCH: 4901,
  CHAIN_NOT_CHOSEN: 4901,
  CHAIN_NOT_KNOWN: 4902,
  INSUFFICIENT_FUNDS: -32000,
  INSUFFICIENT_TOKENS: -32000,
  TRANSACTION_WOULD_FAIL: -32000,
  CHAIN_REFUSED: -32000,
  CAPABILITY_NOT_SUPPORTED: 5700,
  BATCH_CHAIN_NOT_SUPPORTED: 5710,
  BATCH_ID_TAKEN: 5720,
  BATCH_NOT_KNOWN: 5730,
  BATCH_TOO_LARGE: 5740,
  ATOMICITY_NOT_SUPPORTED: 5760,
  NOT_ALL_SENT: -32000,
  FEE_EXCEEDED: -32000,
  TRANSACTION_REVERTED: -32000,
  TRANSACTION_STALE: -32000,
  TRANSACTION_UNCERTAIN: -32000,
};
