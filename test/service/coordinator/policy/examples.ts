import type {
  EthereumTransactionInPolicy,
  SolanaTransactionInPolicy,
} from '../../../../src/service/coordinator/policy/context.js';
import { credential, user, type WrittenPolicy, type WrittenSubject } from '../../../support/policies/subjects.js';

/** A typical policy, an activity that it applies to, and one that it does not apply to. */
export type PolicyExample = {
  readonly title: string;
  readonly policy: WrittenPolicy;
  readonly applies: WrittenSubject;
  readonly passes: WrittenSubject;
};

const ethereum = (more: Partial<EthereumTransactionInPolicy> = {}): WrittenSubject => ({
  kind: 'SIGN_TRANSACTION',
  parameters: { type: 'TRANSACTION_TYPE_ETHEREUM' },
  contexts: [
    {
      eth: {
        tx: {
          from: '0x1111111111111111111111111111111111111111',
          to: '0x2222222222222222222222222222222222222222',
          data: '0x',
          value: 5n * 10n ** 17n,
          gas: 21_000n,
          nonce: 0n,
          chain_id: 1n,
          type: 'TYPE_2',
          function_signature: '',
          max_fee_per_gas: 10n ** 10n,
          max_priority_fee_per_gas: 10n ** 9n,
          ...more,
        },
      },
    },
  ],
});

const solana = (more: Partial<SolanaTransactionInPolicy> = {}): WrittenSubject => ({
  kind: 'SIGN_TRANSACTION',
  parameters: { type: 'TRANSACTION_TYPE_SOLANA' },
  contexts: [
    {
      solana: {
        tx: {
          account_keys: ['from', 'to'],
          program_keys: ['11111111111111111111111111111111'],
          instructions: [],
          transfers: [{ from: 'from', to: 'to', amount: 1000n }],
          recent_blockhash: 'hash',
          spl_transfers: [],
          address_table_lookups: [],
          ...more,
        },
      },
    },
  ],
});

/** A program that an interface was uploaded of, called once for each amount, after another that has none. */
function deposits(...amounts: readonly bigint[]): WrittenSubject {
  const program_key = 'Fg6PaFpoGXkYsidMpWTK6W2BeZ7FEfcYkg476zPFsLnS';
  const computeBudget = 'ComputeBudget111111111111111111111111111111';
  const plain = { accounts: [], instruction_data_hex: '', address_table_lookups: [] };
  const called = { instruction_name: 'deposit', discriminator: 'f223c68952e1f2b6', named_account: {} };
  const instructions = amounts.map((amount) => ({
    ...plain,
    program_key,
    parsed_instruction_data: { ...called, program_call_args: { amount } },
  }));
  return solana({
    program_keys: [computeBudget, program_key],
    transfers: [],
    instructions: [{ ...plain, program_key: computeBudget }, ...instructions],
  });
}

