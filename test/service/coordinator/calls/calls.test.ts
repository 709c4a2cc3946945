import { Transaction } from 'micro-eth-signer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { createSmartContractInterface, deleteSmartContractInterface } from '../../../../src/contract/contracts.js';
import { type CreatePolicyParameters, createPolicy } from '../../../../src/contract/policies.js';
import { signTransaction } from '../../../../src/contract/signing.js';
import { fromBase58, toBase58 } from '../../../../src/crypto/base58.js';
import { type Bytes, concat } from '../../../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../../../src/crypto/hex.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { functionOf, selectorOf } from '../../../support/interfaces/abiCalls.js';
import { encodedCalls } from '../../../support/interfaces/encodedCalls.js';
import { act, done, makeMember, makeSubOrganization, type Party, refusedAs } from '../../../support/parties.js';
import { solanaMessage } from '../../../support/solanaMessage.js';
import { databases } from '../../../support/stores.js';
import { recorded } from '../../store/plans/recorder.js';

const token = `0x${'33'.repeat(20)}`;
const other = `0x${'44'.repeat(20)}`;
const [erc20] = encodedCalls;
const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const transferOf = (amount: bigint) => `${erc20.data.slice(0, 74)}${amount.toString(16).padStart(64, '0')}`;
const programId = 'Fg6PaFpoGXkYsidMpWTK6W2BeZ7FEfcYkg476zPFsLnS';
const idl = {
  address: programId,
  instructions: [
    {
      name: 'deposit',
      discriminator: [242, 35, 198, 137, 82, 225, 242, 182],
      accounts: [{ name: 'owner', signer: true }, { name: 'vault' }],
      args: [{ name: 'amount', type: 'u64' }],
    },
  ],
};

