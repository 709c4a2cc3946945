import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import {
  createAuthenticators,
  deleteAuthenticators,
  updateAuthenticator,
} from '../../../../src/contract/authenticators.js';
import { getAuthenticator, getAuthenticators } from '../../../../src/contract/authenticators.queries.js';
import { deleteApiKeys } from '../../../../src/contract/credentials.js';
import { listSuborgs } from '../../../../src/contract/organizations.queries.js';
import { createPolicy } from '../../../../src/contract/policies.js';
import { proxyAccount } from '../../../../src/contract/proxy.js';
import { readActivity } from '../../../../src/contract/readActivity.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { getUser, whoami } from '../../../../src/contract/users.queries.js';
import { createUserTag } from '../../../../src/contract/userTags.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { fromBase64Url } from '../../../../src/crypto/base64url.js';
import { fromUtf8 } from '../../../../src/crypto/bytes.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { readCoseKey } from '../../../../src/crypto/webauthn/coseKey.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  codeOf,
  done,
  makeMember,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../../support/parties.js';
import { type Answering, createPasskey } from '../../../support/passkey.js';
import { ask, callProxy, envelope, post } from '../../../support/wire.js';
import { activityIn, askBy, newPerson, submitBy } from './passkeyPeople.js';

let service: TestService;
let root: Party;
beforeAll(async () => {
  service = await createTestService();
  root = await rootOf(service);
});
afterAll(() => service.close());

