import type { Row } from '../../../src/service/store/schema.js';
import type { Contents } from './contents.js';
import { key, without } from './keys.js';
import { givenKeyTypes } from './mailedKeys.js';
import { deletedOrganizations, thingFaults } from './things.js';

/**
 * Compares what all completed activities say they created with what exists. A row that no activity created is an effect
 * without its cause, or one that happened twice. Something that an activity created and that is missing was only partly created.
 *
 * @param before - the rows from before the first activity (the parent organization), which no activity created.
 * @returns a sentence for each deviation.
 */
export function accountFaults(contents: Contents, before: Contents): string[] {
  const made = madeBy(contents.activities);
  const there = columnsOf(contents);
  const old = columnsOf(before);
  const gone = deletedOrganizations(contents.activities);
  const isThere = (each: string) =>
    !gone.some((organization) => each === organization || each.startsWith(`${organization}/`));
  const faults = (Object.keys(there) as What[]).flatMap((what) => {
    const expected = [...old[what], ...made[what]].filter(isThere);
    return [
      ...without(there[what], expected).map((each) => `a ${what} that no activity made, or one made twice: ${each}`),
      ...without(expected, there[what]).map((each) => `an activity made a ${what} that is not there: ${each}`),
    ];
  });
  return [...faults, ...thingFaults(contents)];
}

type What = 'organization' | 'user' | 'wallet' | 'wallet account' | 'API key' | 'code';
type Books = Record<What, string[]>;

function columnsOf(contents: Contents): Books {
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

function madeBy(activities: readonly Row<'activities'>[]): Books {
  const books: Books = { organization: [], user: [], wallet: [], 'wallet account': [], 'API key': [], code: [] };
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
        books.organization.push(subOrganizationId);
        books.user.push(...rootUserIds.map((userId) => key(subOrganizationId, userId)));
        const users = (intent as { rootUsers: { apiKeys?: PublicKey[] }[] }).rootUsers;
        const keys = users.flatMap(({ apiKeys = [] }) => apiKeys);
        books['API key'].push(...keys.map(({ publicKey }) => key(subOrganizationId, publicKey)));
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
          books.user.push(key(at, userId));
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
        books['API key'].push(key(at, (intent as PublicKey).publicKey));
        break;
      case 'INIT_OTP':
      case 'INIT_OTP_AUTH':
        books.code.push((result as { otpId: string }).otpId);
        break;
    }
  }
  for (const id of deleted) publicKeys.delete(id);
  books.user = books.user.filter((user) => !deletedUsers.has(user));
  const deletedIds = new Set([...deletedUsers].map((user) => user.split('/')[1]));
  for (const id of publicKeys.keys()) if (deletedIds.has(id.split('/')[0])) publicKeys.delete(id);
  // The same token and key log in to the same session, however often they are sent.
  books['API key'] = [...new Set([...books['API key'], ...publicKeys.values()])];
  return books;

  function addWallet(organizationId: string, { walletId, addresses }: NewWallet): void {
    books.wallet.push(key(organizationId, walletId));
    addAddresses(organizationId, walletId, addresses);
  }

  function addAddresses(organizationId: string, walletId: string, addresses: readonly string[]): void {
    books['wallet account'].push(...addresses.map((address) => key(organizationId, walletId, address)));
  }
}

type PublicKey = { readonly publicKey: string };
type NewWallet = { readonly walletId: string; readonly addresses: readonly string[] };
type NewOrganization = {
  readonly subOrganizationId: string;
  readonly rootUserIds: readonly string[];
  readonly wallet?: NewWallet;
};

/** The typed intent or result is the value of the only member. */
const onlyMember = (json: string): unknown => Object.values(JSON.parse(json) as object)[0] ?? {};
