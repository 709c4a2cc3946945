import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
import { createApiKeys } from '../../../../../src/contract/credentials.js';
import { updateRootQuorum } from '../../../../../src/contract/organizations.js';
import { createPolicy } from '../../../../../src/contract/policies.js';
import { proxyOtpLogin } from '../../../../../src/contract/proxy.js';
import { updateUserEmail, updateUserPhoneNumber } from '../../../../../src/contract/userContacts.js';
import { updateUser } from '../../../../../src/contract/users.js';
import { type GetUserResponse, getUser, whoami } from '../../../../../src/contract/users.queries.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import type { TestService } from '../../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  apiKeyOf,
  done,
  makeMember,
  makeOtherParent,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, callProxy, loginRequest, signUp, verifiedToken } from '../../../../support/wire.js';
import { makeRootUsers, openUsersService, type RootUsers, unique } from './rootUsers.js';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let people: RootUsers;
  beforeAll(async () => {
    service = await openUsersService(await open());
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    people = await makeRootUsers(service);
  });

  describe('contacts', () => {
    test('are answered with the user as proved or as only set', async () => {
      const { ada, member } = people;
      const { userId, organizationId, key } = await member();
      const proved = async () =>
        (await ask<GetUserResponse>(service, key, getUser, { organizationId, userId })).verifiedContacts;
      const userEmail = unique('dora');
      const { token: verificationToken } = await verifiedToken(service, userEmail);
      await done(service, { organizationId, key }, updateUserEmail, { userId, userEmail, verificationToken });
      await done(service, ada, updateUser, { userId, userPhoneNumber: '+14155550101' });
      expect(await proved()).toEqual(['EMAIL']);
      await done(service, ada, updateUser, { userId, userEmail: unique('set') });
      expect(await proved()).toEqual([]);
    });

    test('with a token of that contact a member’s is verified, found and logged in by; the token ends', async () => {
      const { ada, foundBy, member } = people;
      const carol = await member();
      const email = unique('carol');
      const { token } = await verifiedToken(service, email);
      const proof = { userId: carol.userId, userEmail: email, verificationToken: token };
      const activity = await act(service, carol, updateUserEmail, proof);
      expect(JSON.stringify(activity)).not.toContain(token);
      expect(await foundBy(email)).toEqual([ada.organizationId]);
      await refusedAs('VERIFICATION_TOKEN_SPENT', service, carol, updateUserEmail, proof);
      const login = await verifiedToken(service, email);
      await callProxy(service, proxyOtpLogin, await loginRequest(login.token, login.key, ada.organizationId));
      const { userId } = await ask<{ userId: string }>(service, login.key, whoami, {
        organizationId: ada.organizationId,
      });
      expect(userId).toBe(carol.userId);
    });

    test('a token of another contact, of none and one that logged in verify nothing', async () => {
      const { ada, member, readUser } = people;
      const carol = await member();
      const email = unique('carol');
      const { token: verificationToken } = await verifiedToken(service, unique('other'));
      const request = { userId: carol.userId, userEmail: email };
      await refusedAs('VERIFICATION_TOKEN_INVALID', service, carol, updateUserEmail, { ...request, verificationToken });
      const removed = { ...request, userEmail: '', verificationToken };
      await refusedAs('VERIFICATION_TOKEN_INVALID', service, carol, updateUserEmail, removed);
      const phone = { userId: carol.userId, userPhoneNumber: '+14155550100', verificationToken };
      await refusedAs('VERIFICATION_TOKEN_INVALID', service, carol, updateUserPhoneNumber, phone);
      const used = await signUp(service, email);
      const again = await verifiedToken(service, email);
      await callProxy(service, proxyOtpLogin, await loginRequest(again.token, again.key, used.organizationId));
      const spent = { ...request, verificationToken: again.token };
      await refusedAs('VERIFICATION_TOKEN_SPENT', service, carol, updateUserEmail, spent);
      const late = await verifiedToken(service, unique('late'));
      service.clock.advanceMs(3_600_000);
      const expired = { ...request, verificationToken: late.token };
      await refusedAs('VERIFICATION_TOKEN_EXPIRED', service, carol, updateUserEmail, expired);
      await refusedAs('CONTACT_INVALID', service, ada, updateUserEmail, { ...request, userEmail: 'carol' });
      expect(await readUser(carol.userId)).not.toHaveProperty('userEmail');
    });

    test('a contact that another sub-organization has verified is not taken', async () => {
      const { foundBy, member } = people;
      const email = unique('dan');
      await signUp(service, email);
      const carol = await member();
      const { token: verificationToken } = await verifiedToken(service, email);
      const request = { userId: carol.userId, userEmail: email, verificationToken };
      await refusedAs('CREDENTIAL_CONFLICT', service, carol, updateUserEmail, request);
      expect(await foundBy(email)).toHaveLength(1);
    });

    test('without a token it requires the root quorum, which verifies it in a parent only', async () => {
      const { add, ada, foundBy, member, readUser } = people;
      const carol = await member();
      const email = unique('carol');
      await refusedAs('NOT_AUTHORIZED', service, carol, updateUserEmail, { userId: carol.userId, userEmail: email });
      await refusedAs('USER_NOT_FOUND', service, ada, updateUserEmail, { userId: absentId, userEmail: email });
      await done(service, ada, updateUserEmail, { userId: carol.userId, userEmail: email });
      expect((await readUser(carol.userId)).userEmail).toBe(email);
      expect(await foundBy(email)).toEqual([]);
      const root = await rootOf(service);
      const clerk = await add(unique('Clerk'), {}, root);
      await done(service, root, updateUserPhoneNumber, { userId: clerk, userPhoneNumber: '+14155550199' });
      const flags = await service.service.tools.store.db
        .selectFrom('users')
        .select(['user_id', 'email_verified', 'phone_verified'])
        .where('user_id', 'in', [carol.userId, clerk])
        .execute();
      expect(new Map(flags.map((row) => [row.user_id, [row.email_verified, row.phone_verified]]))).toEqual(
        new Map([
          [carol.userId, [0, 0]],
          [clerk, [0, 1]],
        ]),
      );
    });

    test('A-67: the word of one root member below the quorum verifies nothing, whatever a policy allows; that of the quorum does', async () => {
      const { readUser } = people;
      const root = await makeOtherParent(service);
      const [second, nora] = [
        await makeMember(service, root.organizationId, null, 'Second'),
        await makeMember(service, root.organizationId, null, 'Nora'),
      ];
      const consensus = `approvers.any(user, user.id == '${root.userId}')`;
      await done(service, root, createPolicy, { policyName: 'Contacts', effect: 'EFFECT_ALLOW', consensus });
      await done(service, root, updateRootQuorum, { threshold: 2, userIds: [root.userId, second.userId] });
      const contact = async () => {
        const { userEmail } = await readUser(nora.userId, nora);
        const { db } = service.service.tools.store;
        const users = db.selectFrom('users').select('email_verified').where('user_id', '=', nora.userId);
        return [userEmail, (await users.executeTakeFirstOrThrow()).email_verified];
      };
      const [alone, together] = [unique('alone'), unique('together')];
      await done(service, root, updateUserEmail, { userId: nora.userId, userEmail: alone });
      expect(await contact()).toEqual([alone, 0]);
      const request = { userId: nora.userId, userEmail: together };
      const { fingerprint } = await act(service, second, updateUserEmail, request);
      await done(service, root, approveActivity, { fingerprint });
      expect(await contact()).toEqual([together, 1]);
    });

    test('a verified contact that goes, or gives way to a claimed one, leads nowhere; the last way in stays', async () => {
      const { foundBy } = people;
      const email = unique('eve');
      const eve = await signUp(service, email);
      const gone = { userId: eve.userId, userEmail: '' };
      await refusedAs('LAST_CREDENTIAL', service, eve, updateUserEmail, gone);
      await refusedAs('LAST_CREDENTIAL', service, eve, updateUser, { userId: eve.userId, userEmail: unique('new') });
      expect(await foundBy(email)).toEqual([eve.organizationId]);
      // The same again changes nothing.
      await done(service, eve, updateUser, { userId: eve.userId, userEmail: email });
      expect(await foundBy(email)).toEqual([eve.organizationId]);
      await done(service, eve, createApiKeys, { userId: eve.userId, apiKeys: [apiKeyOf(await createSigningKey())] });
      await done(service, eve, updateUserEmail, gone);
      expect(await foundBy(email)).toEqual([]);
    });
  });
});
