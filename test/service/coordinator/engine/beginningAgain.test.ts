import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { importWallet } from '../../../../src/contract/imports.js';
import { createInvitations } from '../../../../src/contract/invitations.js';
import { createPolicies } from '../../../../src/contract/policies.js';
import { proxySignup } from '../../../../src/contract/proxy.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { createUserTag } from '../../../../src/contract/userTags.js';
import { listWallets } from '../../../../src/contract/wallets.queries.js';
import { utf8 } from '../../../../src/crypto/bytes.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import type { Store } from '../../../../src/service/store/store.js';
import { attestedStamper } from '../../../../src/stampers/attestedStamp.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { act, apiKeyOf, codeOf, done, makeMember, makeSubOrganization, refusedAs } from '../../../support/parties.js';
import { tooMany } from '../../../support/policies/costly.js';
import { databases } from '../../../support/stores.js';
import { ask, callProxy, envelope, post, stampOf, verifiedToken, wallet } from '../../../support/wire.js';
import { walletRequest } from '../operations/imports/transfers.js';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let transactions: number;
  /** Happens once, before the next transaction begins. */
  let meanwhile: (() => Promise<void>) | undefined;
  beforeEach(async () => {
    const store = await open();
    transactions = 0;
    meanwhile = undefined;
    const counting: Store = {
      ...store,
      async transaction(run) {
        transactions += 1;
        const happens = meanwhile;
        meanwhile = undefined;
        await happens?.();
        return store.transaction(run);
      },
    };
    service = await createTestService({ store: counting });
  });
  afterEach(() => service.close());

  test('An invited person logs in at the first try, also where policies are yet to be compiled.', async () => {
    const { users, organizationId } = await makeSubOrganization(service);
    const [ada] = users;
    const receiverUserEmail = 'guest@example.com';
    const invited = { receiverUserName: 'Guest', receiverUserEmail, receiverUserTags: [], senderUserId: ada.userId };
    await done(service, ada, createInvitations, { invitations: [{ ...invited, accessType: 'ACCESS_TYPE_WEB' }] });
    const condition = `false${' || false'.repeat(1200)}`;
    await done(service, ada, createPolicies, { policies: [{ policyName: 'Long', effect: 'EFFECT_DENY', condition }] });
    const { key, token } = await verifiedToken(service, receiverUserEmail);
    const body = envelope(service, stampLogin, organizationId, { publicKey: key.publicKey });
    const stamper = attestedStamper(key, token, 'STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN');
    const { name, value } = await stamper.stamp(utf8(body));
    transactions = 0;
    expect((await post(service, stampLogin.path, body, { [name]: value })).status).toBe(200);
    expect(transactions).toBe(2);
  });

  test('A-63: a vote that is too costly to decide is refused before a transaction.', async () => {
    const { users, organizationId } = await makeSubOrganization(service, { roots: 2 });
    const [root] = users;
    const member = await makeMember(service, organizationId, service.organizationId, 'Mona');
    const other = await makeMember(service, organizationId, service.organizationId, 'Otto');
    const isApprovedBy = (userId: string) => `approvers.any(a, a.id == '${userId}')`;
    const both = {
      policyName: 'Both',
      effect: 'EFFECT_ALLOW' as const,
      consensus: `${isApprovedBy(member.userId)} && ${isApprovedBy(other.userId)}`,
      condition: "activity.kind == 'CREATE_USER_TAG'",
    };
    await done(service, root, createPolicies, { policies: [both] });
    const { fingerprint } = await act(service, member, createUserTag, { userTagName: 'Tag', userIds: [] });
    await done(service, root, createPolicies, { policies: tooMany('EFFECT_ALLOW', 99) });
    transactions = 0;
    await refusedAs('POLICY_TOO_COSTLY', service, member, approveActivity, { fingerprint });
    expect(transactions).toBe(0);
  });

  test('T-22: bytes that name a parent happen in one organization, though their key leads to another meanwhile', async () => {
    await service.configure({ allowedAuthMethods: ['email', 'wallet'] });
    const key = await createSigningKey();
    const signUpByKey = () =>
      callProxy<{ organizationId: string }>(service, proxySignup, {
        apiKeys: [apiKeyOf(key)],
        authenticators: [],
        oauthProviders: [],
        wallet,
      });
    const first = await signUpByKey();
    const { publicKey } = await createSigningKey();
    const body = envelope(service, stampLogin, service.organizationId, { publicKey });
    const send = async () => post(service, stampLogin.path, body, await stampOf(key, body));
    const placeIn = async (response: Response) => (await response.json()).activity.organizationId;
    let second = '';
    meanwhile = async () => {
      service.clock.advanceMs(1);
      second = (await signUpByKey()).organizationId;
      expect(await placeIn(await send())).toBe(second);
    };
    expect(await codeOf(await send())).toBe('UNAVAILABLE');
    expect(second).not.toBe(first.organizationId);
    expect(await placeIn(await send())).toBe(second);
  });

  test('T-42: a bundle is not imported where its import was begun anew meanwhile, and ends no other', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const words = `${'abandon '.repeat(11)}about`;
    const outdated = await walletRequest(service, ada, words);
    let newest: typeof outdated | undefined;
    meanwhile = async () => {
      newest = await walletRequest(service, ada, words);
    };
    await refusedAs('IMPORT_BUNDLE_INVALID', service, ada, importWallet, outdated);
    expect(newest).toBeDefined();
    const { organizationId } = ada;
    expect(await ask(service, ada.key, listWallets, { organizationId })).toEqual({ wallets: [] });
  });
});
