import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { createApiKeys, deleteApiKeys } from '../../../../src/contract/credentials.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { getUser, whoami } from '../../../../src/contract/users.queries.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { toBase64Url } from '../../../../src/crypto/base64url.js';
import { utf8 } from '../../../../src/crypto/bytes.js';
import { derFromRaw, rawFromDer } from '../../../../src/crypto/der.js';
import { fromHex, toHex } from '../../../../src/crypto/hex.js';
import { compressPoint, createSigningKey, type SigningKey } from '../../../../src/crypto/p256.js';
import { readStamp, writeStamp } from '../../../../src/stampers/stamp.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  apiKeyOf,
  codeOf,
  done,
  makeMember,
  makeSubOrganization,
  newKey,
  type Party,
  refusedAs,
  rootOf,
} from '../../../support/parties.js';
import { sharedJson, testShared } from '../../../support/publishedVectors.js';
import { ask, envelope, post, stampOf } from '../../../support/wire.js';

let service: TestService;
let ada: Party;
let bob: Party;
beforeAll(async () => {
  service = await createTestService();
  [ada] = (await makeSubOrganization(service)).users;
  [bob] = (await makeSubOrganization(service)).users;
});
afterAll(() => service.close());

const whoamiBody = (party: Party) => JSON.stringify({ organizationId: party.organizationId });
const askWith = (headers: Record<string, string>, body = whoamiBody(ada)) => post(service, whoami.path, body, headers);

describe('T-25 a stamp has one form', () => {
  const good = async () => readStamp((await stampOf(ada.key, whoamiBody(ada)))['X-Stamp'] ?? '');
  const header = (stamp: object) => ({ 'X-Stamp': toBase64Url(utf8(JSON.stringify(stamp))) });

  test('the members may stand in any order', async () => {
    const { publicKey, scheme, signature } = await good();
    expect((await askWith(header({ signature, scheme, publicKey }))).status).toBe(200);
  });

  const bent: [string, (stamp: Awaited<ReturnType<typeof good>>) => object][] = [
    ['a signature in raw form', (stamp) => ({ ...stamp, signature: toHex(rawFromDer(fromHex(stamp.signature))) })],
    ['a trailing byte', (stamp) => ({ ...stamp, signature: `${stamp.signature}00` })],
    ['a signature of zeros', (stamp) => ({ ...stamp, signature: '3006020100020100' })],
    ['another scheme', (stamp) => ({ ...stamp, scheme: 'SIGNATURE_SCHEME_TK_API_P384' })],
    ['no scheme', ({ publicKey, signature }) => ({ publicKey, signature })],
    ['a key off the curve', (stamp) => ({ ...stamp, publicKey: `02${'ff'.repeat(32)}` })],
    ['an uncompressed key', (stamp) => ({ ...stamp, publicKey: `04${'11'.repeat(64)}` })],
    ['the key of another', (stamp) => ({ ...stamp, publicKey: bob.key.publicKey })],
  ];
  test.each(bent)('%s is refused', async (_what, bend) => {
    const response = await askWith(header(bend(await good())));
    expect(response.status).toBe(401);
    expect(await codeOf(response)).toMatch(/^STAMP_(MALFORMED|INVALID)$/);
  });

  test('the mirrored signature is no other request: the repeat is found by the bytes alone', async () => {
    service.clock.advanceMs(1);
    const parameters = { walletName: 'Mirrored', accounts: [] };
    const { organizationId } = ada;
    const body = JSON.stringify({
      type: createWallet.versions.V1.type,
      timestampMs: `${service.clock()}`,
      organizationId,
      parameters,
    });
    const headers = await stampOf(ada.key, body);
    const stamp = readStamp(headers['X-Stamp'] ?? '');
    const mirrored = { ...stamp, signature: toHex(derFromRaw(mirror(rawFromDer(fromHex(stamp.signature))))) };
    const first = await post(service, createWallet.path, body, headers);
    const second = await post(service, createWallet.path, body, { 'X-Stamp': writeStamp(mirrored) });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await second.json()).activity.id).toBe((await first.json()).activity.id);
  });

  /** s → n − s: as good a signature for verifiers that accept the upper one. */
  function mirror(raw: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const s = BigInt(`0x${toHex(raw.slice(32))}`);
    return fromHex(toHex(raw.slice(0, 32)) + (order - s).toString(16).padStart(64, '0'));
  }
});

