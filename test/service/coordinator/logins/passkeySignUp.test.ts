import { secp256k1 } from '@noble/curves/secp256k1.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticators } from '../../../../src/contract/authenticators.js';
import { createSubOrganization } from '../../../../src/contract/organizations.js';
import { proxyAccount, proxySignup } from '../../../../src/contract/proxy.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import type { User } from '../../../../src/contract/shapes.js';
import { createUsers } from '../../../../src/contract/users.js';
import { getUser, whoami } from '../../../../src/contract/users.queries.js';
import { utf8 } from '../../../../src/crypto/bytes.js';
import { derFromRaw } from '../../../../src/crypto/der.js';
import { toHex } from '../../../../src/crypto/hex.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { readSessionToken, readVerificationToken } from '../../../../src/crypto/tokens.js';
import { signClientMessage, signupMessage } from '../../../../src/stampers/clientSignature.js';
import { writeStamp } from '../../../../src/stampers/stamp.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { apiKeyOf, codeOf, done, makeSubOrganization, refusedAs, rootOf } from '../../../support/parties.js';
import { createPasskey, type TestPasskey } from '../../../support/passkey.js';
import { databases } from '../../../support/stores.js';
import { tickingClock } from '../../../support/tickingClock.js';
import { ask, callProxy, post, verifiedToken, wallet } from '../../../support/wire.js';
import { outcomeOf } from './outcome.js';

let service: TestService;
afterEach(() => service.close());

type Made = { organizationId: string; userId: string; wallet?: { addresses: string[] } };
type Person = { apiKeys?: object[]; authenticators?: object[] } & Record<string, unknown>;

const signup = (person: Person) =>
  outcomeOf(() =>
    callProxy<Made>(service, proxySignup, { apiKeys: [], authenticators: [], oauthProviders: [], ...person }),
  );
const account = async ({ credentialId }: TestPasskey) => {
  const filter = { filterType: 'CREDENTIAL_ID', filterValue: credentialId };
  return (await callProxy<{ organizationId?: string }>(service, proxyAccount, filter)).organizationId;
};
const whoIs = async (passkey: TestPasskey, organizationId: string) => {
  const body = JSON.stringify({ organizationId });
  return (await post(service, whoami.path, body, await passkey.stamp(body))).json();
};
/** A key as the public clients bring one beside a passkey: for one login, within a minute. */
const forSignUp = (key: { publicKey: string }) => ({ ...apiKeyOf(key, 'Sign-up'), expirationSeconds: '60' });

const config = { allowedAuthMethods: ['email' as const, 'passkey' as const] };

