import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { updateAuthProxyConfig } from '../../src/contract/authProxy.js';
import type { AuthProxyConfigChanges } from '../../src/contract/authProxy.records.js';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { createPolicies } from '../../src/contract/policies.js';
import { type ActivityRow, newestOf, type QueryRow } from '../../src/contract/row.js';
import { signRawPayload } from '../../src/contract/signing.js';
import { createUsers } from '../../src/contract/users.js';
import { whoami } from '../../src/contract/users.queries.js';
import { createWallet } from '../../src/contract/wallets.js';
import { policiesFor } from '../crowd.js';
import { type Wire, wireOf } from './load.js';

/** The key that stamps, and its organization. */
export type Party = { readonly publicKey: string; readonly privateKey: KeyObject; readonly organizationId: string };

/** A person who logged in: the only user of a sub-organization, with an Ethereum account. */
export type Customer = Party & { readonly address: string };

/** A new key pair: SEC 1 compressed, hex; and as OpenSSL keeps it, which stamps ten times as fast as a page. */
export function newKey(): Pick<Party, 'publicKey' | 'privateKey'> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = privateKey.export({ format: 'jwk' });
  const isOdd = ((Buffer.from(y, 'base64url').at(-1) ?? 0) & 1) === 1;
  return { publicKey: `${isOdd ? '03' : '02'}${Buffer.from(x, 'base64url').toString('hex')}`, privateKey };
}

/** Sub-organizations made by the parent's root user through the call that an app's server uses. */
export async function makeCustomers(url: string, root: Party, howMany: number): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (let index = 0; index < howMany; index += 1) customers.push(await makeCustomer(url, root, index));
  return customers;
}

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};

async function makeCustomer(url: string, root: Party, index: number): Promise<Customer> {
  const key = newKey();
  const user = userOf('Customer', key);
  const body = activityBody(createSubOrganization, root, {
    subOrganizationName: `Customer ${index}`,
    rootUsers: [user],
    rootQuorumThreshold: 1,
    wallet: { walletName: 'Wallet', accounts: [account] },
  });
  const made = await submitted<Made>(url, createSubOrganization, root, body);
  const [address] = made.wallet.addresses;
  if (address === undefined) throw new Error('A wallet without an account.');
  return { ...key, organizationId: made.subOrganizationId, address };
}

/**
 * A member of a customer's organization. One policy lets them sign with its account; the other policies do not concern them.
 *
 * @param crowd - how many users and how many policies the organization has afterwards.
 */
export async function makeMember(
  url: string,
  customer: Customer,
  crowd: { readonly users: number; readonly policies: number },
): Promise<Customer> {
  const key = newKey();
  const others = Array.from({ length: crowd.users - 2 }, (_, index) => userOf(`Other ${index}`, newKey()));
  const users = [userOf('Member', key), ...others].map((user) => ({ ...user, userTags: [] }));
  const { userIds } = await submitted<{ userIds: string[] }>(
    url,
    createUsers,
    customer,
    activityBody(createUsers, customer, { users }),
  );
  const policies = policiesFor({ userId: userIds[0] ?? '', address: customer.address }, crowd.policies);
  await submitted(url, createPolicies, customer, activityBody(createPolicies, customer, { policies }));
  return { ...key, organizationId: customer.organizationId, address: customer.address };
}

const userOf = (userName: string, { publicKey }: Pick<Party, 'publicKey'>) => ({
  userName,
  apiKeys: [{ apiKeyName: 'key', publicKey, curveType: 'API_KEY_CURVE_P256' }],
  authenticators: [],
  oauthProviders: [],
});

async function submitted<Result>(url: string, row: ActivityRow, party: Party, body: string): Promise<Result> {
  const headers = { 'content-type': 'application/json', 'X-Stamp': stampOf(party, body) };
  const response = await fetch(`${url}${row.path}`, { method: 'POST', headers, body });
  const { activity } = (await response.json()) as { activity?: { result: Record<string, Result> } };
  const result = activity?.result[newestOf(row).resultKey];
  if (result === undefined) throw new Error(`${row.name}: ${response.status}`);
  return result;
}

type Made = { readonly subOrganizationId: string; readonly wallet: { readonly addresses: readonly string[] } };

/** A stamped `whoami`. */
export function whoamiOf(party: Party): Wire {
  return stamped(whoami, party, JSON.stringify({ organizationId: party.organizationId }));
}

/** A stamped request for a signature, different from every other one: its payload is a counter. */
export function signatureOf(customer: Customer, count: number): Wire {
  const body = activityBody(signRawPayload, customer, {
    signWith: customer.address,
    payload: count.toString(16).padStart(64, '0'),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  });
  return stamped(signRawPayload, customer, body);
}

/** A stamped request for a wallet with an Ethereum account. */
export function walletOf(
  customer: Customer,
  walletName: string,
  beside: { readonly generateAppProofs: boolean },
): Wire {
  const body = activityBody(createWallet, customer, { walletName, accounts: [account] }, beside);
  return stamped(createWallet, customer, body);
}

/** Changes the auth proxy's configuration. */
export function configurationOf(parent: Party, changes: AuthProxyConfigChanges): Wire {
  return stamped(updateAuthProxyConfig, parent, activityBody(updateAuthProxyConfig, parent, changes));
}

const stamped = (row: ActivityRow | QueryRow, party: Party, body: string): Wire =>
  wireOf(row.path, { 'x-stamp': stampOf(party, body) }, body);

const activityBody = (row: ActivityRow, { organizationId }: Party, parameters: object, beside: object = {}): string =>
  JSON.stringify({ type: newestOf(row).type, timestampMs: String(Date.now()), organizationId, parameters, ...beside });

function stampOf({ publicKey, privateKey }: Party, body: string): string {
  const signature = sign('sha256', Buffer.from(body), privateKey).toString('hex');
  return Buffer.from(JSON.stringify({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature })).toString(
    'base64url',
  );
}