describe('a passkey', () => {
  test('is registered and shown with its user', async () => {
    const { ada, passkey, authenticatorId } = await newPerson(service);
    const { organizationId, userId } = ada;
    const { authenticators } = await ask<{ authenticators: { credential: { publicKey: string } }[] }>(
      service,
      ada.key,
      getAuthenticators,
      { organizationId, userId },
    );
    expect(authenticators).toMatchObject([
      {
        authenticatorId,
        authenticatorName: 'Passkey',
        credentialId: passkey.credentialId,
        transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
        attestationType: 'none',
        aaguid: '00000000-0000-0000-0000-000000000000',
        credential: { type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' },
      },
    ]);
    const publicKey = authenticators[0]?.credential.publicKey ?? '';
    expect(readCoseKey(fromBase64Url(publicKey)).algorithm).toBe('ES256');
    expect(await ask(service, ada.key, getAuthenticator, { organizationId, authenticatorId })).toEqual({
      authenticator: authenticators[0],
    });
    const { user } = await ask<{ user: object }>(service, ada.key, getUser, { organizationId, userId });
    expect(user).toMatchObject({ authenticators, apiKeys: [{ apiKeyName: 'Key' }] });
  });

  test.each([
    ['may be backed up, and says later that it may not', 13, 5],
    ['may not be backed up, and says later that it may', 5, 13],
  ])('A-72: stamps nothing where it %s', async (_, registered, later) => {
    const { users } = await makeSubOrganization(service);
    const [ada] = users;
    const passkey = await createPasskey();
    const authenticators = [await passkey.register({ flags: registered })];
    await done(service, ada, createAuthenticators, { userId: ada.userId, authenticators });
    const { organizationId } = ada;
    expect((await askBy(service, passkey, whoami, { organizationId }, { flags: registered })).status).toBe(200);
    const refusal = await askBy(service, passkey, whoami, { organizationId }, { flags: later });
    expect((await refusal.clone().json()).message).toContain('BACKUP_STATE');
    expect(await codeOf(refusal)).toBe('STAMP_INVALID');
    // Whether it is backed up may change.
    const backedUp = registered | (registered & 8 ? 16 : 0);
    expect((await askBy(service, passkey, whoami, { organizationId }, { flags: backedUp })).status).toBe(200);
  });

  test('stamps activities, and its vote can be verified again', async () => {
    const { ada, passkey } = await newPerson(service);
    const response = await submitBy(service, passkey, ada, createWallet, { walletName: 'One', accounts: [] });
    const activity = await activityIn(response);
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    const [vote] = activity.votes;
    expect(vote).toMatchObject({ userId: ada.userId, scheme: 'SIGNATURE_SCHEME_TK_WEBAUTHN' });
    const kept = JSON.parse(vote?.signature ?? '') as { credentialId: string; clientDataJson: string };
    expect(kept.credentialId).toBe(passkey.credentialId);
    expect(JSON.parse(fromUtf8(fromBase64Url(kept.clientDataJson)))).toMatchObject({ type: 'webauthn.get' });
    expect(readCoseKey(fromBase64Url(vote?.publicKey ?? '')).algorithm).toBe('ES256');
  });

  test('answers the same bytes with the same activity', async () => {
    const { ada, passkey } = await newPerson(service);
    service.clock.advanceMs(1);
    const body = envelope(service, createWallet, ada.organizationId, { walletName: 'Twice', accounts: [] });
    const first = await activityIn(await post(service, createWallet.path, body, await passkey.stamp(body)));
    const again = await activityIn(await post(service, createWallet.path, body, await passkey.stamp(body)));
    expect(again.id).toBe(first.id);
  });

  test('logs in by stamp_login, from the parent as well', async () => {
    const { ada, passkey } = await newPerson(service);
    const key = await createSigningKey();
    const named = { ...ada, organizationId: service.organizationId };
    const response = await submitBy(service, passkey, named, stampLogin, {
      publicKey: key.publicKey,
      expirationSeconds: '600',
    });
    const activity = await activityIn(response);
    expect(activity).toMatchObject({ organizationId: ada.organizationId, status: 'ACTIVITY_STATUS_COMPLETED' });
    expect(readActivity(stampLogin, activity).result).toMatchObject({ session: expect.any(String) });
    expect(await ask(service, key, whoami, { organizationId: ada.organizationId })).toMatchObject({
      userId: ada.userId,
    });
    const asked = await askBy(service, passkey, whoami, { organizationId: service.organizationId });
    expect(await asked.json()).toMatchObject({ organizationId: ada.organizationId, userId: ada.userId });
  });

  test('finds its sub-organization by its credential id', async () => {
    const { ada, passkey } = await newPerson(service);
    const { organizationId } = service;
    const request = { organizationId, filterType: 'CREDENTIAL_ID', filterValue: passkey.credentialId };
    expect(await ask(service, root.key, listSuborgs, request)).toEqual({ organizationIds: [ada.organizationId] });
    const found = await callProxy(service, proxyAccount, {
      filterType: 'CREDENTIAL_ID',
      filterValue: passkey.credentialId,
    });
    expect(found).toEqual({ organizationId: ada.organizationId });
  });

  test('of a parent reads its sub-organizations', async () => {
    const passkey = await createPasskey();
    const registration = { userId: root.userId, authenticators: [await passkey.register()] };
    const { authenticatorIds } = await done(service, root, createAuthenticators, registration);
    const { organizationId, users } = await makeSubOrganization(service);
    const answer = await askBy(service, passkey, getUser, { organizationId, userId: users[0].userId });
    expect(answer.status).toBe(200);
    await done(service, root, deleteAuthenticators, { userId: root.userId, authenticatorIds });
  });

  test('that was deleted stamps nothing more', async () => {
    const { ada, passkey, authenticatorId } = await newPerson(service);
    const { userId, organizationId } = ada;
    await done(service, ada, deleteAuthenticators, { userId, authenticatorIds: [authenticatorId] });
    const answer = await askBy(service, passkey, whoami, { organizationId });
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'CREDENTIAL_NOT_FOUND']);
    expect(await ask(service, ada.key, getAuthenticators, { organizationId, userId })).toEqual({ authenticators: [] });
  });
});