describe.each(databases)('a sign-up by passkey on $name', ({ open }) => {
  beforeEach(async () => {
    service = await createTestService({ store: await open(), clock: tickingClock(), config });
  });

  test('makes an organization that the passkey opens at once, by its name or its parent’s', async () => {
    const passkey = await createPasskey();
    const made = (await signup({ authenticators: [await passkey.register()], userName: 'Ada', wallet })) as Made;
    const { organizationId, userId } = made;
    expect(made.wallet?.addresses).toHaveLength(2);
    expect(await account(passkey)).toBe(organizationId);
    for (const named of [organizationId, service.organizationId]) {
      expect(await whoIs(passkey, named)).toMatchObject({ organizationId, userId, username: 'Ada' });
    }
  });

  test('without a name calls the person as their passkey is called', async () => {
    const passkey = await createPasskey();
    const registered = { ...(await passkey.register()), authenticatorName: 'Ada’s laptop' };
    const { organizationId } = (await signup({ authenticators: [registered] })) as Made;
    expect(await whoIs(passkey, organizationId)).toMatchObject({ username: 'Ada’s laptop' });
  });

  test('brings a key for one login, which names the parent as the public clients do', async () => {
    const [passkey, key, session] = await Promise.all([createPasskey(), createSigningKey(), createSigningKey()]);
    const authenticators = [await passkey.register()];
    const { organizationId } = (await signup({ authenticators, apiKeys: [forSignUp(key)] })) as Made;
    const { publicKey } = session;
    const parent = { key, organizationId: service.organizationId };
    const { session: token } = await done(service, parent, stampLogin, { publicKey, expirationSeconds: '900' });
    expect(readSessionToken(token)).toMatchObject({ organization_id: organizationId, public_key: publicKey });
    service.clock.advanceMs(60_000);
    await refusedAs('API_KEY_EXPIRED', service, { key, organizationId }, stampLogin, { publicKey });
    expect(await ask(service, session, whoami, { organizationId })).toMatchObject({ organizationId });
  });

  test('A-56: a publicly known key leads nowhere beside a stranger’s passkey', async () => {
    const known = await createSigningKey();
    const p256 = { ...apiKeyOf(known), expirationSeconds: '61' };
    for (const apiKeys of [[apiKeyOf(known)], [p256], [forSignUp(known), forSignUp(await createSigningKey())]]) {
      expect(await signup({ authenticators: [await (await createPasskey()).register()], apiKeys })).toHaveProperty(
        'userId',
      );
    }
    const { publicKey } = await createSigningKey();
    await refusedAs(
      'PUBLIC_KEY_NOT_FOUND',
      service,
      { key: known, organizationId: service.organizationId },
      stampLogin,
      {
        publicKey,
      },
    );
  });

  test('A-56: a wallet’s public key leads nowhere beside a stranger’s passkey, however soon it ends', async () => {
    const secret = new Uint8Array(32).fill(7);
    const publicKey = toHex(new Uint8Array(secp256k1.getPublicKey(secret)));
    const known = { apiKeyName: 'Wallet', publicKey, curveType: 'API_KEY_CURVE_SECP256K1', expirationSeconds: '60' };
    const authenticators = [await (await createPasskey()).register()];
    const { organizationId } = (await signup({ authenticators, apiKeys: [known] })) as Made;
    const outcomeIn = async (named: string) => {
      const body = JSON.stringify({ organizationId: named });
      const signature = toHex(derFromRaw(new Uint8Array(secp256k1.sign(utf8(body), secret))));
      const stamp = writeStamp({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1', signature });
      const answer = await post(service, whoami.path, body, { 'X-Stamp': stamp });
      return answer.ok ? 'found' : codeOf(answer);
    };
    expect(await outcomeIn(service.organizationId)).toBe('PUBLIC_KEY_NOT_FOUND');
    expect(await outcomeIn(organizationId)).toBe('found');
  });

  test('a credential id exists once among a parent’s sub-organizations, on every path', async () => {
    const passkey = await createPasskey();
    const authenticators = [await passkey.register()];
    const { organizationId } = (await signup({ authenticators })) as Made;
    expect(await signup({ authenticators })).toBe('CREDENTIAL_CONFLICT');
    expect(await signup({ authenticators: [await passkey.register(), await passkey.register()] })).toBe(
      'CREDENTIAL_CONFLICT',
    );
    const root = await rootOf(service);
    await refusedAs('CREDENTIAL_CONFLICT', service, root, createSubOrganization, {
      subOrganizationName: 'Second',
      rootUsers: [{ userName: 'Eve', authenticators }],
      rootQuorumThreshold: 1,
    });
    const [eve] = (await makeSubOrganization(service)).users;
    await refusedAs('CREDENTIAL_CONFLICT', service, eve, createAuthenticators, { userId: eve.userId, authenticators });
    const user = { userName: 'Mallory', apiKeys: [], authenticators, oauthProviders: [], userTags: [] };
    await refusedAs('CREDENTIAL_CONFLICT', service, eve, createUsers, { users: [user] });
    expect(await account(passkey)).toBe(organizationId);
  });

  test('of twelve at once with one passkey, one wins', async () => {
    const authenticators = [await (await createPasskey()).register()];
    const heard = await Promise.all(Array.from({ length: 12 }, () => signup({ authenticators })));
    expect(heard.filter((each) => each === 'CREDENTIAL_CONFLICT')).toHaveLength(11);
  });

  test('goes with a verification token: the contact and the passkey are of one person', async () => {
    const passkey = await createPasskey();
    const authenticators = [await passkey.register()];
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const lists = { apiKeys: [], authenticators, oauthProviders: [] };
    const message = signupMessage({ tokenId: readVerificationToken(token).id, ...lists, email: 'ada@example.com' });
    const clientSignature = await signClientMessage(key, message);
    const proof = { userEmail: 'ada@example.com', verificationToken: token, clientSignature };
    const { organizationId, userId } = (await signup({ authenticators, ...proof })) as Made;
    expect(await whoIs(passkey, organizationId)).toMatchObject({ userId });
    const other = [await (await createPasskey()).register()];
    expect(await signup({ authenticators: other, ...proof })).toBe('CLIENT_SIGNATURE_INVALID');
  });
});

describe('a registration at its birth', () => {
  beforeEach(async () => {
    service = await createTestService({ config });
  });

  test('is what create_users and create_sub_organization take, too', async () => {
    const root = await rootOf(service);
    const [first, second] = await Promise.all([createPasskey(), createPasskey()]);
    const { subOrganizationId: organizationId, rootUserIds = [] } = await done(service, root, createSubOrganization, {
      subOrganizationName: 'Home',
      rootUsers: [{ userName: 'Ada', authenticators: [await first.register()] }],
      rootQuorumThreshold: 1,
    });
    expect(await whoIs(first, organizationId)).toMatchObject({ userId: rootUserIds[0] });
    const { userIds } = await done(service, root, createUsers, {
      users: [
        { userName: 'Bob', apiKeys: [], authenticators: [await second.register()], oauthProviders: [], userTags: [] },
      ],
    });
    const { user } = await ask<{ user: User }>(service, root.key, getUser, { ...parent(), userId: userIds[0] });
    expect(user.authenticators).toMatchObject([{ credentialId: second.credentialId, attestationType: 'none' }]);
    expect(await whoIs(second, service.organizationId)).toMatchObject({ userId: userIds[0] });
  });

  test('T-28 is refused where it does not check, and leaves nothing behind', async () => {
    const passkey = await createPasskey();
    const { db } = service.service.tools.store;
    const counts = () => db.selectFrom('organizations').select('organization_id').execute();
    const before = await counts();
    for (const how of [{ challenge: 'YQ' }, { rpId: 'evil.example' }, { flags: 4 }, { crossOrigin: true }]) {
      expect(await signup({ authenticators: [await passkey.register(how)] })).toBe('PASSKEY_INVALID');
    }
    await service.configure({ allowedOrigins: ['https://other.example.com'] });
    const root = await rootOf(service);
    const users = [{ userName: 'Eve', authenticators: [await passkey.register()] }];
    await refusedAs('PASSKEY_INVALID', service, root, createSubOrganization, {
      subOrganizationName: 'Second',
      rootUsers: users,
      rootQuorumThreshold: 1,
    });
    expect(await counts()).toEqual(before);
  });

  test('through the proxy, is refused where passkeys are not among the configuration’s methods', async () => {
    await service.configure({ allowedAuthMethods: ['email'] });
    expect(await signup({ authenticators: [await (await createPasskey()).register()] })).toBe('METHOD_NOT_ENABLED');
  });

  const parent = () => ({ organizationId: service.organizationId });
});
