import { createECDH, createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Activity } from '../../src/contract/activities.records.js';
import { utf8 } from '../../src/crypto/bytes.js';
import { nodePrimitives } from '../../src/service/nodePrimitives.js';
import { readStamp, verifyStamp } from '../../src/stampers/stamp.js';
import { testShared } from '../support/publishedVectors.js';
import { type Loopback, openLoopback } from './loopback.js';
import { faultsOf, published } from './openApi.js';

// What turnkey-http 0.1.0 and turnkey-api-key-stamper 0.1.0 of PyPI send, written here: nothing runs Python. An activity's members come
// as parameters, organizationId, timestampMs, type; a query's organizationId first; no member is null.

let loopback: Loopback;
beforeAll(async () => {
  loopback = await openLoopback();
});
afterAll(() => loopback.close());

type Json = string | number | boolean | Json[] | { [name: string]: Json };
type Client = { readonly key: KeyObject; readonly publicKey: string; readonly organizationId: string };

/** As Python's `json.dumps` writes it: a space after each comma and colon, ASCII only. */
function dumps(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(dumps).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, member]) => `${dumps(name)}: ${dumps(member)}`)
      .join(', ')}}`;
  return JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** DER as OpenSSL writes it, s as large as it comes; base64url without padding of a JSON with spaces. */
function stampOf({ key, publicKey }: Pick<Client, 'key' | 'publicKey'>, body: string): string {
  const signature = sign('sha256', Buffer.from(body), key).toString('hex');
  return Buffer.from(dumps({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature })).toString('base64url');
}

/** The headers are those of `requests`. */
function post(path: string, body: string, stamp: string): Promise<{ status: number; answer: Record<string, unknown> }> {
  const headers = {
    'User-Agent': 'python-requests/2.34.2',
    'Accept-Encoding': 'gzip, deflate',
    Accept: '*/*',
    Connection: 'keep-alive',
    'X-Stamp': stamp,
    'Content-Type': 'application/json',
    'X-Client-Version': 'turnkey-python/0.1.0',
    'Content-Length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${loopback.url}${path}`, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        expect(response.headers['content-encoding']).toBeUndefined();
        resolve({ status: response.statusCode ?? 0, answer: JSON.parse(Buffer.concat(chunks).toString()) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const ask = (client: Client, name: string, members: { [name: string]: Json } = {}) => {
  const body = dumps({ organizationId: client.organizationId, ...members });
  return post(`/public/v1/query/${name}`, body, stampOf(client, body));
};

const activityBody = (client: Client, type: string, parameters: { [name: string]: Json }) =>
  dumps({ parameters, organizationId: client.organizationId, timestampMs: String(Date.now()), type });

async function submit(client: Client, name: string, type: string, parameters: { [name: string]: Json }) {
  const body = activityBody(client, type, parameters);
  const { status, answer } = await post(`/public/v1/submit/${name}`, body, stampOf(client, body));
  expect([status, answer]).toEqual([200, { activity: expect.anything() }]);
  return { body, activity: answer.activity as Activity };
}

function asRoot(): Client {
  const { publicKey, privateKey } = loopback.rootApiKey;
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey, 'hex');
  const point = ecdh.getPublicKey();
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const d = Buffer.from(privateKey, 'hex').toString('base64url');
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' });
  return { key, publicKey, organizationId: loopback.organizationId };
}

function newKey(): { key: KeyObject; publicKey: string } {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const sign = (Buffer.from(y, 'base64url').at(-1) ?? 0) % 2 === 0 ? '02' : '03';
  return { key, publicKey: sign + Buffer.from(x, 'base64url').toString('hex') };
}

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};
const parameters = { userTagName: 'Grüße 🔑 "x" </>', userIds: [] };

/** A sub-organization of new keys, all of which must agree. */
async function founded(...keys: { key: KeyObject; publicKey: string }[]): Promise<Client[]> {
  const { activity } = await submit(asRoot(), 'create_sub_organization', 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
    subOrganizationName: 'Ada',
    rootUsers: keys.map(({ publicKey }, index) => ({
      userName: `Root ${index}`,
      apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }],
      authenticators: [],
      oauthProviders: [],
    })),
    rootQuorumThreshold: keys.length,
    wallet: { walletName: 'Wallet', accounts: [account] },
  });
  expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  const made = activity.result.createSubOrganizationResultV7 as { subOrganizationId: string };
  return keys.map((key) => ({ ...key, organizationId: made.subOrganizationId }));
}