const typedData = (chain: bigint, message: { readonly [name: string]: string | bigint }): WrittenSubject => ({
  kind: 'SIGN_RAW_PAYLOAD',
  parameters: { encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' },
  contexts: [
    {
      eth: {
        eip_712: {
          primary_type: 'Permit',
          domain: {
            name: 'USD Coin',
            chain_id: chain,
            verifying_contract: '0x3333333333333333333333333333333333333333',
          },
          message,
        },
      },
    },
  ],
});

const wallet = (id: string): WrittenSubject => ({
  kind: 'SIGN_RAW_PAYLOAD',
  contexts: [{ wallet: { id, imported: false, exported: false, label: 'Treasury' } }],
});

const finance = user('ada', { tags: ['finance'] });

export const examples: readonly PolicyExample[] = [
  {
    title: 'one user makes wallets',
    policy: {
      effect: 'EFFECT_ALLOW',
      consensus: "approvers.any(user, user.id == 'ada')",
      condition: "activity.resource == 'WALLET' && activity.action == 'CREATE'",
    },
    applies: { kind: 'CREATE_WALLET' },
    passes: { kind: 'CREATE_API_KEYS' },
  },
  {
    title: 'two of those who bear a tag sign',
    policy: {
      effect: 'EFFECT_ALLOW',
      consensus: "approvers.filter(user, user.tags.contains('finance')).count() >= 2",
      condition: "activity.action == 'SIGN'",
    },
    applies: { kind: 'SIGN_RAW_PAYLOAD', approvers: [finance, user('bob', { tags: ['finance'] }), user('eve')] },
    passes: { kind: 'SIGN_RAW_PAYLOAD', approvers: [finance, user('eve')] },
  },
  {
    title: 'only passkeys sign',
    policy: {
      effect: 'EFFECT_DENY',
      consensus: "!credentials.all(c, c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')",
      condition: "activity.action == 'SIGN'",
    },
    applies: { kind: 'SIGN_RAW_PAYLOAD' },
    passes: {
      kind: 'SIGN_RAW_PAYLOAD',
      credentials: [credential('ada', 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')],
    },
  },
  {
    title: 'small amounts to one address',
    policy: {
      effect: 'EFFECT_ALLOW',
      condition: "eth.tx.to == '0x2222222222222222222222222222222222222222' && eth.tx.value < 1000000000000000000",
    },
    applies: ethereum(),
    passes: ethereum({ value: 10n ** 18n }),
  },
  {
    title: 'no destination but these',
    policy: {
      effect: 'EFFECT_DENY',
      condition:
        "!(eth.tx.to in ['0x2222222222222222222222222222222222222222', '0xAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])",
    },
    applies: ethereum({ to: '' }),
    passes: ethereum({ to: '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }),
  },
  {
    title: 'a call of one contract, up to an amount',
    policy: {
      effect: 'EFFECT_ALLOW',
      condition:
        "eth.tx.to == '0x3333333333333333333333333333333333333333' && eth.tx.function_name == 'transfer' && eth.tx.contract_call_args['amount'] <= 1000000",
    },
    applies: ethereum({
      to: '0x3333333333333333333333333333333333333333',
      function_name: 'transfer',
      contract_call_args: { to: '0x4444444444444444444444444444444444444444', amount: 1_000_000n },
    }),
    passes: ethereum({
      to: '0x3333333333333333333333333333333333333333',
      function_name: 'transfer',
      contract_call_args: { amount: 1_000_001n },
    }),
  },
  {
    title: 'a program of Solana called in one way',
    policy: {
      effect: 'EFFECT_ALLOW',
      condition:
        "solana.tx.program_keys.all(key, key in ['Fg6PaFpoGXkYsidMpWTK6W2BeZ7FEfcYkg476zPFsLnS', 'ComputeBudget111111111111111111111111111111']) && solana.tx.instructions.filter(i, i.program_key == 'Fg6PaFpoGXkYsidMpWTK6W2BeZ7FEfcYkg476zPFsLnS').all(i, i.parsed_instruction_data.instruction_name == 'deposit' && i.parsed_instruction_data.program_call_args['amount'] < 100)",
    },
    applies: deposits(99n),
    passes: deposits(99n, 100n),
  },
  {
    title: 'a call by the first bytes of its data',
    policy: { effect: 'EFFECT_DENY', condition: "eth.tx.function_signature == '0x095ea7b3'" },
    applies: ethereum({ function_signature: '0x095ea7b3', data: '0x095ea7b3' }),
    passes: ethereum(),
  },
  {
    title: 'permits on one chain',
    policy: {
      effect: 'EFFECT_ALLOW',
      condition:
        "eth.eip_712.primary_type == 'Permit' && eth.eip_712.domain.chain_id == 1 && eth.eip_712.message['value'] <= 500",
    },
    applies: typedData(1n, { spender: '0x5555555555555555555555555555555555555555', value: 500n }),
    passes: typedData(10n, { value: 500n }),
  },
  {
    title: 'Solana transfers to one account, and nothing else',
    policy: {
      effect: 'EFFECT_ALLOW',
      condition:
        "solana.tx.transfers.all(transfer, transfer.to == 'to') && solana.tx.transfers.count() == 1 && solana.tx.program_keys.all(key, key == '11111111111111111111111111111111')",
    },
    applies: solana(),
    passes: solana({ program_keys: ['11111111111111111111111111111111', 'Other'] }),
  },
  {
    title: 'no token transfers',
    policy: { effect: 'EFFECT_DENY', condition: 'solana.tx.spl_transfers.count() > 0' },
    applies: solana({ spl_transfers: [{ from: 'a', to: 'b', amount: 1n, owner: 'a', signers: ['a'] }] }),
    passes: solana(),
  },
  {
    title: 'small transfers on Tron',
    policy: {
      effect: 'EFFECT_ALLOW',
      condition: "tron.tx.contract.all(c, c.type == 'TransferContract' && c.amount <= 1000000)",
    },
    applies: {
      kind: 'SIGN_TRANSACTION',
      contexts: [tron({ type: 'TransferContract', permission_id: 0n, owner_address: 'T1', amount: 1_000_000n })],
    },
    passes: {
      kind: 'SIGN_TRANSACTION',
      contexts: [tron({ type: 'TransferContract', permission_id: 0n, owner_address: 'T1', amount: 1_000_001n })],
    },
  },
  {
    title: 'Bitcoin to own addresses, for a small fee',
    policy: {
      effect: 'EFFECT_ALLOW',
      condition: "bitcoin.tx.outputs.all(o, o.address in ['bc1qown', 'bc1qother']) && bitcoin.tx.fee < 10000",
    },
    applies: { kind: 'SIGN_TRANSACTION', contexts: [bitcoin('bc1qown', 500n)] },
    passes: { kind: 'SIGN_TRANSACTION', contexts: [bitcoin('bc1qelse', 500n)] },
  },
  {
    title: 'one wallet signs',
    policy: { effect: 'EFFECT_ALLOW', condition: "activity.action == 'SIGN' && wallet.id == 'treasury'" },
    applies: wallet('treasury'),
    passes: wallet('other'),
  },
  {
    title: 'nobody deletes several wallets at once',
    policy: { effect: 'EFFECT_DENY', condition: "activity.kind == 'DELETE_WALLETS' && wallets.count() > 1" },
    applies: { kind: 'DELETE_WALLETS', contexts: [{ wallets: [facts('a'), facts('b')] }] },
    passes: { kind: 'DELETE_WALLETS', contexts: [{ wallets: [facts('a')] }] },
  },
  {
    title: 'signing in office hours',
    policy: {
      effect: 'EFFECT_ALLOW',
      condition: "activity.action == 'SIGN'",
      time: "CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')",
    },
    applies: { kind: 'SIGN_RAW_PAYLOAD', at: '2027-06-01T07:00:00Z' },
    passes: { kind: 'SIGN_RAW_PAYLOAD', at: '2027-06-05T07:00:00Z' },
  },
  {
    title: 'a month of access',
    policy: {
      effect: 'EFFECT_ALLOW',
      consensus: "approvers.any(user, user.id == 'ada')",
      time: "time.now >= Timestamp('2027-06-01T00:00:00Z') && time.now < Timestamp('2027-07-01T00:00:00Z')",
    },
    applies: { kind: 'CREATE_WALLET', at: '2027-06-30T23:59:59Z' },
    passes: { kind: 'CREATE_WALLET', at: '2027-07-01T00:00:00Z' },
  },
  {
    title: 'no digests that the service did not make',
    policy: { effect: 'EFFECT_DENY', condition: "activity.params.hash_function == 'HASH_FUNCTION_NO_OP'" },
    applies: { kind: 'SIGN_RAW_PAYLOAD', parameters: { hashFunction: 'HASH_FUNCTION_NO_OP' } },
    passes: { kind: 'SIGN_RAW_PAYLOAD', parameters: { hashFunction: 'HASH_FUNCTION_SHA256' } },
  },
];

function facts(id: string) {
  return { id, imported: false, exported: false, label: id };
}

function tron(contract: { type: string; permission_id: bigint; owner_address: string; amount: bigint }) {
  return {
    tron: {
      tx: {
        ref_block_bytes: '',
        ref_block_hash: '',
        expiration: 0n,
        timestamp: 0n,
        data: '',
        fee_limit: 0n,
        contract: [contract],
      },
    },
  };
}

function bitcoin(address: string, fee: bigint) {
  return {
    bitcoin: {
      tx: {
        version: '2',
        inputs: [],
        outputs: [{ value: 1000n, script_pubkey: '0014', address, address_type: 'P2WPKH' }],
        locktime: { amount: 0n, type: 'NONE' },
        fee,
      },
    },
  };
}