describe('T-28 a stamp by passkey is refused', () => {
  const heard = async (how: Answering) => {
    const { ada, passkey } = await newPerson(service);
    return codeOf(await askBy(service, passkey, whoami, { organizationId: ada.organizationId }, how));
  };

  test.each<[string, Answering]>([
    ['for another challenge', { challenge: 'YW5vdGhlcg' }],
    ['for another site', { rpId: 'example.com' }],
    ['where nobody was there', { flags: 4 }],
    ['from a frame of another origin', { crossOrigin: true }],
  ])('%s', async (_, how) => expect(await heard(how)).toBe('STAMP_INVALID'));

  test('over other bytes', async () => {
    const { ada, passkey } = await newPerson(service);
    const body = JSON.stringify({ organizationId: ada.organizationId });
    const stamp = await passkey.stamp(body);
    const answer = await post(service, whoami.path, `${body} `, stamp);
    expect(await codeOf(answer)).toBe('STAMP_INVALID');
  });

  test('of somebody else, in an organization that does not know it, as in none: it cannot be verified', async () => {
    const { ada } = await newPerson(service);
    const { passkey } = await newPerson(service);
    for (const organizationId of [ada.organizationId, absentId]) {
      const body = JSON.stringify({ organizationId });
      const activity = envelope(service, createWallet, organizationId, { walletName: 'Elsewhere', accounts: [] });
      for (const [row, bytes] of [[whoami, body] as const, [createWallet, activity] as const]) {
        const answer = await post(service, row.path, bytes, await passkey.stamp(bytes));
        expect(answer.status).toBe(401);
        expect(await answer.json()).toMatchObject({
          code: 16,
          message: 'credential ID could not be found in organization or its parent organization',
          details: expect.arrayContaining([expect.objectContaining({ turnkeyErrorCode: 'CREDENTIAL_NOT_FOUND' })]),
        });
      }
    }
  });

  test('beside the stamp of a key, and where its header is none', async () => {
    const { ada, passkey } = await newPerson(service);
    const body = JSON.stringify({ organizationId: ada.organizationId });
    const both = { ...(await passkey.stamp(body)), 'X-Stamp': 'e30' };
    expect(await codeOf(await post(service, whoami.path, body, both))).toBe('STAMP_AMBIGUOUS');
    for (const value of ['e30', '{}', '{"credentialId":""}', `${(await passkey.stamp(body))['X-Stamp-Webauthn']}}`]) {
      const answer = await post(service, whoami.path, body, { 'X-Stamp-Webauthn': value });
      expect(await codeOf(answer)).toBe('STAMP_MALFORMED');
    }
  });

  test('whose counter did not grow; queries do not count', async () => {
    const { ada, passkey } = await newPerson(service);
    const wallet = (walletName: string, signCount: number) =>
      submitBy(service, passkey, ada, createWallet, { walletName, accounts: [] }, { signCount });
    expect((await wallet('First', 7)).status).toBe(200);
    expect(
      (await askBy(service, passkey, whoami, { organizationId: ada.organizationId }, { signCount: 3 })).status,
    ).toBe(200);
    for (const signCount of [7, 6, 0]) {
      expect(await codeOf(await wallet(`No ${signCount}`, signCount))).toBe('PASSKEY_CLONED');
    }
    expect((await wallet('Second', 8)).status).toBe(200);
  });
});

describe('a name', () => {
  const shown = async ({ key, organizationId, userId }: Party) => {
    const answer = await ask<{ authenticators: { authenticatorName: string; updatedAt: object }[] }>(
      service,
      key,
      getAuthenticators,
      { organizationId, userId },
    );
    return answer.authenticators[0];
  };

  test('is replaced, and the passkey stamps as before', async () => {
    const { ada, passkey, authenticatorId } = await newPerson(service);
    const before = await shown(ada);
    service.clock.advanceMs(1_000);
    const renamed = { userId: ada.userId, authenticatorId, authenticatorName: 'In the safe' };
    expect(await done(service, ada, updateAuthenticator, renamed)).toEqual({ authenticatorId });
    const after = await shown(ada);
    expect(after).toEqual({ ...before, authenticatorName: 'In the safe', updatedAt: after?.updatedAt });
    expect(after?.updatedAt).not.toEqual(before?.updatedAt);
    expect((await askBy(service, passkey, whoami, { organizationId: ada.organizationId })).status).toBe(200);
  });

  test.each([
    ['empty', ''],
    ['longer than 255 characters', 'a'.repeat(256)],
    ['one with a control character', 'Key\u202e'],
  ])('that is %s is refused', async (_, authenticatorName) => {
    const { ada, authenticatorId } = await newPerson(service);
    const renamed = { userId: ada.userId, authenticatorId, authenticatorName };
    await refusedAs('REQUEST_INVALID', service, ada, updateAuthenticator, renamed);
    expect(await shown(ada)).toMatchObject({ authenticatorName: 'Passkey' });
  });

  test('T-48 is that of one’s own passkey: not of another user’s, and not of a key', async () => {
    const { ada, authenticatorId } = await newPerson(service);
    const { organizationId, userId } = ada;
    const mona = await makeMember(service, organizationId, service.organizationId, 'Mona');
    const authenticatorName = 'Mine';
    const asOwn = { userId: mona.userId, authenticatorId, authenticatorName };
    await refusedAs('AUTHENTICATOR_NOT_FOUND', service, mona, updateAuthenticator, asOwn);
    const ofAda = { userId, authenticatorId, authenticatorName };
    await refusedAs('NOT_AUTHORIZED', service, mona, updateAuthenticator, ofAda);
    const { user } = await ask<{ user: { apiKeys: { apiKeyId: string }[] } }>(service, ada.key, getUser, {
      organizationId,
      userId,
    });
    const key = { userId, authenticatorId: user.apiKeys[0]?.apiKeyId ?? '', authenticatorName };
    await refusedAs('AUTHENTICATOR_NOT_FOUND', service, ada, updateAuthenticator, key);
    expect(await shown(ada)).toMatchObject({ authenticatorName: 'Passkey' });
    expect(user.apiKeys).toMatchObject([{ apiKeyName: 'Key' }]);
  });
});

