/** Rows of our own, which are not in the hosted service's API: it offers some of them in its dashboard only. */
export const ownRows: readonly string[] = [
  'enable_auth_proxy',
  'disable_auth_proxy',
  'update_auth_proxy_config',
  'get_auth_proxy_config',
  'list_invitations',
  'list_webhook_deliveries',
  'create_email_template',
  'update_email_template',
  'delete_email_template',
  'get_email_template',
  'list_email_templates',
  'update_authenticator',
  'get_address_proof',
  'search_users',
  'get_statistics',
  'get_limits_use',
  'begin_test_login',
  'end_test_login',
  'get_login_state',
  'list_messages',
  'preview_email_template',
  'send_test_message',
  'update_policy_cases',
  'get_policy_cases',
  'simulate_policies',
  'suspend_sub_organization',
  'resume_sub_organization',
  'send_login_link',
];

/** Rows with a published intent, but without a published path. */
export const ownPaths: readonly string[] = ['update_wallet_account_name'];