describe.each(databases)('policies read the calls in transactions on $name', ({ open }) => {
  let service: TestService;
  let statements: ReturnType<typeof recorded>['statements'];
  let root: Party;
  let member: Party;
  let ethereum = '';
  let solana = '';
  beforeAll(async () => {
    const noted = recorded(await open());
    statements = noted.statements;
    service = await createTestService({ store: noted.store });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const account = (addressFormat: string, path: string, curve: string) => ({
      ...{ addressFormat, path, curve, pathFormat: 'PATH_FORMAT_BIP32' },
    });
    const accounts = [
      account('ADDRESS_FORMAT_ETHEREUM', "m/44'/60'/0'/0/0", 'CURVE_SECP256K1'),
      account('ADDRESS_FORMAT_SOLANA', "m/44'/501'/0'/0'", 'CURVE_ED25519'),
    ];
    const made = await makeSubOrganization(service, { wallet: { walletName: 'Wallet', accounts } as never });
    [root] = made.users;
    [ethereum = '', solana = ''] = made.wallet.addresses;
    member = await makeMember(service, made.organizationId, service.organizationId, 'Mona');
  });

  const policy = (condition: string, more: Partial<CreatePolicyParameters> = {}) =>
    done(service, root, createPolicy, {
      policyName: condition.slice(0, 200),
      effect: 'EFFECT_ALLOW',
      condition,
      ...more,
    });
  const upload = async (smartContractAddress: string, json: unknown, type: 'ETHEREUM' | 'SOLANA' = 'ETHEREUM') => {
    const { smartContractInterfaceId } = await done(service, root, createSmartContractInterface, {
      smartContractAddress,
      smartContractInterface: JSON.stringify(json),
      type: `SMART_CONTRACT_INTERFACE_TYPE_${type}`,
      label: smartContractAddress,
    });
    return smartContractInterfaceId;
  };
  const ethereumCall = (data: string, to: string = token) => {
    const fees = { maxFeePerGas: 30n, maxPriorityFeePerGas: 2n, gasLimit: 90_000n, nonce: 4n, value: 0n, chainId: 1n };
    const transaction = Transaction.prepare({ ...fees, type: 'eip1559', to, data: data.slice(2) }, false);
    return {
      signWith: ethereum,
      unsignedTransaction: transaction.toHex(),
      type: 'TRANSACTION_TYPE_ETHEREUM' as const,
    };
  };
  const solanaCalls = (...data: readonly Bytes[]) => {
    const program = fromBase58(programId);
    const computeBudget = fromBase58('ComputeBudget111111111111111111111111111111');
    const message = solanaMessage({
      header: [1, 0, 3],
      keys: [fromBase58(solana), new Uint8Array(32).fill(7), program, computeBudget],
      instructions: [
        { program: 3, accounts: [], data: Uint8Array.of(2, 0, 0, 0, 1) },
        ...data.map((each) => ({ program: 2, accounts: [0, 1], data: each })),
      ],
    });
    return { signWith: solana, unsignedTransaction: toHex(message), type: 'TRANSACTION_TYPE_SOLANA' as const };
  };
  const deposit = (amount: bigint) =>
    concat(fromHex('f223c68952e1f2b6'), new Uint8Array(new BigUint64Array([amount]).buffer));
  const signs = (call: ReturnType<typeof ethereumCall> | ReturnType<typeof solanaCalls>) =>
    done(service, member, signTransaction, call);
  const denied = (call: ReturnType<typeof ethereumCall> | ReturnType<typeof solanaCalls>) =>
    refusedAs('NOT_AUTHORIZED', service, member, signTransaction, call);

  test('read a transfer of tokens by its name and arguments, and no other call', async () => {
    await policy(
      `eth.tx.to == '${token}' && eth.tx.function_name == 'transfer' && eth.tx.contract_call_args['amount'] <= 1000000 && eth.tx.contract_call_args['to'] == '${recipient}'`,
    );
    await denied(ethereumCall(erc20.data));
    await upload(token, erc20.abi);
    await signs(ethereumCall(erc20.data));
    await denied(ethereumCall(transferOf(1_000_001n)));
    await denied(ethereumCall(`${erc20.data}00`));
    await denied(ethereumCall(erc20.data.replace('a9059cbb', '095ea7b3')));
    await denied(ethereumCall('0xa9059cbb'));
    await denied(ethereumCall('0x'));
    await denied(ethereumCall(erc20.data, other));
  });

  test('read the call of a proxy contract by the implementation’s interface, uploaded for the proxy’s address', async () => {
    await policy("eth.tx.function_name == 'transfer'");
    await upload(other, erc20.abi);
    await denied(ethereumCall(erc20.data));
    await upload(token, [
      ...erc20.abi,
      { type: 'function', name: 'upgradeTo', inputs: [{ name: 'to', type: 'address' }] },
    ]);
    await signs(ethereumCall(erc20.data));
  });

  test('read structs, arrays, and the right one of functions with the same name', async () => {
    const tuples = encodedCalls[4];
    const overload = encodedCalls[3];
    await upload(token, tuples.abi);
    await upload(other, overload.abi);
    await policy(
      "eth.tx.contract_call_args['order']['routes'].all(r, r['fees'][0] < 3000) && eth.tx.contract_call_args['order']['range']['low'] == -5 && eth.tx.contract_call_args['flags'].contains(false)",
    );
    await signs(ethereumCall(tuples.data));
    await denied(ethereumCall(overload.data, other));
    await policy("eth.tx.function_name == 'mint' && eth.tx.contract_call_args['isFinal'] == true");
    await signs(ethereumCall(overload.data, other));
  });

  test('read the members of a batch by place, as published policies do', async () => {
    const components = ['address', 'uint256'].map((type, place) => ({ name: `m${place}`, type }));
    const batch = functionOf({ name: 'calls', type: 'tuple[]', components });
    const words = (...hex: string[]) => hex.map((each) => each.padStart(64, '0')).join('');
    const batchOf = (...to: string[]) =>
      `0x${selectorOf(batch)}${words('20', `${to.length}`, ...to.flatMap((each) => [each.slice(2), '0']))}`;
    await upload(token, batch);
    await policy(
      `eth.tx.contract_call_args['calls'].count() <= 2 && eth.tx.contract_call_args['calls'].all(call, call[0] == '${recipient}' && call[1] == 0)`,
    );
    await signs(ethereumCall(batchOf(recipient, recipient)));
    await denied(ethereumCall(batchOf(recipient, other)));
    await denied(ethereumCall(batchOf(recipient, recipient, recipient)));
  });

  test('do not use a deleted interface', async () => {
    await policy("eth.tx.contract_call_args['amount'] == 1000000");
    const smartContractInterfaceId = await upload(token, erc20.abi);
    await signs(ethereumCall(erc20.data));
    await done(service, root, deleteSmartContractInterface, { smartContractInterfaceId });
    await denied(ethereumCall(erc20.data));
    await upload(token, [
      {
        ...erc20.abi[0],
        inputs: [
          { name: 'to', type: 'address' },
          { name: 'wad', type: 'uint256' },
        ],
      },
    ]);
    await denied(ethereumCall(erc20.data));
    await policy("eth.tx.contract_call_args['wad'] == 1000000");
    await signs(ethereumCall(erc20.data));
  });

  test('do not use an interface of another organization', async () => {
    await policy("eth.tx.function_name == 'transfer'");
    const [stranger] = (await makeSubOrganization(service)).users;
    await done(service, stranger, createSmartContractInterface, {
      smartContractAddress: token,
      smartContractInterface: JSON.stringify(erc20.abi),
      type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
      label: 'Token',
    });
    await denied(ethereumCall(erc20.data));
  });

  test('deny a call that cannot be read if they deny calls', async () => {
    await policy('true');
    await signs(ethereumCall(erc20.data));
    await policy("eth.tx.function_name == 'approve'", { effect: 'EFFECT_DENY' });
    await denied(ethereumCall(erc20.data));
    await upload(token, erc20.abi);
    await signs(ethereumCall(erc20.data));
  });

  test('read instructions of a Solana program by their names, arguments and accounts', async () => {
    const vault = toBase58(new Uint8Array(32).fill(7));
    await policy(
      `solana.tx.instructions.filter(i, i.program_key == '${programId}').all(i, i.parsed_instruction_data.instruction_name == 'deposit' && i.parsed_instruction_data.program_call_args['amount'] < 100 && i.parsed_instruction_data.named_account['vault'] == '${vault}')`,
    );
    await denied(solanaCalls(deposit(99n)));
    const smartContractInterfaceId = await upload(programId, idl, 'SOLANA');
    await signs(solanaCalls(deposit(99n), deposit(5n)));
    await denied(solanaCalls(deposit(99n), deposit(100n)));
    await denied(solanaCalls(concat(deposit(99n), Uint8Array.of(0))));
    await denied(solanaCalls(deposit(99n).fill(0, 0, 8)));
    await done(service, root, deleteSmartContractInterface, { smartContractInterfaceId });
    await denied(solanaCalls(deposit(99n)));
  });

  test('use the current interfaces for a later approval', async () => {
    const voter = await makeMember(service, root.organizationId, service.organizationId, 'Otto');
    await policy("eth.tx.function_name == 'transfer'", { consensus: 'approvers.count() == 2' });
    const smartContractInterfaceId = await upload(token, erc20.abi);
    const pending = await act(service, member, signTransaction, ethereumCall(erc20.data));
    expect(pending.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await done(service, root, deleteSmartContractInterface, { smartContractInterfaceId });
    await refusedAs('NOT_AUTHORIZED', service, voter, approveActivity, { fingerprint: pending.fingerprint });
    await upload(token, erc20.abi);
    const approved = await act(service, voter, approveActivity, { fingerprint: pending.fingerprint });
    expect(approved.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('load interfaces only if a policy reads calls, and each text once', async () => {
    const asked = () => [...statements.keys()].filter((sql) => /^select .* from .smart_contract_interfaces./.test(sql));
    await upload(token, erc20.abi);
    await policy(`eth.tx.to == '${token}'`);
    statements.clear();
    await signs(ethereumCall(erc20.data));
    expect(asked()).toEqual([]);
    await policy("eth.tx.function_name == 'transfer'");
    statements.clear();
    await signs(ethereumCall(erc20.data));
    expect(asked()).toHaveLength(2);
    statements.clear();
    await signs(ethereumCall(erc20.data));
    expect(asked()).toHaveLength(1);
    statements.clear();
    await signs({ ...ethereumCall('0x') });
    expect(asked()).toEqual([]);
  });
});