test('T-48 nobody deletes the passkey of somebody else, nor a key as a passkey, and no root quorum its last way in', async () => {
  const { ada, authenticatorId } = await newPerson(service);
  const other = await newPerson(service);
  const theirs = { userId: other.ada.userId, authenticatorIds: [authenticatorId] };
  await refusedAs('AUTHENTICATOR_NOT_FOUND', service, other.ada, deleteAuthenticators, theirs);
  const { user } = await ask<{ user: { apiKeys: { apiKeyId: string }[] } }>(service, ada.key, getUser, {
    organizationId: ada.organizationId,
    userId: ada.userId,
  });
  const { userId } = ada;
  const apiKeyIds = user.apiKeys.map(({ apiKeyId }) => apiKeyId);
  await refusedAs('AUTHENTICATOR_NOT_FOUND', service, ada, deleteAuthenticators, {
    userId,
    authenticatorIds: apiKeyIds,
  });
  await refusedAs('API_KEY_NOT_FOUND', service, ada, deleteApiKeys, { userId, apiKeyIds: [authenticatorId] });
  // The passkey is a way in, so that the key may go; then the passkey is the last.
  const passkey = await createPasskey();
  await done(service, ada, createAuthenticators, { userId, authenticators: [await passkey.register()] });
  await done(service, ada, deleteApiKeys, { userId, apiKeyIds });
  const one = await submitBy(service, passkey, ada, deleteAuthenticators, {
    userId,
    authenticatorIds: [authenticatorId],
  });
  expect(one.status).toBe(200);
  const shown = await askBy(service, passkey, getAuthenticators, { organizationId: ada.organizationId, userId });
  const { authenticators } = (await shown.json()) as { authenticators: { authenticatorId: string }[] };
  const last = { userId, authenticatorIds: authenticators.map((each) => each.authenticatorId) };
  expect(await codeOf(await submitBy(service, passkey, ada, deleteAuthenticators, last))).toBe('LAST_CREDENTIAL');
});

test('a policy may ask for one passkey: of who submits, and of an approval that waited', async () => {
  const { ada } = await newPerson(service);
  const { organizationId } = ada;
  const mona = await makeMember(service, organizationId, service.organizationId, 'Mona');
  const otto = await makeMember(service, organizationId, service.organizationId, 'Otto');
  const registered = async (by: Party) => {
    const made = await createPasskey();
    await done(service, by, createAuthenticators, { userId: by.userId, authenticators: [await made.register()] });
    return made;
  };
  const [monas, others] = [await registered(mona), await registered(mona)];
  const named = `c.credential_id == '${monas.credentialId}'`;
  const makes = (kind: string, consensus: string) =>
    done(service, ada, createPolicy, {
      policyName: kind,
      effect: 'EFFECT_ALLOW',
      consensus,
      condition: `activity.kind == '${kind}'`,
    });
  await makes('CREATE_WALLET', `credentials.any(c, ${named})`);
  const wallet = { walletName: 'By passkey', accounts: [] };
  expect((await activityIn(await submitBy(service, others, mona, createWallet, wallet))).status).toBe(waits);
  expect((await activityIn(await submitBy(service, monas, mona, createWallet, wallet))).status).toBe(completed);
  await makes('CREATE_USER_TAG', `approvers.count() == 2 && credentials.any(c, ${named})`);
  const tag = { userTagName: 'Tag', userIds: [] };
  const waiting = await activityIn(await submitBy(service, monas, mona, createUserTag, tag));
  expect(waiting.status).toBe(waits);
  const approved = await act(service, otto, approveActivity, { fingerprint: waiting.fingerprint });
  expect(approved.status).toBe(completed);
});

const waits = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
const completed = 'ACTIVITY_STATUS_COMPLETED';

test('an activity that a passkey stamped requires no fresh login', async () => {
  const { ada, passkey } = await newPerson(service);
  const authenticators = [await (await createPasskey()).register()];
  const answer = await submitBy(service, passkey, ada, createAuthenticators, { userId: ada.userId, authenticators });
  expect(answer.status).toBe(200);
  await act(service, ada, createWallet, { walletName: 'Still by key', accounts: [] });
});
