import * as btc from '@scure/btc-signer';
import { createSmartContractInterface } from '../../src/contract/contracts.js';
import { listSmartContractInterfaces } from '../../src/contract/contracts.queries.js';
import { createPolicies } from '../../src/contract/policies.js';
import { listPolicies } from '../../src/contract/policies.queries.js';
import type { ActivityRow, Operation } from '../../src/contract/row.js';
import { newestOf } from '../../src/contract/row.js';
import { signRawPayload, signRawPayloads, signTransaction } from '../../src/contract/signing.js';
import { fromBase58 } from '../../src/crypto/base58.js';
import { toHex } from '../../src/crypto/hex.js';
import { createTestClock } from '../../src/testing/clock.js';
import { ethereumTransaction } from '../../test/support/ethereumTransactions.js';
import { everyExample } from '../../test/support/examples/everyExample.js';
import { absent } from '../../test/support/examples/resources.js';
import { functionOf, selectorOf } from '../../test/support/interfaces/abiCalls.js';
import { solanaMessage } from '../../test/support/solanaMessage.js';

/** Addresses of an attacker's wallet. */
export type Wallet = {
  readonly ethereum: string;
  readonly solana: string;
  readonly tron: string;
  readonly bitcoin: string;
};

const account = (curve: string, path: string, format: string) => ({
  curve: `CURVE_${curve}`,
  pathFormat: 'PATH_FORMAT_BIP32',
  path,
  addressFormat: `ADDRESS_FORMAT_${format}`,
});

/** The parameters of the wallet that an attacker makes first. */
export const attackersWallet = {
  walletName: 'Wallet',
  accounts: [
    account('SECP256K1', "m/44'/60'/0'/0/0", 'ETHEREUM'),
    account('ED25519', "m/44'/501'/0'/0'", 'SOLANA'),
    account('SECP256K1', "m/44'/195'/0'/0/0", 'TRON'),
    account('SECP256K1', "m/84'/0'/0'/0/0", 'BITCOIN_MAINNET_P2WPKH'),
  ],
};

/** @param addresses - of {@link attackersWallet}. */
export function walletOf([ethereum = '', solana = '', tron = '', bitcoin = '']: readonly string[]): Wallet {
  return { ethereum, solana, tron, bitcoin };
}

/** The parameters of create_users for a member who stamps by a P-256 key. */
export const attackersMember = (publicKey: string) => {
  const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  return { users: [{ userName: 'Member', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }] };
};

/** A request without its stamp: its time is `0`, for the sender to set. */
export type Attack = {
  readonly name: string;
  readonly path: string;
  readonly body: string;
  readonly isUnread?: true;
  /** A member sends it whom a policy allows: root members are let in before policies are asked. */
  readonly isMembers?: true;
};

const contract = `0x${'42'.repeat(20)}`;
const program = 'Fg6PaFpoGXkYsidMpWTK6W2BeZ7FEfcYkg476zPFsLnS';

/** What an attacker uploads first; what is refused today is only tried. */
export const uploads = (): readonly { readonly row: ActivityRow; readonly parameters: object }[] => [
  { row: createSmartContractInterface, parameters: interfaceOf('Solana', program, nestedIdl(), 'SOLANA') },
  { row: createSmartContractInterface, parameters: interfaceOf('Ethereum', contract, emptyAbi, 'ETHEREUM') },
  {
    row: createSmartContractInterface,
    parameters: interfaceOf('Large', `0x${'43'.repeat(20)}`, largeAbi(1000), 'ETHEREUM'),
  },
  ...Array.from({ length: 6 }, (_, at) => ({
    row: createSmartContractInterface,
    parameters: interfaceOf(`More ${at}`, `0x${(80 + at).toString(16).repeat(20)}`, largeAbi(1000), 'ETHEREUM'),
  })),
  {
    row: createPolicies,
    parameters: {
      policies: [...Array.from({ length: 30 }, (_, at) => policy(`Long ${at}`, 4_000)), ...readers.map(allowingReader)],
    },
  },
];

/** Policies that read what is signed of each kind. */
const readers = [
  "eth.eip_712.primary_type == 'All'",
  "eth.tx.to != '' && eth.tx.value >= 0",
  'solana.tx.instructions.count() >= 0',
  'bitcoin.tx.outputs.count() >= 0',
  'tron.tx.contract.count() >= 0',
];

const allowingReader = (condition: string) => ({ policyName: condition, effect: 'EFFECT_ALLOW', condition });