type EcdsaTests = {
  testGroups: {
    publicKey: { uncompressed: string };
    tests: { tcId: number; msg: string; sig: string; result: string }[];
  }[];
};

testShared(
  sharedJson<EcdsaTests>('vectors/wycheproof/ecdsa_secp256r1_sha256_test.json'),
  'T-25 all signatures of Wycheproof come as stamps: the valid ones get past the stamp, and no other',
  async ({ testGroups }) => {
    const wrong: number[] = [];
    let sent = 0;
    for (const { publicKey, tests } of testGroups) {
      const compressed = toHex(compressPoint(fromHex(publicKey.uncompressed)));
      for (const { tcId, msg, sig, result } of tests) {
        const stamp = { publicKey: compressed, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature: sig };
        const headers = { 'X-Stamp': toBase64Url(utf8(JSON.stringify(stamp))) };
        const code = await codeOf(await post(service, whoami.path, fromHex(msg), headers));
        // Behind the stamp comes the reader, to whom no message of theirs is a request.
        if (/^REQUEST_/.test(code) !== (result === 'valid') || !/^(REQUEST_|STAMP_|HEADERS_TOO_LARGE)/.test(code))
          wrong.push(tcId);
        sent += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(sent).toBe(484);
  },
);

test('A-21 no header, however bent, makes the service fail', async () => {
  const fragment = fc.oneof(
    fc.base64String(),
    fc.string({ unit: 'binary-ascii' }).map((text) => text.replace(/[^\x20-\x7e]/g, '')),
    fc.json().map((json) => toBase64Url(utf8(json))),
    fc
      .record({ publicKey: fc.anything(), scheme: fc.anything(), signature: fc.anything() })
      .map((stamp) => toBase64Url(utf8(JSON.stringify(stamp)))),
  );
  await fc.assert(
    fc.asyncProperty(fragment, async (value) => {
      const { status } = await askWith({ 'X-Stamp': value });
      expect([401, 431]).toContain(status);
    }),
    { numRuns: 300 },
  );
});

describe('A-27 a request is that of one key, and of no other', () => {
  test.each(['X-Stamp-Webauthn', 'X-Stamp-Attested'])('with X-Stamp and %s it is refused', async (other) => {
    const headers = { ...(await stampOf(ada.key, whoamiBody(ada))), [other]: '{}' };
    expect(await codeOf(await askWith(headers))).toBe('STAMP_AMBIGUOUS');
  });

  test('with two X-Stamp headers it is refused', async () => {
    const [one, two] = await Promise.all([ada, bob].map((party) => stampOf(party.key, whoamiBody(ada))));
    const request = new Request(`https://latchkey.test${whoami.path}`, {
      method: 'POST',
      headers: [['Content-Type', 'application/json'], ...Object.entries(one ?? {}), ...Object.entries(two ?? {})],
      body: whoamiBody(ada),
    });
    expect(await codeOf(await service.service.fetch(request))).toBe('STAMP_MALFORMED');
  });

  test('500 at once each get their own name', async () => {
    const requesters = Array.from({ length: 500 }, (_, index) => (index % 2 ? ada : bob));
    const heard = await Promise.all(
      requesters.map((party) => ask(service, party.key, whoami, { organizationId: party.organizationId })),
    );
    expect(heard.map(({ userId }) => userId)).toEqual(requesters.map(({ userId }) => userId));
  });
});

describe('T-26 the body names the place, and the stamp the caller', () => {
  test('a type of another path is refused', async () => {
    const body = JSON.stringify({
      type: createWallet.versions.V1.type,
      timestampMs: String(service.clock()),
      organizationId: ada.organizationId,
      parameters: { walletName: 'Elsewhere', accounts: [] },
    });
    const response = await post(service, approveActivity.path, body, await stampOf(ada.key, body));
    expect([response.status, await codeOf(response)]).toEqual([400, 'ACTIVITY_TYPE_UNKNOWN']);
  });

  test.each(['a key of another organization', 'a key that nobody has'])(
    '%s: a foreign organization does not know it, and an absent one is not there',
    async (whose) => {
      const { key } = whose === 'a key that nobody has' ? { key: await createSigningKey() } : ada;
      for (const [organizationId, status, code, message] of [
        [bob.organizationId, 401, 16, 'could not find public key in organization or its parent organization'],
        [absentId, 404, 5, 'no organization found with the given ID'],
      ] as const) {
        const query = JSON.stringify({ organizationId });
        const wallet = { walletName: 'Elsewhere', accounts: [] };
        const activity = envelope(service, createWallet, organizationId, wallet);
        for (const [row, body] of [[whoami, query] as const, [createWallet, activity] as const]) {
          const response = await post(service, row.path, body, await stampOf(key, body));
          expect(response.status, row.name).toBe(status);
          expect(await response.json(), row.name).toMatchObject({ code, message });
        }
      }
    },
  );

  test('whether an organization is there is not told to a stamp that does not verify', async () => {
    for (const organizationId of [bob.organizationId, absentId]) {
      const body = JSON.stringify({ organizationId });
      const response = await post(service, whoami.path, body, await stampOf(ada.key, `${body} `));
      expect([response.status, await codeOf(response)]).toEqual([401, 'STAMP_INVALID']);
    }
  });
});

describe('T-27 a key ends', () => {
  const asks = (key: SigningKey) => ask(service, key, whoami, { organizationId: ada.organizationId });

  test('at its expiration, to the millisecond', async () => {
    const key = await newKey(service, ada, ada.userId, { expirationSeconds: '60' });
    service.clock.advanceMs(59_999);
    await expect(asks(key)).resolves.toMatchObject({ userId: ada.userId });
    service.clock.advanceMs(1);
    await expect(asks(key)).rejects.toMatchObject({ code: 'API_KEY_EXPIRED', status: 401 });
    await expect(act(service, { ...ada, key }, stampLogin, { publicKey: key.publicKey })).rejects.toMatchObject({
      code: 'API_KEY_EXPIRED',
    });
  });

  test('when it is deleted, from the next request on', async () => {
    const key = await newKey(service, ada, ada.userId);
    await asks(key);
    const { user } = await ask<{ user: { apiKeys: { apiKeyId: string; credential: { publicKey: string } }[] } }>(
      service,
      ada.key,
      getUser,
      { organizationId: ada.organizationId, userId: ada.userId },
    );
    const held = user.apiKeys.find(({ credential }) => credential.publicKey === key.publicKey);
    await done(service, ada, deleteApiKeys, { userId: ada.userId, apiKeyIds: [held?.apiKeyId ?? ''] });
    await expect(asks(key)).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND', status: 401 });
  });

  test('and is unknown in a sibling organization', async () => {
    await expect(asks(bob.key)).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
  });
});

test('A-12 with its user removed, a key stamps no more', async () => {
  const member = await makeMember(service, bob.organizationId, service.organizationId);
  const asks = () => ask(service, member.key, whoami, { organizationId: bob.organizationId });
  await asks();
  await service.service.tools.store.db.deleteFrom('users').where('user_id', '=', member.userId).execute();
  await expect(asks()).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
});

describe('A-01 the stamp determines the key’s holder, never the body', () => {
  test('a user who is no root user names another user in vain', async () => {
    const member = await makeMember(service, ada.organizationId, service.organizationId);
    const key = await createSigningKey();
    for (const userId of [ada.userId, absentId]) {
      await refusedAs('NOT_AUTHORIZED', service, member, createApiKeys, { userId, apiKeys: [apiKeyOf(key)] });
      await refusedAs('NOT_AUTHORIZED', service, member, deleteApiKeys, { userId, apiKeyIds: [absentId] });
    }
    await done(service, member, createApiKeys, { userId: member.userId, apiKeys: [apiKeyOf(key)] });
    const me = await ask(service, key, whoami, { organizationId: ada.organizationId });
    expect(me.userId).toBe(member.userId);
  });

  test('a login by stamp is a login of the caller', async () => {
    const key = await createSigningKey();
    await done(service, bob, stampLogin, { publicKey: key.publicKey });
    const me = await ask(service, key, whoami, { organizationId: bob.organizationId });
    expect(me.userId).toBe(bob.userId);
  });

  test('a parent reads its sub-organization, and submits nothing there', async () => {
    const root = { ...(await rootOf(service)), organizationId: ada.organizationId };
    await expect(
      ask(service, root.key, getUser, { organizationId: ada.organizationId, userId: ada.userId }),
    ).resolves.toMatchObject({ user: { userId: ada.userId } });
    const answer = act(service, root, createWallet, { walletName: 'Parent', accounts: [] });
    await expect(answer).rejects.toMatchObject({
      ...{ code: 'ORGANIZATION_MISMATCH', status: 400, grpc: 3 },
      published: expect.stringMatching(/^organization mismatch/),
      message: expect.stringMatching(/may read here, and not act/),
    });
  });
});
