/** A step that looks as if its cost could grow, and the reason why it does not. */
export type Allowed = {
  /** The statements, whatever their engine: the beginning of their text, without quotation marks. */
  readonly statement: RegExp;
  readonly step: RegExp;
  /** The index that it goes by, where others of the same columns hold more. */
  readonly index?: string;
  readonly why: string;
};

export const allowed: readonly Allowed[] = [
  {
    statement: /^(select .* from|update|delete from) policies /,
    step: /^(search policies by organization_id|sort)$/,
    why: 'an organization has 100 policies at most',
  },
  {
    statement: /^select .* from policy_cases /,
    step: /^search policy_cases by organization_id$/,
    why: 'an organization has 100 cases at most',
  },
  {
    statement: /^insert into policies /,
    step: /^scan \d+$/,
    why: 'the rows that are written, 100 at most',
  },
  {
    statement:
      /^select users\.\*, votes\.public_key as voted_by, votes\.scheme as voted_with from votes .* order by votes\.created_at_ms, votes\.vote_id$/,
    step: /^sort$/,
    why: 'the votes on one activity: one of each who may',
  },
  {
    statement: /^(select .* from|update|delete from) tvc_(apps|deployments|approvals|operators|operator_sets) /,
    step: /^(search tvc_\w+ by organization_id|sort)$/,
    why: 'an organization has 100 TVC apps at most, each with 100 deployments and an approval of each of 100 operators',
  },
  {
    statement: /^select \* from sent_messages .* order by message_id desc limit/,
    step: /^search sent_messages by organization_id$/,
    why: 'newest first, a page at most; only those that are over, which are the oldest, are passed by',
  },
  {
    statement: /^with recursive types\(type\) /,
    step: /^(scan (types|statuses|\d+)|search activities by organization_id)$/,
    why: 'the types and statuses that there are, each found by one step; the first stands at the beginning of the index',
  },
  {
    statement: /^insert into tvc_operators /,
    step: /^scan \d+$/,
    why: 'the rows that are written, 100 at most',
  },
  {
    statement: /^insert into (wallets|wallet_accounts) .*max\(ordinal\)/,
    step: /^search (wallets|wallet_accounts) by organization_id$/,
    why: 'the greatest ordinal is at the end of the index',
  },
  {
    statement: /^insert into wallet_accounts /,
    step: /^scan \d+$/,
    why: 'the rows that are written, twenty at most',
  },
  {
    statement: /^select channel, count\(\*\) as messages, .* from \(select channel, created_at_ms from outbox limit/,
    step: /^(scan (outbox|waiting)|sort)$/,
    why: 'metrics look at 10,000 messages at most, each time they are scraped',
  },
  {
    statement: /^(select \* from|insert into) check_values\b/,
    step: /^scan (check_values|3)$/,
    why: 'one row for each key in use: a few',
  },
  {
    statement: /^select name from pragma_table_info/,
    step: /^scan pragma_table_info$/,
    why: 'the columns of one table, when the service starts',
  },
  {
    statement: /^select kind, method, step, code, sum\(times\) as times from statistics /,
    step: /^sort$/,
    why: 'what is counted in a day, at most: of each process and hour some dozens',
  },
  {
    statement: /^select (distinct substr\(|.* as sealed from \w+\s+where substr\()/s,
    step: /^(scan \w+|sort)$/,
    why: 'latchkey reseal asks, and whoever upgrades a database that has no check values yet: once',
  },
  {
    statement: /^select .* as sealed from auth_proxy_configs.* order by organization_id, config_id/s,
    step: /^sort$/,
    why: 'an organization has one configuration',
  },
  {
    statement: /^select \* from credentials where .* user_id = \S+ order by/,
    step: /^sort$/,
    why: 'a user has at most 30 keys, and other credentials as few',
  },
  {
    statement: /^select \* from votes where .* order by created_at_ms, vote_id$/,
    step: /^sort$/,
    why: 'a page has at most 100 activities, and each one vote of each who may',
  },
  {
    statement:
      /^select otp_id, requester, device from otp_codes where .* contact = \S+ .* order by created_at_ms desc, otp_id desc$/,
    step: /^sort$/,
    why: 'the configuration limits how many codes a contact gets in ten minutes; only those of one moment are sorted',
  },
  {
    statement: /^select activity_id from \(select activity_id from \(select .* as parts order by/,
    step: /^(sort|search activities by organization_id)$/,
    why: 'at most one page of each type in each status',
  },
  {
    statement: /^select \* from activities where .* activity_id in \([^)]*\) order by activity_id desc/,
    step: /^sort$/,
    why: 'one page',
  },
  {
    statement: /^select wallet_id from wallets where organization_id = \S+ order by wallet_id limit \S+ offset/,
    step: /^search wallets by organization_id$/,
    why: 'the first 100 of an organization, in the order of the index',
  },
  {
    statement: /^select \* from wallets where organization_id = \S+ order by ordinal$/,
    step: /^(search wallets by organization_id|sort)$/,
    why: 'list_wallets has no pages: it answers them all',
  },
  {
    statement:
      /^select .* from (private_keys|private_key_tags|smart_contract_interfaces) where organization_id = \S+( order by \w+_id)?( limit \S+( offset \S+)?)?$/,
    step: /^(search (private_keys|private_key_tags|smart_contract_interfaces) by organization_id|sort)$/,
    why: 'their lists have no pages: an organization holds 1,000 private keys, 100 tags and 50 interfaces at most',
  },
  {
    statement: /^(select|update|delete) .*\b(private_key_tags|smart_contract_interfaces) .*where organization_id = /,
    step: /^search (private_key_tags|smart_contract_interfaces) by organization_id$/,
    why: 'an organization holds 100 tags and 50 interfaces at most: PostgreSQL may read them by the organization alone',
  },
  {
    statement:
      /^select (activity_id from activities|\* from wallet_accounts) where organization_id = \S+ order by (activity_id|ordinal) (asc|desc) limit/,
    step: /^search (activities|wallet_accounts) by organization_id$/,
    why: 'one page from an end of the list, in the order of the index',
  },
  {
    statement:
      /^select organization_id from organizations where parent_id = \S+ order by organization_id (asc|desc) limit/,
    step: /^(search organizations by parent_id|scan organizations)$/,
    why: 'one page from an end of the list, in the order of an index; a parent of nearly all finds it at once in that of all',
  },
  {
    statement:
      /^select (\*|user_id|user_id, tag_ids) from users where organization_id = \S+ and (email|phone_number|is_root) = /,
    step: /^search users by organization_id$/,
    why: 'the users of one organization, of which a sub-organization has a few',
  },
  {
    statement: /^select user_id from users where .*\(select user_id from credentials/,
    step: /^(search credentials by organization_id|sort)$/,
    why: 'the keys of the users of one organization, when a root user deletes its own',
  },
  {
    statement: /^delete from \w+ where organization_id = \S+$/,
    step: /^search \w+ by organization_id$/,
    why: 'a sub-organization is deleted with all that it has',
  },
  {
    statement: /^delete from \w+ where organization_id = \S+ and \w+_id in \(select \w+_id from \w+ where .* limit /,
    step: /^search \w+ by organization_id$/,
    why: 'a thousand of an organization that was deleted, whichever',
  },
  {
    statement: /^insert into app_proofs /,
    step: /^scan \d+$/,
    why: 'the rows that are written, one an address',
  },
  {
    statement: /^(select proof|delete) from boot_proofs /,
    step: /^scan (boot_proofs|old)$/,
    why: 'one row of each process and day that proofs name; the newest is at the end of the key',
  },
  {
    statement: /^select organization_id from deleted_organizations order by organization_id limit/,
    step: /^scan deleted_organizations$/,
    why: 'ten at most, in the order of the index',
  },
  {
    statement:
      /^select (email, phone_number from users|(lookup|public)_key from credentials|organization_id from wallets) where organization_id = /,
    step: /^search \w+ by organization_id$/,
    why: 'the users, credentials and wallets of a sub-organization that is deleted: a hundred users with twenty keys each at most',
  },
  {
    statement: /^(select|update|delete) .*\bemail_templates\b.* where organization_id = /,
    step: /^(search email_templates by organization_id|scan email_templates|sort)$/,
    why: 'an organization has at most 50 e-mail templates, and sub-organizations have none',
  },
  {
    statement: /webhook_endpoints/,
    step: /^(search webhook_endpoints by organization_id|scan webhook_endpoints|sort)$/,
    why: 'an organization has at most 100 webhook endpoints, and the services of nearly all none',
  },
  {
    statement: /oauth2_credentials/,
    step: /^(search oauth2_credentials by organization_id|scan oauth2_credentials|sort)$/,
    why: 'an organization has at most 20 OAuth 2.0 credentials, and the services of nearly all none',
  },
  {
    statement: /^select \* from id_token_keys where organization_id = \S+ order by key_id$/,
    step: /^(search id_token_keys by organization_id|scan id_token_keys|sort)$/,
    why: 'the service has one key, and those before it',
  },
  {
    statement: /^select \* from webhook_keys where organization_id = \S+ order by key_id$/,
    step: /^(search webhook_keys by organization_id|scan webhook_keys|sort)$/,
    why: 'the service has one key, and those before it',
  },
  {
    statement: /^select \* from activities where .* waiting_since_ms is not null/,
    step: /^search activities by organization_id$/,
    index: 'activities_by_waiting',
    why: 'those that wait for votes: ten of each user at most',
  },
  {
    statement: /^select \* from credentials where organization_id = \S+ order by/,
    step: /^(search credentials by organization_id|sort)$/,
    why: 'the credentials of a hundred users, when they are listed',
  },
  {
    statement: /^select \* from (users|user_tags) where organization_id = \S+ order by created_at_ms/,
    step: /^(search (users|user_tags) by organization_id|sort)$/,
    why: 'an organization has a hundred users and a hundred tags at most',
  },
  {
    statement: /^select \* from invitations where organization_id = \S+ order by invitation_id (asc|desc) limit/,
    step: /^search invitations by organization_id$/,
    why: 'one page from an end of the list, in the order of the index',
  },
  {
    statement: /^select \* from invitations where .* receiver_user_email = /,
    step: /^sort$/,
    why: 'the pending invitations of one address in one organization: a few, and a hundred at most',
  },
  {
    statement: /^select \* from users where organization_id in /,
    step: /^search users by organization_id$/,
    why: 'the users of at most 23 organizations with one credential or address, of which a sub-organization has a few',
  },
  {
    statement: /^select user_name, email, is_root from users where organization_id = \S+ limit/,
    step: /^search users by organization_id$/,
    why: 'an organization has at most 100 users, and no more are read',
  },
];