/** The worst of every row that the first attackers found, and the example of every row. */
export async function attacksOf(organizationId: string, wallet: Wallet): Promise<readonly Attack[]> {
  const activity = (name: string, row: ActivityRow, parameters: object): Attack => ({
    name,
    path: row.path,
    body: JSON.stringify({ type: newestOf(row).type, timestampMs: '0', organizationId, parameters }),
  });
  const query = (name: string, { path }: Operation): Attack => ({
    name,
    path,
    body: JSON.stringify({ organizationId }),
  });
  const transaction = (name: string, type: string, signWith: string, unsignedTransaction: string) =>
    activity(name, signTransaction, { type: `TRANSACTION_TYPE_${type}`, signWith, unsignedTransaction });
  const payload = (name: string, encoding: string, text: string) =>
    activity(name, signRawPayload, {
      signWith: wallet.ethereum,
      payload: text,
      encoding: `PAYLOAD_ENCODING_${encoding}`,
      hashFunction: 'HASH_FUNCTION_NO_OP',
    });
  const examples = await Promise.all(
    everyExample.map(async ({ row, body }): Promise<Attack> => {
      const text = await body({ test: { clock: createTestClock(0) }, organizationId, has: absent });
      return { name: 'example', path: row.path, body: text };
    }),
  );
  const signing = [
    transaction('A-61 solana', 'SOLANA', wallet.solana, solanaCall(wallet.solana)),
    transaction(
      'A-61 abi',
      'ETHEREUM',
      wallet.ethereum,
      ethereumTransaction({ to: contract, data: abiCall(), gasLimit: 9_000_000n }),
    ),
    transaction('A-62 tron', 'TRON', wallet.tron, '0a00'.repeat(32_768)),
    activity('A-63 payloads', signRawPayloads, {
      signWith: wallet.ethereum,
      payloads: Array.from({ length: 100 }, (_, at) => at.toString(16).padStart(64, '0')),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    }),
    activity('A-65 ed25519', signRawPayloads, {
      signWith: wallet.solana,
      payloads: Array.from({ length: 100 }, (_, at) => at.toString(16).padStart(640, '0')),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
    }),
    payload('A-65 typed data', 'EIP712', typedData()),
    transaction('A-65 psbt', 'BITCOIN', wallet.bitcoin, psbt(wallet.bitcoin)),
  ];
  return [
    ...signing,
    ...signing.map((each) => ({ ...each, name: `${each.name}, by a member`, isMembers: true as const })),
    activity('A-65 policies', createPolicies, {
      policies: Array.from({ length: 45 }, (_, at) => policy(`Wide ${at}`, 16_000)),
    }),
    activity(
      'A-65 interface',
      createSmartContractInterface,
      interfaceOf('Again', contract, largeAbi(1000), 'ETHEREUM'),
    ),
    query('A-64 interfaces', listSmartContractInterfaces),
    query('A-64 policies', listPolicies),
    { ...query('A-64 interfaces', listSmartContractInterfaces), isUnread: true },
    ...examples.map((each) => ({ ...each, body: each.body.replace(/"timestampMs":"\d+"/, '"timestampMs":"0"') })),
  ];
}

const interfaceOf = (label: string, smartContractAddress: string, json: unknown, type: string) => ({
  label,
  smartContractAddress,
  smartContractInterface: JSON.stringify(json),
  type: `SMART_CONTRACT_INTERFACE_TYPE_${type}`,
});

const policy = (policyName: string, characters: number) => ({
  policyName,
  effect: 'EFFECT_DENY',
  condition: Array(Math.floor(characters / 26))
    .fill("activity.type == 'NOTHING'")
    .join(' || ')
    .slice(0, characters)
    .replace(/ \|\|[^|]*$/, ''),
});

/** Structs in structs that read no byte. */
const nestedIdl = () => ({
  address: program,
  instructions: [
    {
      name: 'run',
      discriminator: [1, 2, 3, 4, 5, 6, 7, 8],
      accounts: [],
      args: [{ name: 'a', type: { defined: { name: 'S0' } } }],
    },
  ],
  types: Array.from({ length: 20 }, (_, at) => ({
    name: `S${at}`,
    type: {
      kind: 'struct',
      fields: at === 19 ? [] : ['x', 'y'].map((name) => ({ name, type: { defined: { name: `S${at + 1}` } } })),
    },
  })),
});

const emptyAbi = functionOf({
  name: 'a',
  type: 'tuple[]',
  components: [
    { name: 'n', type: 'uint8' },
    ...Array.from({ length: 200 }, (_, at) => ({ name: `e${at}`, type: 'uint8[0]' })),
  ],
});

const abiCall = () => {
  const word = (value: number) => value.toString(16).padStart(64, '0');
  return `0x${selectorOf(emptyAbi)}${word(32)}${word(1000)}${word(1).repeat(1000)}`;
};

const largeAbi = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    type: 'function',
    name: `function${at}`,
    inputs: [
      { name: 'first', type: 'uint256[]' },
      { name: 'second', type: 'address' },
    ],
  }));

const solanaCall = (address: string) =>
  toHex(
    solanaMessage({
      header: [1, 0, 1],
      keys: [fromBase58(address), fromBase58(program)],
      instructions: [{ program: 1, accounts: [0], data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) }],
    }),
  );

function typedData(): string {
  const types = {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Item: [{ name: 'n', type: 'uint256' }],
    All: [{ name: 'items', type: 'Item[]' }],
  };
  const message = { items: Array.from({ length: 4000 }, (_, n) => ({ n })) };
  return JSON.stringify({ types, domain: { name: 'n' }, primaryType: 'All', message });
}

function psbt(address: string): string {
  const transaction = new btc.Transaction({ allowUnknownOutputs: true });
  const script = btc.OutScript.encode(btc.Address().decode(address));
  transaction.addInput({ txid: '11'.repeat(32), index: 0, witnessUtxo: { script, amount: 10_000_000n } });
  for (let at = 0; at < 1500; at += 1) transaction.addOutput({ script, amount: 1000n });
  return toHex(new Uint8Array(transaction.toPSBT()));
}
