import { approveActivity } from '../../../../src/contract/activities.js';
import { createSmartContractInterface } from '../../../../src/contract/contracts.js';
import { createPolicy, updatePolicy } from '../../../../src/contract/policies.js';
import { getPolicyEvaluations, listPolicies } from '../../../../src/contract/policies.queries.js';
import { createPrivateKeys } from '../../../../src/contract/privateKeys.js';
import { signRawPayload, signTransaction } from '../../../../src/contract/signing.js';
import { createWallet, deleteWallets } from '../../../../src/contract/wallets.js';
import type { TestService } from '../../../../src/testing/createTestService.js';
import { act, done, makeMember, makeSubOrganization } from '../../../support/parties.js';
import { ask } from '../../../support/wire.js';

/** Members act where policies let them: at once, with another's approval, with a private key, on wallets that go. */
export async function policyFlow(test: TestService): Promise<void> {
  const { users, organizationId } = await makeSubOrganization(test);
  const [root] = users;
  const member = await makeMember(test, organizationId, test.organizationId, 'Mona');
  const other = await makeMember(test, organizationId, test.organizationId, 'Otto');
  const allow = { effect: 'EFFECT_ALLOW' as const };
  const { policyId } = await done(test, root, createPolicy, {
    ...allow,
    policyName: 'Two make wallets',
    consensus: 'approvers.count() == 2',
    condition: "activity.kind == 'CREATE_WALLET'",
  });
  await done(test, root, updatePolicy, { policyId, policyNotes: 'Later' });
  await ask(test, member.key, listPolicies, { organizationId });
  const { fingerprint } = await act(test, member, createWallet, { walletName: 'Waits', accounts: [] });
  await act(test, other, approveActivity, { fingerprint });
  const key = { privateKeyName: 'Key', curve: 'CURVE_SECP256K1' as const, privateKeyTags: [], addressFormats: [] };
  const { privateKeys } = await done(test, root, createPrivateKeys, { privateKeys: [key] });
  const signWith = privateKeys[0]?.privateKeyId ?? '';
  await done(test, root, createPolicy, { ...allow, policyName: 'Key', condition: `private_key.id == '${signWith}'` });
  const payload = {
    payload: 'hello',
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_SHA256',
  } as const;
  const { id } = await act(test, member, signRawPayload, { signWith, ...payload });
  await ask(test, member.key, getPolicyEvaluations, { organizationId, activityId: id });
  await done(test, root, createSmartContractInterface, {
    smartContractAddress: `0x${'ab'.repeat(20)}`,
    smartContractInterface: JSON.stringify([{ type: 'function', name: 'pause', inputs: [] }]),
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
    label: 'Contract',
  });
  const calls = "private_key.exported == false && eth.tx.function_name == 'pause'";
  await done(test, root, createPolicy, { ...allow, policyName: 'Calls', condition: calls });
  const unsignedTransaction = unsignedPause;
  await done(test, member, signTransaction, { signWith, unsignedTransaction, type: 'TRANSACTION_TYPE_ETHEREUM' });
  // So long that no transaction compiles it: the deletion begins again.
  const counts = Array.from({ length: 400 }, (_, index) => `wallets.count() == ${index + 1}`);
  await done(test, root, createPolicy, { ...allow, policyName: 'Deletes', condition: counts.join(' || ') });
  const { walletId } = await done(test, root, createWallet, { walletName: 'Goes', accounts: [] });
  await done(test, member, deleteWallets, { walletIds: [walletId], deleteWithoutExport: true });
}

/** EIP-1559 on chain 1: 0 wei and the data of `pause()` to 0xabab…. */
const unsignedPause = `02e30104021e82ea6094${'ab'.repeat(20)}80848456cb59c0`;
