/**
 * The published names of causes that exist here. Of those that the docs explain, four do not: API_OPERATIONS_DISABLED (there is no such
 * switch), SIGNING_QUOTA_EXCEEDED (no such quota), INVALID_FQDN (no domain is asked whether it takes mail) and RPC_CALL_ERROR (no chain is
 * called); of the newer seven MAX_OTP_INITIATED and ORGANIZATION_MISMATCH alone do.
 *
 * @see docs/wire.md 2.6; https://docs.turnkey.com/developer-reference/api-overview/errors for what each means
 */
export type TurnkeyErrorCode =
  | 'INTERNAL'
  | 'ORGANIZATION_NOT_FOUND'
  | 'REQUEST_NOT_AUTHORIZED'
  | 'PUBLIC_KEY_NOT_FOUND'
  | 'RATE_LIMIT_EXCEEDED'
  | 'SIGNATURE_MISSING'
  | 'SIGNATURE_INVALID'
  | 'CREDENTIAL_NOT_FOUND'
  | 'CREDENTIAL_CONFLICT'
  | 'API_KEY_EXPIRED'
  | 'REQUEST_INVALID'
  | 'FORBIDDEN'
  | 'UNAUTHENTICATED'
  | 'UNSUPPORTED_TRANSACTION_TYPE'
  | 'INVALID_TRANSACTION'
  | 'INVALID_OIDC_TOKEN'
  | 'INVALID_ORGANIZATION_ID'
  | 'OAUTH2_CREDENTIAL_NOT_FOUND'
  | 'OAUTH2_PROVIDER_NOT_FOUND'
  | 'INVALID_OAUTH2_PROVIDER'
  | 'OAUTH2_PROVIDER_NOT_CONFIGURED'
  | 'INVALID_ACTIVITY_CALLER'
  | 'WALLET_ACCOUNT_NOT_EXPORTED'
  | 'INVALID_TIME'
  | 'INVALID_EMAIL'
  | 'OAUTH_PROVIDER_ALREADY_EXISTS'
  | 'EMAIL_SENDING_DISABLED'
  | 'ORGANIZATION_MISMATCH'
  | 'MAX_OTP_INITIATED';
