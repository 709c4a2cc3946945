import type { PolicyRoot } from '../../../contract/facts.js';
import type { Row } from '../../store/schema.js';
import { struct, type ValueOfType } from './language/types.js';

// What a condition reads of the activity's wallet, key, transaction or typed data. Decoders return values of these types. In all of them:
// texts that begin with 0x are lower case; integers are exact; what a transaction does not have is absent, not zero or empty, unless stated
// here. Policies are type-checked by these tables, from which the types are derived. @see docs/wire.md 7.3

export const walletType = struct('Wallet', { id: 'string', imported: 'bool', exported: 'bool', label: 'string' });

export const walletAccountType = struct('WalletAccount', { address: 'string' });

export const privateKey = struct('PrivateKey', {
  id: 'string',
  tags: { list: 'string' },
  imported: 'bool',
  exported: 'bool',
  label: 'string',
});

/**
 * `to` is the empty text where a contract is created; `data` begins with 0x; `type` is LEGACY or TYPE_1 to TYPE_4;
 * `function_signature` is 0x and the first four bytes of the data, or the empty text. `function_name` and `contract_call_args` are there
 * once an interface of the contract was uploaded and fits the data.
 */
export const ethereumTransaction = struct(
  'EthereumTransaction',
  {
    from: 'string',
    to: 'string',
    data: 'string',
    value: 'int',
    gas: 'int',
    nonce: 'int',
    type: 'string',
    function_signature: 'string',
  },
  {
    chain_id: 'int',
    gas_price: 'int',
    max_fee_per_gas: 'int',
    max_priority_fee_per_gas: 'int',
    max_fee_per_blob_gas: 'int',
    function_name: 'string',
    contract_call_args: { map: 'any' },
  },
);

/** Numbers of the message are integers where their type is uint or int; its addresses and bytes are texts that begin with 0x. */
export const eip712TypedData = struct('Eip712TypedData', {
  primary_type: 'string',
  domain: struct(
    'Eip712Domain',
    {},
    { name: 'string', version: 'string', chain_id: 'int', verifying_contract: 'string' },
  ),
  message: { map: 'any' },
});

export const eip7702Authorization = struct('Eip7702Authorization', {
  address: 'string',
  chain_id: 'int',
  nonce: 'int',
});

const addressTableLookup = struct('AddressTableLookup', {
  address_table_key: 'string',
  writable_indexes: { list: 'int' },
  readonly_indexes: { list: 'int' },
});

/** `parsed_instruction_data` is there once an interface of the program was uploaded and fits the data. */
const instruction = struct(
  'Instruction',
  {
    program_key: 'string',
    accounts: { list: struct('Account', { account_key: 'string', signer: 'bool', writable: 'bool' }) },
    instruction_data_hex: 'string',
    address_table_lookups: { list: addressTableLookup },
  },
  {
    parsed_instruction_data: struct('SolanaParsedInstructionData', {
      instruction_name: 'string',
      discriminator: 'string',
      named_account: { map: 'string' },
      program_call_args: { map: 'any' },
    }),
  },
);

/** Accounts of look-up tables stand as the text `ADDRESS_TABLE_LOOKUP`. Transfers are those at the top level. */
export const solanaTransaction = struct('SolanaTransaction', {
  account_keys: { list: 'string' },
  program_keys: { list: 'string' },
  instructions: { list: instruction },
  transfers: { list: struct('Transfer', { from: 'string', to: 'string', amount: 'int' }) },
  recent_blockhash: 'string',
  spl_transfers: {
    list: struct(
      'SPLTransfer',
      { from: 'string', to: 'string', amount: 'int', owner: 'string', signers: { list: 'string' } },
      { token_mint: 'string' },
    ),
  },
  address_table_lookups: { list: addressTableLookup },
});

const tronPermission = struct('TronPermission', {
  type: 'string',
  id: 'int',
  permission_name: 'string',
  threshold: 'int',
  parent_id: 'int',
  operations: 'string',
  keys: { list: struct('TronKey', { address: 'string', weight: 'int' }) },
});

