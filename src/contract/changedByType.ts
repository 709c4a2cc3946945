/**
 * Names of the queries that an activity makes stale, by its type: what a vote needs to know of an activity whose row it need not
 * load. Written from the rows by test/contract/changedByType.test.ts.
 */
export const changedByType: Readonly<Record<string, readonly string[]>> = {
  ACTIVITY_TYPE_APPROVE_ACTIVITY: ['get_activity'],
  ACTIVITY_TYPE_CREATE_API_KEYS_V2: ['get_user'],
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7: ['list_suborgs', 'list_verified_suborgs'],
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8: ['list_suborgs', 'list_verified_suborgs'],
  ACTIVITY_TYPE_CREATE_WALLET: ['list_wallets', 'list_wallet_accounts'],
  ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS: ['list_wallet_accounts'],
  ACTIVITY_TYPE_DELETE_API_KEYS: ['get_user'],
  ACTIVITY_TYPE_DISABLE_AUTH_PROXY: ['get_auth_proxy_config'],
  ACTIVITY_TYPE_ENABLE_AUTH_PROXY: ['get_auth_proxy_config'],
  ACTIVITY_TYPE_OTP_LOGIN: ['get_user'],
  ACTIVITY_TYPE_REJECT_ACTIVITY: ['get_activity'],
  ACTIVITY_TYPE_STAMP_LOGIN: ['get_user'],
  ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG: ['get_auth_proxy_config'],
};
