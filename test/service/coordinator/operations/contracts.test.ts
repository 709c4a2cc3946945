import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSmartContractInterface, deleteSmartContractInterface } from '../../../../src/contract/contracts.js';
import {
  type GetSmartContractInterfaceResponse,
  getSmartContractInterface,
  type ListSmartContractInterfacesResponse,
  listSmartContractInterfaces,
} from '../../../../src/contract/contracts.queries.js';
import type { RequestOf } from '../../../../src/contract/row.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { unique } from '../../../support/examples/example.js';
import { absentId, done, makeSubOrganization, type Party, refusedAs } from '../../../support/parties.js';
import { stores } from '../../../support/stores.js';
import { ask } from '../../../support/wire.js';

type Upload = RequestOf<typeof createSmartContractInterface>;

const abi = [
  { type: 'constructor', inputs: [], stateMutability: 'nonpayable' },
  { type: 'event', name: 'Paid', inputs: [], anonymous: false },
  {
    type: 'function',
    name: 'pay',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'parts', type: 'tuple[]', components: [{ name: 'amount', type: 'uint256' }] },
      { name: '', type: 'bytes32[2][]' },
    ],
    outputs: [],
  },
];
const idl = {
  address: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  instructions: [
    {
      name: 'pay',
      discriminator: [1, 2, 3, 4, 5, 6, 7, 8],
      accounts: [{ name: 'payer', signer: true }],
      args: [{ name: 'amount', type: 'u64' }],
    },
  ],
};

let contracts = 0;
const upload = (changes: Partial<Upload> = {}): Upload => {
  contracts += 1;
  return {
    smartContractAddress: `0x${contracts.toString(16).padStart(39, '0')}A`,
    smartContractInterface: JSON.stringify(abi),
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
    label: unique('Interface'),
    notes: 'Ours',
    ...changes,
  };
};
const ofSolana = (changes: object = {}): Partial<Upload> => ({
  smartContractAddress: idl.address,
  smartContractInterface: JSON.stringify({ ...idl, ...changes }),
  type: 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA',
});

describe.each(stores)('on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  let bob: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    [ada] = (await makeSubOrganization(service, {})).users as [Party];
    [bob] = (await makeSubOrganization(service, {})).users as [Party];
  });
  afterAll(() => service.close());

  test('an ABI and an IDL are stored as uploaded, and deleted', async () => {
    const { organizationId } = ada;
    const ethereum = upload();
    const solana = upload(ofSolana());
    const ids = [];
    for (const each of [ethereum, solana]) {
      ids.push((await done(service, ada, createSmartContractInterface, each)).smartContractInterfaceId);
    }
    const list = async () =>
      (
        await ask<ListSmartContractInterfacesResponse>(service, ada.key, listSmartContractInterfaces, {
          organizationId,
        })
      ).smartContractInterfaces;
    const listed = await list();
    expect(listed.map((each) => each.smartContractInterfaceId)).toEqual(ids);
    expect(listed).toMatchObject([
      { ...ethereum, smartContractAddress: ethereum.smartContractAddress.toLowerCase() },
      solana,
    ]);
    const [first = '', second = ''] = ids;
    const request = { organizationId, smartContractInterfaceId: first };
    const got = await ask<GetSmartContractInterfaceResponse>(service, ada.key, getSmartContractInterface, request);
    expect(got.smartContractInterface).toEqual(listed[0]);
    for (const smartContractInterfaceId of [first, second]) {
      await done(service, ada, deleteSmartContractInterface, { smartContractInterfaceId });
    }
    expect(await list()).toEqual([]);
  });

  test('a label and an address are unique', async () => {
    const one = upload();
    await done(service, ada, createSmartContractInterface, one);
    await refusedAs('NAME_TAKEN', service, ada, createSmartContractInterface, upload({ label: one.label }));
    const { smartContractAddress } = one;
    const spelt = upload({ smartContractAddress: smartContractAddress.toLowerCase() });
    await refusedAs('NAME_TAKEN', service, ada, createSmartContractInterface, spelt);
    await done(service, bob, createSmartContractInterface, one);
  });

  test('an interface of another organization gets the same refusal as one that does not exist', async () => {
    const { smartContractInterfaceId } = await done(service, ada, createSmartContractInterface, upload());
    for (const id of [smartContractInterfaceId, absentId]) {
      const named = { smartContractInterfaceId: id };
      await refusedAs('CONTRACT_INTERFACE_NOT_FOUND', service, bob, deleteSmartContractInterface, named);
    }
  });

  test('the total size of interfaces is limited', async () => {
    const root = (await makeSubOrganization(service, {})).users[0] as Party;
    const long = JSON.stringify(abi).padEnd(400_000, ' ');
    for (let round = 0; round < 2; round++) {
      await done(service, root, createSmartContractInterface, upload({ smartContractInterface: long }));
    }
    const more = upload({ smartContractInterface: long });
    await refusedAs('LIMIT_REACHED', service, root, createSmartContractInterface, more);
  });
});

describe('an interface that could not read any call is refused', () => {
  let service: TestService;
  let ada: Party;
  beforeAll(async () => {
    service = await createTestService();
    [ada] = (await makeSubOrganization(service, {})).users as [Party];
  });
  afterAll(() => service.close());

  const withInput = (input: object) => ({
    smartContractInterface: JSON.stringify([{ type: 'function', name: 'f', inputs: [input] }]),
  });
  test.each<[string, Partial<Upload>]>([
    ['no JSON', { smartContractInterface: '[' }],
    ['an object', { smartContractInterface: '{}' }],
    ['an ABI without a function', { smartContractInterface: '[{"type":"receive"}]' }],
    ['an entry of an unknown kind', { smartContractInterface: '[{"type":"thing"}]' }],
    ['a function without a name', { smartContractInterface: '[{"type":"function","inputs":[]}]' }],
    ['a function without inputs', { smartContractInterface: '[{"type":"function","name":"f"}]' }],
    ['an unknown type', withInput({ name: 'a', type: 'float' })],
    ['uint of 7 bits', withInput({ name: 'a', type: 'uint7' })],
    ['a tuple without members', withInput({ name: 'a', type: 'tuple' })],
    ['an address of Solana for Ethereum', { smartContractAddress: idl.address }],
    ['an address of Ethereum for Solana', { ...ofSolana(), smartContractAddress: `0x${'1'.repeat(40)}` }],
    ['an IDL without instructions', ofSolana({ instructions: [] })],
    ['an instruction without a name', ofSolana({ instructions: [{ accounts: [], args: [] }] })],
    ['an instruction without accounts', ofSolana({ instructions: [{ name: 'a', args: [] }] })],
    ['an argument without a type', ofSolana({ instructions: [{ name: 'a', accounts: [], args: [{ name: 'b' }] }] })],
    [
      'a discriminator that is no bytes',
      ofSolana({ instructions: [{ name: 'a', accounts: [], args: [], discriminator: [256] }] }),
    ],
  ])('%s', async (_what, changes) => {
    await refusedAs('CONTRACT_INTERFACE_INVALID', service, ada, createSmartContractInterface, upload(changes));
  });

  test('a text of more than 400,000 characters is refused before it is read', async () => {
    const long = upload({ smartContractInterface: ' '.repeat(400_001) });
    await refusedAs('REQUEST_INVALID', service, ada, createSmartContractInterface, long);
  });
});
