import { refused } from '../../../contract/refusals.js';
import { toBase58Check } from '../../../crypto/base58.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import { inSlices } from '../../slices.js';
import { malformedTransaction } from './malformed.js';
import { type MessageReader, messageReader } from './protobuf.js';

export type TronPermission = {
  readonly type: string;
  readonly id: bigint;
  readonly permission_name: string;
  readonly threshold: bigint;
  readonly parent_id: bigint;
  readonly operations: string;
  readonly keys: readonly { readonly address: string; readonly weight: bigint }[];
};

/** What policies read of one contract: `type` determines its members. Addresses are base58, data and operations hex. */
export type TronContract = {
  readonly type: string;
  readonly permission_id: bigint;
  readonly owner_address: string;
  readonly to_address?: string;
  readonly amount?: bigint;
  readonly contract_address?: string;
  readonly call_value?: bigint;
  readonly data?: string;
  readonly call_token_value?: bigint;
  readonly token_id?: bigint;
  readonly resource?: string;
  readonly balance?: bigint;
  readonly receiver_address?: string;
  readonly lock?: boolean;
  readonly lock_period?: bigint;
  readonly frozen_balance?: bigint;
  readonly unfreeze_balance?: bigint;
  readonly owner?: TronPermission;
  readonly witness?: TronPermission;
  readonly actives?: readonly TronPermission[];
};

/**
 * @param bytes - `Transaction.Contract`
 * @throws {RefusedError} TRANSACTION_MALFORMED; TRANSACTION_TYPE_NOT_SUPPORTED for contracts that policies could not read
 * @see tronprotocol/protocol, core/Tron.proto and core/contract/*.proto
 */
export async function readTronContract(bytes: Bytes): Promise<TronContract> {
  const contract = messageReader(bytes);
  const number = String(contract.integer(1) ?? 0n);
  const kind = contracts[number];
  if (kind === undefined) throw refused('TRANSACTION_TYPE_NOT_SUPPORTED', { about: `contracts of kind ${number}` });
  const parameter = messageReader(contract.bytes(2) ?? new Uint8Array());
  const permissionId = contract.integer(5) ?? 0n;
  contract.checkAllRead();
  if (parameter.text(1) !== `type.googleapis.com/protocol.${kind.type}`)
    throw malformedTransaction('a contract of another type');
  const value = messageReader(parameter.bytes(2) ?? new Uint8Array());
  parameter.checkAllRead();
  const read = { type: kind.type, permission_id: permissionId, ...(await kind.read(value)) };
  value.checkAllRead();
  return read;
}

type Read = (value: MessageReader) => Promise<Omit<TronContract, 'type' | 'permission_id'>>;

const resources: Readonly<Record<string, string>> = { '0': 'BANDWIDTH', '1': 'ENERGY', '2': 'TRON_POWER' };

/** By the numbers of `ContractType`. */
const contracts: Readonly<Record<string, { readonly type: string; readonly read: Read }>> = {
  '1': {
    type: 'TransferContract',
    read: async (value) => ({
      owner_address: await address(value, 1),
      to_address: await address(value, 2),
      amount: value.integer(3) ?? 0n,
    }),
  },
  '31': {
    type: 'TriggerSmartContract',
    read: async (value) => ({
      owner_address: await address(value, 1),
      contract_address: await address(value, 2),
      call_value: value.integer(3) ?? 0n,
      data: hex(value, 4),
      call_token_value: value.integer(5) ?? 0n,
      token_id: value.integer(6) ?? 0n,
    }),
  },
  '46': {
    type: 'AccountPermissionUpdateContract',
    read: async (value) => {
      const [owner, witness] = [value.bytes(2), value.bytes(3)];
      const actives = await inSlices(value.list(4), permission);
      return {
        owner_address: await address(value, 1),
        ...(owner && { owner: await permission(owner) }),
        ...(witness && { witness: await permission(witness) }),
        actives,
      };
    },
  },
  '54': {
    type: 'FreezeBalanceV2Contract',
    read: async (value) => ({
      owner_address: await address(value, 1),
      frozen_balance: value.integer(2) ?? 0n,
      resource: resource(value, 3),
    }),
  },
  '55': {
    type: 'UnfreezeBalanceV2Contract',
    read: async (value) => ({
      owner_address: await address(value, 1),
      unfreeze_balance: value.integer(2) ?? 0n,
      resource: resource(value, 3),
    }),
  },
  '13': { type: 'WithdrawBalanceContract', read: ownerAlone },
  '56': { type: 'WithdrawExpireUnfreezeContract', read: ownerAlone },
  '59': { type: 'CancelAllUnfreezeV2Contract', read: ownerAlone },
  '57': {
    type: 'DelegateResourceContract',
    read: async (value) => ({
      owner_address: await address(value, 1),
      resource: resource(value, 2),
      balance: value.integer(3) ?? 0n,
      receiver_address: await address(value, 4),
      lock: value.integer(5) === 1n,
      lock_period: value.integer(6) ?? 0n,
    }),
  },
  '58': {
    type: 'UnDelegateResourceContract',
    read: async (value) => ({
      owner_address: await address(value, 1),
      resource: resource(value, 2),
      balance: value.integer(3) ?? 0n,
      receiver_address: await address(value, 4),
    }),
  },
};

async function ownerAlone(value: MessageReader) {
  return { owner_address: await address(value, 1) };
}

async function address(value: MessageReader, number: number): Promise<string> {
  const bytes = value.bytes(number);
  if (bytes?.length !== 21 || bytes[0] !== 0x41) throw malformedTransaction('an address');
  return toBase58Check(bytes);
}

const hex = (value: MessageReader, number: number): string => toHex(value.bytes(number) ?? new Uint8Array());

function resource(value: MessageReader, number: number): string {
  const name = resources[String(value.integer(number) ?? 0n)];
  if (name === undefined) throw malformedTransaction('a resource');
  return name;
}

const permissionTypes: Readonly<Record<string, string>> = { '0': 'Owner', '1': 'Witness', '2': 'Active' };

async function permission(bytes: Bytes): Promise<TronPermission> {
  const value = messageReader(bytes);
  const type = permissionTypes[String(value.integer(1) ?? 0n)];
  if (type === undefined) throw malformedTransaction('a permission');
  const keys = await inSlices(value.list(7), async (each) => {
    const key = messageReader(each);
    const read = { address: await address(key, 1), weight: key.integer(2) ?? 0n };
    key.checkAllRead();
    return read;
  });
  const read = {
    type,
    id: value.integer(2) ?? 0n,
    permission_name: value.text(3) ?? '',
    threshold: value.integer(4) ?? 0n,
    parent_id: value.integer(5) ?? 0n,
    operations: hex(value, 6),
    keys,
  };
  value.checkAllRead();
  return read;
}
