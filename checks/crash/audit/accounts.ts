import type { Row } from '../../../src/service/store/schema.js';
import type { Contents } from './contents.js';
import { key, without } from './keys.js';
import { givenKeyTypes } from './mailedKeys.js';
import { deletedOrganizations, resourceFaults } from './resources.js';

/**
 * Compares what all completed activities say they created with what exists. A row that no activity created is an effect
 * without its cause, or one that happened twice. Something that an activity created and that is missing was only partly created.
 *
 * @param before - the rows from before the first activity (the parent organization), which no activity created.
 * @returns a sentence for each deviation.
 */
export function accountFaults(contents: Contents, before: Contents): string[] {
  const made = madeBy(contents.activities);
  const existing = idsIn(contents);
  const old = idsIn(before);
  const deleted = deletedOrganizations(contents.activities);
  const isNotDeleted = (each: string) =>
    !deleted.some((organization) => each === organization || each.startsWith(`${organization}/`));
  const faults = (Object.keys(existing) as Kind[]).flatMap((kind) => {
    const expected = [...old[kind], ...made[kind]].filter(isNotDeleted);
    return [
      ...without(existing[kind], expected).map((each) => `a ${kind} that no activity made, or one made twice: ${each}`),
      ...without(expected, existing[kind]).map((each) => `an activity made a ${kind} that is not there: ${each}`),
    ];
  });
  return [...faults, ...resourceFaults(contents)];
}

type Kind = 'organization' | 'user' | 'wallet' | 'wallet account' | 'API key' | 'code';
type Ids = Record<Kind, string[]>;

function idsIn(contents: Contents): Ids {
  return {
    organization: contents.organizations.map((row) => row.organization_id),
    user: contents.users.map((row) => key(row.organization_id, row.user_id)),
    wallet: contents.wallets.map((row) => key(row.organization_id, row.wallet_id)),
    'wallet account': contents.wallet_accounts.map((row) => key(row.organization_id, row.wallet_id, row.address)),
    'API key': contents.credentials
      .filter(({ kind, credential_type }) => kind !== 'PASSKEY' && !givenKeyTypes.includes(credential_type))
      .map((row) => key(row.organization_id, row.public_key)),
    code: contents.otp_codes.filter(({ purpose }) => purpose !== 'message').map((row) => row.otp_id),
  };
}

function madeBy(activities: readonly Row<'activities'>[]): Ids {
  const ids: Ids = { organization: [], user: [], wallet: [], 'wallet account': [], 'API key': [], code: [] };
  const publicKeys = new Map<string, string>();
  const deletedUsers = new Set<string>();
  const deleted: string[] = [];
  const signedUp = new Set<string>();
  for (const activity of activities) {
    if (activity.status !== 'ACTIVITY_STATUS_COMPLETED') continue;
    const at = activity.organization_id;
    const intent = onlyMember(activity.intent);
    const result = onlyMember(activity.result);
    switch (activity.kind) {
      case 'CREATE_SUB_ORGANIZATION': {
        // Requests with the same token return the same organization: every such activity names it.
        const { subOrganizationId, rootUserIds, wallet } = result as NewOrganization;
        if (signedUp.has(subOrganizationId)) break;
        signedUp.add(subOrganizationId);
        ids.organization.push(subOrganizationId);
        ids.user.push(...rootUserIds.map((userId) => key(subOrganizationId, userId)));
        const users = (intent as { rootUsers: { apiKeys?: PublicKey[] }[] }).rootUsers;
        const keys = users.flatMap(({ apiKeys = [] }) => apiKeys);
        ids['API key'].push(...keys.map(({ publicKey }) => key(subOrganizationId, publicKey)));
        if (wallet) addWallet(subOrganizationId, wallet);
        break;
      }
      case 'CREATE_WALLET':
      case 'IMPORT_WALLET':
        addWallet(at, result as NewWallet);
        break;
      case 'CREATE_WALLET_ACCOUNTS':
        addAddresses(at, (intent as { walletId: string }).walletId, (result as NewWallet).addresses);
        break;
      case 'CREATE_API_KEYS': {
        const { apiKeyIds } = result as { apiKeyIds: string[] };
        for (const [index, { publicKey }] of (intent as { apiKeys: PublicKey[] }).apiKeys.entries()) {
          publicKeys.set(apiKeyIds[index] ?? '', key(at, publicKey));
        }
        break;
      }
      case 'CREATE_USERS': {
        const { userIds } = result as { userIds: string[] };
        for (const [index, { apiKeys = [] }] of (intent as { users: { apiKeys?: PublicKey[] }[] }).users.entries()) {
          const userId = userIds[index] ?? '';
          ids.user.push(key(at, userId));
          for (const { publicKey } of apiKeys) publicKeys.set(`${userId}/${publicKey}`, key(at, publicKey));
        }
        break;
      }
      case 'DELETE_USERS':
        for (const userId of (intent as { userIds: string[] }).userIds) deletedUsers.add(key(at, userId));
        break;
      case 'DELETE_API_KEYS':
        deleted.push(...(result as { apiKeyIds: string[] }).apiKeyIds);
        break;
      case 'OTP_LOGIN':
      case 'STAMP_LOGIN':
        ids['API key'].push(key(at, (intent as PublicKey).publicKey));
        break;
      case 'INIT_OTP':
      case 'INIT_OTP_AUTH':
        ids.code.push((result as { otpId: string }).otpId);
        break;
    }
  }
  for (const id of deleted) publicKeys.delete(id);
  ids.user = ids.user.filter((user) => !deletedUsers.has(user));
  const deletedIds = new Set([...deletedUsers].map((user) => user.split('/')[1]));
  for (const id of publicKeys.keys()) if (deletedIds.has(id.split('/')[0])) publicKeys.delete(id);
  // The same token and key log in to the same session, however often they are sent.
  ids['API key'] = [...new Set([...ids['API key'], ...publicKeys.values()])];
  return ids;

  function addWallet(organizationId: string, { walletId, addresses }: NewWallet): void {
    ids.wallet.push(key(organizationId, walletId));
    addAddresses(organizationId, walletId, addresses);
  }

  function addAddresses(organizationId: string, walletId: string, addresses: readonly string[]): void {
    ids['wallet account'].push(...addresses.map((address) => key(organizationId, walletId, address)));
  }
}

type PublicKey = { readonly publicKey: string };
type NewWallet = { readonly walletId: string; readonly addresses: readonly string[] };
type NewOrganization = {
  readonly subOrganizationId: string;
  readonly rootUserIds: readonly string[];
  readonly wallet?: NewWallet;
};

/** The intent or result, which is the value of the only member. */
const onlyMember = (json: string): unknown => Object.values(JSON.parse(json) as object)[0] ?? {};
