import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
import { listActivities } from '../../../../../src/contract/activities.queries.js';
import { deleteAuthenticators } from '../../../../../src/contract/authenticators.js';
import { getAuthenticators } from '../../../../../src/contract/authenticators.queries.js';
import { initUserEmailRecovery, recoverUser } from '../../../../../src/contract/mailKeys.js';
import { removeOrganizationFeature, setOrganizationFeature } from '../../../../../src/contract/organizations.js';
import { type ActivityRow, newestOf, type QueryRow } from '../../../../../src/contract/row.js';
import { activityRows, queryRows } from '../../../../../src/contract/rows.js';
import { stampLogin } from '../../../../../src/contract/sessions.js';
import { whoami } from '../../../../../src/contract/users.queries.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { exampleOf, type RowName } from '../../../../support/examples/examples.js';
import { absent } from '../../../../support/examples/resources.js';
import { claimant, keyIn, mailedBundle, newTarget } from '../../../../support/mailedKeys.js';
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
  sendStamped,
} from '../../../../support/parties.js';
import { createPasskey, type TestPasskey } from '../../../../support/passkey.js';
import { databases } from '../../../../support/stores.js';
import { ask, envelope, type Person, signUp } from '../../../../support/wire.js';

const often = { most: 10_000, windowSeconds: 60 };
let people = 0;

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
  });
  afterAll(() => service.close());
  beforeEach(() => service.configure({ codesPerContact: often, codesPerAddress: often, emailsPerHour: 10_000 }));

  const person = async (): Promise<Person & { email: string }> => {
    people += 1;
    const email = `lost${people}@example.com`;
    return { ...(await signUp(service, email)), email };
  };
  const asParent = (organizationId: string) => ({ key: root.key, organizationId });
  const request = (email: string, targetPublicKey: string) => ({
    email,
    targetPublicKey,
    emailCustomization: { appName: 'Acme' },
  });
  /** A person's recovery key, as the page has it that requested the mail. */
  const recoveryOf = async ({ email, organizationId, userId }: Person & { email: string }): Promise<Party> => {
    const { target, targetPublicKey } = await newTarget();
    await done(service, asParent(organizationId), initUserEmailRecovery, request(email, targetPublicKey));
    return { key: await keyIn(await mailedBundle(service, email), target), organizationId, userId };
  };
  const authenticator = async (passkey?: TestPasskey) => (passkey ?? (await createPasskey())).register();
  const registered = async (userId: string) => ({ userId, authenticator: await authenticator() });

  test('a reader of the mail registers a passkey and logs in by it, once, and the same bytes are answered again', async () => {
    const ada = await person();
    const { organizationId, userId } = ada;
    const recovery = await recoveryOf(ada);
    const [mail] = service.inbox.list(ada.email);
    expect(mail?.subject).toBe('Recover your Acme account');
    expect(mail?.text).toContain("Don't open the link");
    expect(await ask(service, recovery.key, whoami, { organizationId })).toMatchObject({ userId });
    expect(await ask(service, recovery.key, whoami, { organizationId: root.organizationId })).toMatchObject({ userId });
    service.clock.advanceMs(700_000);
    const passkey = await createPasskey();
    const body = envelope(service, recoverUser, organizationId, {
      userId,
      authenticator: await authenticator(passkey),
    });
    const first = await (await sendStamped(service, recovery.key, recoverUser, body)).json();
    const [authenticatorId] = first.activity.result.recoverUserResult.authenticatorId;
    const again = await (await sendStamped(service, recovery.key, recoverUser, body)).json();
    expect(again).toEqual(first);
    await refusedAs('RECOVERY_KEY_SPENT', service, recovery, recoverUser, await registered(userId));
    const held = await ask<{ authenticators: object[] }>(service, ada.key, getAuthenticators, {
      organizationId,
      userId,
    }).catch(async () =>
      ask<{ authenticators: object[] }>(service, root.key, getAuthenticators, { organizationId, userId }),
    );
    expect(held.authenticators).toMatchObject([{ authenticatorId, credentialId: passkey.credentialId }]);
    service.clock.advanceMs(200_000);
    await expect(ask(service, recovery.key, whoami, { organizationId })).rejects.toMatchObject({
      code: 'API_KEY_EXPIRED',
    });
  });

  test('with the passkey that it registered a recovery key ends, so that it registers no other', async () => {
    const ada = await person();
    const recovery = await recoveryOf(ada);
    const { userId, organizationId } = ada;
    const made = await done(service, recovery, recoverUser, await registered(userId));
    await done(service, ada, deleteAuthenticators, { userId, authenticatorIds: made.authenticatorId });
    await refusedAs('PUBLIC_KEY_NOT_FOUND', service, recovery, recoverUser, await registered(userId));
    expect(await ask(service, ada.key, whoami, { organizationId })).toMatchObject({ userId });
  });

  test('a recovery key does nothing else: any other request, in any version, is refused', async () => {
    const ada = await person();
    const recovery = await recoveryOf(ada);
    const rows: Record<string, ActivityRow | QueryRow> = { ...activityRows, ...queryRows };
    const taken: string[] = [];
    for (const [name, row] of Object.entries(rows)) {
      const has = { ...absent, userId: ada.userId, rootUserId: ada.userId };
      const asked = await exampleOf(name as RowName).request(has);
      service.clock.advanceMs(1);
      const { organizationId } = ada;
      const body =
        row.kind === 'query'
          ? JSON.stringify({ organizationId, ...asked })
          : JSON.stringify({
              type: newestOf(row).type,
              timestampMs: String(service.clock()),
              organizationId,
              parameters: asked,
            });
      const answer = await sendStamped(service, recovery.key, row, body);
      if (answer.ok) taken.push(name);
      else expect(await codeOf(answer), name).toBe('NOT_AUTHORIZED');
    }
    expect(taken.sort()).toEqual(['recoverUser', 'whoami']);
  });

  test('nor does it read others’ activities, vote, or recover another user, even if a policy allows it', async () => {
    const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    const [first, second] = users as [Party, Party];
    const email = `two${people}@example.com`;
    const { db } = service.service.tools.store;
    await db.updateTable('users').set({ email }).where('user_id', '=', second.userId).execute();
    const recovery = await recoveryOf({ ...second, addresses: [], email });
    const waits = await act(service, first, createWallet, { walletName: 'W', accounts: [] });
    await refusedAs('NOT_AUTHORIZED', service, recovery, approveActivity, { fingerprint: waits.fingerprint });
    const body = envelope(service, createWallet, second.organizationId, { walletName: 'V', accounts: [] });
    await sendStamped(service, second.key, createWallet, body);
    expect(await codeOf(await sendStamped(service, recovery.key, createWallet, body))).toBe('NOT_AUTHORIZED');
    await refusedAs('NOT_AUTHORIZED', service, recovery, recoverUser, await registered(first.userId));
    await expect(
      ask(service, recovery.key, listActivities, { organizationId: second.organizationId }),
    ).rejects.toMatchObject({ code: 'NOT_AUTHORIZED' });
    await refusedAs('NOT_AUTHORIZED', service, recovery, stampLogin, {
      publicKey: (await createSigningKey()).publicKey,
    });
    // What takes two to agree on otherwise: each comes back alone.
    await done(service, recovery, recoverUser, await registered(second.userId));
  });

  test('without a recovery key it is as adding a passkey is: for oneself, by a fresh login', async () => {
    const ada = await person();
    const member = await makeMember(service, ada.organizationId, root.organizationId, `Member ${people}`);
    await refusedAs('NOT_AUTHORIZED', service, member, recoverUser, await registered(ada.userId));
    await done(service, member, recoverUser, await registered(member.userId));
    await refusedAs('USER_NOT_FOUND', service, ada, recoverUser, await registered(absentId));
    const passkey = await createPasskey();
    const twice = { userId: ada.userId, authenticator: await authenticator(passkey) };
    await done(service, ada, recoverUser, twice);
    await refusedAs('CREDENTIAL_CONFLICT', service, ada, recoverUser, {
      ...twice,
      authenticator: await authenticator(passkey),
    });
    const broken = { ...twice.authenticator, challenge: 'bm90IHRoZSBjaGFsbGVuZ2U' };
    await refusedAs('PASSKEY_INVALID', service, ada, recoverUser, { userId: ada.userId, authenticator: broken });
    for (let held = 1; held < 10; held += 1) await done(service, ada, recoverUser, await registered(ada.userId));
    await refusedAs('TOO_MANY_PASSKEYS', service, ada, recoverUser, await registered(ada.userId));
    service.clock.advanceMs(601_000);
    await refusedAs('FRESH_LOGIN_REQUIRED', service, ada, recoverUser, await registered(ada.userId));
  });

  test('the recipients are as for a login by mail, and every refusal is answered', async () => {
    const ada = await person();
    const { targetPublicKey } = await newTarget();
    const there = asParent(ada.organizationId);
    const asked = request(ada.email, targetPublicKey);
    const refused = (code: Parameters<typeof refusedAs>[0], by: Parameters<typeof refusedAs>[2], changes: object) =>
      refusedAs(code, service, by, initUserEmailRecovery, { ...asked, ...changes });
    await refused('USER_NOT_FOUND', there, { email: 'nobody@example.com' });
    await refused('CONTACT_INVALID', there, { email: 'nobody' });
    await refused('PUBLIC_KEY_INVALID', there, { targetPublicKey: `04${'11'.repeat(64)}` });
    await refused('EMAIL_TEMPLATE_NOT_FOUND', there, { emailCustomization: { appName: 'Acme', templateId: absentId } });
    await refused('REQUEST_INVALID', ada, { emailCustomization: { appName: 'Your bank' } });
    const claimed = `unproved${people}@example.com`;
    await claimant(service, ada, claimed);
    await refused('USER_NOT_FOUND', ada, { email: claimed, emailCustomization: { appName: 'Latchkey' } });
    const name = 'FEATURE_NAME_EMAIL_RECOVERY';
    await done(service, root, removeOrganizationFeature, { name });
    await refused('METHOD_NOT_ENABLED', there, {});
    await done(service, root, setOrganizationFeature, { name, value: '' });
    await service.configure({ codesPerContact: { most: 1, windowSeconds: 3600 } });
    await refused('TOO_MANY_CODES', there, {});
    await service.configure({ codesPerContact: often, emailsPerHour: 1 });
    await refused('LOGIN_BUSY', there, {});
    service.clock.advanceMs(3_600_000);
  });
});
