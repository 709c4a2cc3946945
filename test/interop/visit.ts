import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { generateP256KeyPair } from '@turnkey/crypto';
import * as newest from '@turnkey/http';
import * as http63 from '@turnkey/http-6.3';
import * as http64 from '@turnkey/http-6.4';
import type { Loopback } from './loopback.js';

type Http = typeof newest;
type Key = { readonly publicKey: string; readonly privateKey: string };
type Home = { organizationId: string; userId: string; walletId: string; addresses: string[] };
type RootUser = newest.TurnkeyApiTypes['v1RootUserParamsV5'];

/** The last three versions, each with its own stamper and cryptography underneath. */
export const versions: { version: string; http: Http }[] = [
  { version: '6.6.0', http: newest },
  { version: '6.4.0', http: http64 as unknown as Http },
  { version: '6.3.0', http: http63 as unknown as Http },
];

export const ethereum = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;
export const solana = {
  curve: 'CURVE_ED25519',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/501'/0'/0'",
  addressFormat: 'ADDRESS_FORMAT_SOLANA',
} as const;

/** The time of a request, in milliseconds as text. */
export const now = (): string => String(Date.now());

export const stamperOf = ({ publicKey, privateKey }: Key): ApiKeyStamper =>
  new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey });

/** A client that stamps with that key. */
export const clientOf = (home: Loopback, http: Http, key: Key): newest.TurnkeyClient =>
  new http.TurnkeyClient({ baseUrl: home.url }, stamperOf(key));

export const rootUser = (userName: string, { publicKey }: Key): RootUser => ({
  userName,
  apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }],
  authenticators: [],
  oauthProviders: [],
});

/** A sub-organization with a wallet of one Ethereum and one Solana account, all of whose root users must agree. */
export async function founded(home: Loopback, http: Http, ...keys: Key[]): Promise<Home> {
  const { activity } = await clientOf(home, http, home.rootApiKey).createSubOrganization({
    type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8',
    timestampMs: now(),
    organizationId: home.organizationId,
    parameters: {
      subOrganizationName: 'Ada',
      rootUsers: keys.map((key, index) => rootUser(`Root ${index}`, key)),
      rootQuorumThreshold: keys.length,
      wallet: { walletName: 'Wallet', accounts: [ethereum, solana] },
    },
  });
  const made = newest.assertNonNull(activity.result.createSubOrganizationResultV8);
  const { walletId, addresses } = newest.assertNonNull(made.wallet);
  return { organizationId: made.subOrganizationId, userId: made.rootUserIds?.[0] ?? '', walletId, addresses };
}

/** A sub-organization with one root user, whose key the test has. */
export async function person(home: Loopback, http: Http): Promise<Home & { key: Key; client: newest.TurnkeyClient }> {
  const key = generateP256KeyPair();
  return { ...(await founded(home, http, key)), key, client: clientOf(home, http, key) };
}