test('a body and a stamp that the client itself made verify, and are of the form that is sent here', async () => {
  const body =
    '{"parameters": {"userTagName": "Gr\\u00fc\\u00dfe \\ud83d\\udd11 \\"x\\" <\\u2028/>", "userIds": []}, "organizationId": "0e2f0c1d-0000-4000-8000-000000000001", "timestampMs": "1795666430962", "type": "ACTIVITY_TYPE_CREATE_USER_TAG"}';
  const made =
    'eyJwdWJsaWNLZXkiOiAiMDJkYWJmMjA5NmEyNzBlNGUwNWE2NDU5YWRmMDIzY2I1OTE3MzUyYTZiZjRjY2ZlNDg3NTM4ZGM3ZmQ0NTAwMGYzIiwgInNjaGVtZSI6ICJTSUdOQVRVUkVfU0NIRU1FX1RLX0FQSV9QMjU2IiwgInNpZ25hdHVyZSI6ICIzMDQ0MDIyMDRhOGNmMWI2M2Q3MjYyNzJmM2RjZmQ5ZTIwYmY3MzJmZjAyNzc5NmNlZjk0YThiMGM0ZDM5ODdjMzk5YWQ4ZmUwMjIwNGRkYzYwZDViMWFiYjg5ZDcyNDk0YjI0MzgzYTNkOTJjNTcwN2Q5ZmFkMDRlZmJhOTJkZTIzMmE0ZTBiMDYyNyJ9';
  const { verifyP256 } = await nodePrimitives();
  expect(await verifyStamp(readStamp(made), utf8(body), verifyP256)).toBe(true);
  expect(dumps(JSON.parse(body))).toBe(body);
  expect(dumps(JSON.parse(Buffer.from(made, 'base64url').toString()))).toBe(Buffer.from(made, 'base64url').toString());
});

test('its stamps verify, whatever r and s are', async () => {
  const { verifyP256 } = await nodePrimitives();
  const one = newKey();
  for (let number = 0; number < 100; number += 1) {
    const body = dumps({ number });
    expect(await verifyStamp(readStamp(stampOf(one, body)), utf8(body), verifyP256)).toBe(true);
  }
});

describe('requests in the form of the Python client', () => {
  test('a query of no members, and one of lists and pages', async () => {
    const root = asRoot();
    const { organizationId } = root;
    expect(await ask(root, 'whoami')).toMatchObject({ status: 200, answer: { organizationId, username: 'Root' } });
    const pages = { filterByStatus: ['ACTIVITY_STATUS_COMPLETED'], paginationOptions: { limit: '2' } };
    expect(await ask(root, 'list_activities', pages)).toMatchObject({ status: 200 });
  });

  test('an activity whose text is not ASCII: it is kept as it is meant, and known by the bytes as they came', async () => {
    const root = asRoot();
    const { body, activity } = await submit(root, 'create_user_tag', 'ACTIVITY_TYPE_CREATE_USER_TAG', parameters);
    expect(body).toContain('\\ud83d\\udd11');
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(activity.fingerprint).toBe(`sha256:${createHash('sha256').update(body).digest('hex')}`);
    const { answer } = await ask(root, 'list_user_tags');
    expect(answer.userTags).toEqual([expect.objectContaining({ tagName: parameters.userTagName })]);
    const again = await post('/public/v1/submit/create_user_tag', body, stampOf(root, body));
    expect(again.answer.activity).toMatchObject({ id: activity.id, status: 'ACTIVITY_STATUS_COMPLETED' });
    const polled = await ask(root, 'get_activity', { activityId: activity.id });
    expect(polled.answer.activity).toMatchObject({ id: activity.id, result: activity.result });
  });

  test('a sub-organization by its version of the intent, whose wallet signs', async () => {
    const [ada] = await founded(newKey());
    if (!ada) throw new Error('Nobody was founded.');
    const { answer } = await ask(ada, 'list_wallets');
    const [wallet] = answer.wallets as { walletId: string }[];
    const listed = await ask(ada, 'list_wallet_accounts', { walletId: wallet?.walletId ?? '' });
    const [{ address } = { address: '' }] = listed.answer.accounts as { address: string }[];
    const { activity } = await submit(ada, 'sign_raw_payload', 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith: address,
      payload: '11'.repeat(32),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    });
    expect(activity.result.signRawPayloadResult).toMatchObject({ r: expect.stringMatching(/^[\da-f]{64}$/) });
  });

  test('an activity that waits for a vote, and the vote', async () => {
    const [ada, bob] = await founded(newKey(), newKey());
    if (!ada || !bob) throw new Error('Nobody was founded.');
    const wallet = { walletName: 'Second', accounts: [account] };
    const { activity } = await submit(ada, 'create_wallet', 'ACTIVITY_TYPE_CREATE_WALLET', wallet);
    expect(activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const vote = { fingerprint: activity.fingerprint };
    await submit(bob, 'approve_activity', 'ACTIVITY_TYPE_APPROVE_ACTIVITY', vote);
    const { answer } = await ask(ada, 'get_activity', { activityId: activity.id });
    expect(answer.activity).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' });
  });

  test('a refusal, of which it shows the message and keeps the text of the answer', async () => {
    const { status, answer } = await ask({ ...asRoot(), ...newKey() }, 'whoami');
    expect(status).toBe(401);
    expect(answer.message).toContain('could not find public key in organization or its parent organization');
    expect(answer.details).toContainEqual({
      '@type': 'type.googleapis.com/errors.v1.TurnkeyErrorDetail',
      turnkeyErrorCode: 'PUBLIC_KEY_NOT_FOUND',
    });
    const altered = dumps({ organizationId: loopback.organizationId });
    expect((await post('/public/v1/query/whoami', altered, stampOf(asRoot(), `${altered} `))).status).toBe(401);
  });
});

testShared(published, 'every answer has the published form, by which the client reads it', (document) => {
  expect(loopback.exchanges.length).toBeGreaterThan(10);
  expect(loopback.exchanges.flatMap((exchange) => faultsOf(document, exchange))).toEqual([]);
});