/** For a contract, `type` determines the other members. */
export const tronTransaction = struct('TronTransaction', {
  ref_block_bytes: 'string',
  ref_block_hash: 'string',
  expiration: 'int',
  timestamp: 'int',
  data: 'string',
  fee_limit: 'int',
  contract: {
    list: struct(
      'TronContract',
      { type: 'string', permission_id: 'int', owner_address: 'string' },
      {
        to_address: 'string',
        amount: 'int',
        contract_address: 'string',
        call_value: 'int',
        data: 'string',
        call_token_value: 'int',
        token_id: 'int',
        resource: 'string',
        balance: 'int',
        receiver_address: 'string',
        lock: 'bool',
        lock_period: 'int',
        frozen_balance: 'int',
        unfreeze_balance: 'int',
        owner: tronPermission,
        witness: tronPermission,
        actives: { list: tronPermission },
      },
    ),
  },
});

/** `address` is the empty text where a script has none; `fee` is there where the values of all inputs are known. */
export const bitcoinTransaction = struct(
  'BitcoinTransaction',
  {
    version: 'string',
    inputs: { list: struct('BitcoinTxInput', { tx_id: 'string', vout: 'int', sequence: 'int' }) },
    outputs: {
      list: struct('BitcoinTxOutput', {
        value: 'int',
        script_pubkey: 'string',
        address: 'string',
        address_type: 'string',
      }),
    },
    locktime: struct('BitcoinTxLocktime', { amount: 'int', type: 'string' }),
  },
  { fee: 'int' },
);

export type WalletFacts = ValueOfType<typeof walletType>;
export type WalletAccountFacts = ValueOfType<typeof walletAccountType>;
export type PrivateKeyFacts = ValueOfType<typeof privateKey>;
export type EthereumTransactionInPolicy = ValueOfType<typeof ethereumTransaction>;
export type Eip712Facts = ValueOfType<typeof eip712TypedData>;
export type Eip7702Facts = ValueOfType<typeof eip7702Authorization>;
export type SolanaTransactionInPolicy = ValueOfType<typeof solanaTransaction>;
export type TronTransactionInPolicy = ValueOfType<typeof tronTransaction>;
export type BitcoinTransactionInPolicy = ValueOfType<typeof bitcoinTransaction>;

/** What policies need: roots, and whether they read calls decoded by interfaces. */
export type Wanted = ReadonlySet<PolicyRoot | 'calls'>;

/** Members that are there once an interface was uploaded: reading one makes a policy ask for the calls. */
export const callMembers: readonly string[] = ['function_name', 'contract_call_args', 'parsed_instruction_data'];

/**
 * What one activity is about, or one element of its list: those of these that it has. A policy that names another neither allows nor
 * denies it.
 */
export type PolicyContext = {
  readonly wallet?: WalletFacts;
  readonly wallets?: readonly WalletFacts[];
  readonly wallet_account?: WalletAccountFacts;
  readonly private_key?: PrivateKeyFacts;
  readonly eth?: {
    readonly tx?: EthereumTransactionInPolicy;
    readonly eip_712?: Eip712Facts;
    readonly eip_7702_authorization?: Eip7702Facts;
  };
  readonly solana?: { readonly tx: SolanaTransactionInPolicy };
  readonly tron?: { readonly tx: TronTransactionInPolicy };
  readonly bitcoin?: { readonly tx: BitcoinTransactionInPolicy };
};

/** A wallet as policies see it. */
export const walletFacts = (
  wallet: Pick<Row<'wallets'>, 'wallet_id' | 'wallet_name' | 'imported' | 'exported'>,
): WalletFacts => ({
  id: wallet.wallet_id,
  imported: wallet.imported === 1,
  exported: wallet.exported === 1,
  label: wallet.wallet_name,
});
