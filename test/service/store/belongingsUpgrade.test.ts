import { expect, test } from 'vitest';
import { approveActivity } from '../../../src/contract/activities.js';
import { createAuthenticators } from '../../../src/contract/authenticators.js';
import { createPolicy } from '../../../src/contract/policies.js';
import { stampLogin } from '../../../src/contract/sessions.js';
import { createWallet } from '../../../src/contract/wallets.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { migrate } from '../../../src/service/store/migrations.js';
import type { Store } from '../../../src/service/store/store.js';
import { createTestService } from '../../../src/testing/createTestService.js';
import { act, done, makeMember, makeSubOrganization, type Party } from '../../support/parties.js';
import { createPasskey } from '../../support/passkey.js';
import { databases } from '../../support/stores.js';
import { envelope, post } from '../../support/wire.js';
import { copyFromBefore } from './olderDatabase.js';

test.each(databases)(
  'A-68, A-71: an upgrade knows what waits already by its credentials, and drops revisions that no vote names: on $name',
  async ({ open }) => {
    const store = await open();
    const service = await createTestService({ store });
    const { users, organizationId } = await makeSubOrganization(service, { roots: 3, threshold: 3 });
    const [ada, bob, cleo] = users as [Party, Party, Party];
    const key = await createSigningKey();
    await done(service, ada, stampLogin, { publicKey: key.publicKey });
    const passkey = await createPasskey();
    const authenticators = [await passkey.register()];
    await done(service, cleo, createAuthenticators, { userId: cleo.userId, authenticators });
    const { fingerprint } = await act(service, { ...ada, key }, createWallet, { walletName: 'Waits', accounts: [] });
    await act(service, bob, approveActivity, { fingerprint });
    const other = await act(service, ada, createWallet, { walletName: 'Waits, too', accounts: [] });
    service.clock.advanceMs(1);
    const body = envelope(service, approveActivity, organizationId, { fingerprint: other.fingerprint });
    await post(service, approveActivity.path, body, await passkey.stamp(body));
    // Of two revisions of one organization a vote names the first.
    const [owner] = (await makeSubOrganization(service)).users;
    const member = await makeMember(service, owner.organizationId, service.organizationId);
    for (const policyName of ['One', 'Two']) {
      await done(service, owner, createPolicy, { policyName, effect: 'EFFECT_ALLOW', condition: 'true' });
      if (policyName === 'One') await done(service, member, createWallet, { walletName: 'Named', accounts: [] });
    }
    const votes = ({ db }: Store) =>
      db.selectFrom('votes').select(['activity_id', 'user_id', 'belongs_to']).orderBy('vote_id').execute();
    const waiting = ({ db }: Store) =>
      db
        .selectFrom('activities')
        .select(['activity_id', 'belongs_to'])
        .where('status', '=', 'ACTIVITY_STATUS_CONSENSUS_NEEDED')
        .orderBy('activity_id')
        .execute();
    const revisions = ({ db }: Store) =>
      db
        .selectFrom('policy_revisions')
        .select(['organization_id', 'revision', 'policy_ids'])
        .orderBy('revision')
        .execute();
    const before = [await votes(store), await waiting(store), await revisions(store)] as const;
    expect(before[0]).toHaveLength(4);
    expect(before[1].map(({ belongs_to }) => belongs_to?.split('/')[0]).sort()).toEqual(['credential', 'login']);
    expect(before[2]).toHaveLength(1);
    await store.db
      .insertInto('policy_revisions')
      .values({ organization_id: owner.organizationId, revision: 'unnamed', policy_ids: '[]', policy_times: null })
      .execute();
    const older = await copyFromBefore(store, '0033');
    await migrate(older);
    expect([await votes(older), await waiting(older), await revisions(older)]).toEqual(before);
    await older.close();
    await service.close();
  },
);
