import { Transaction } from 'micro-eth-signer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RefusalCode } from '../../../../src/contract/refusals.js';
import type { RequestOf } from '../../../../src/contract/row.js';
import { signRawPayload, signRawPayloads, signTransaction } from '../../../../src/contract/signing.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { unsignedTransfer } from '../../../support/examples/signing.js';
import { done, makeSubOrganization, type Party, refusedAs } from '../../../support/parties.js';
import { stores } from '../../../support/stores.js';
import { envelope, post, stampOf } from '../../../support/wire.js';

describe.each(stores)('on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  let bob: Party;
  let ethereum: string;
  let solana: string;
  let taproot: string;

  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    const account = (addressFormat: string, path: string, curve = 'CURVE_SECP256K1') => ({
      ...{ curve, path, addressFormat, pathFormat: 'PATH_FORMAT_BIP32' },
    });
    const accounts = [
      account('ADDRESS_FORMAT_ETHEREUM', "m/44'/60'/0'/0/0"),
      account('ADDRESS_FORMAT_SOLANA', "m/44'/501'/0'/0'", 'CURVE_ED25519'),
      account('ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', "m/86'/0'/0'/0/0"),
    ];
    const made = await makeSubOrganization(service, { wallet: { walletName: 'Wallet', accounts } as never });
    [ada] = made.users as [Party];
    [ethereum = '', solana = '', taproot = ''] = made.wallet.addresses;
    [bob] = (await makeSubOrganization(service, {})).users as [Party];
  });
  afterAll(() => service.close());

  type Sign = RequestOf<typeof signTransaction>;
  const transfer = (): Sign => ({
    signWith: ethereum,
    unsignedTransaction: unsignedTransfer,
    type: 'TRANSACTION_TYPE_ETHEREUM',
  });

  test('a transaction comes back signed by the account', async () => {
    const { signedTransaction } = await done(service, ada, signTransaction, transfer());
    const signed = Transaction.fromHex(signedTransaction);
    expect(signed.sender).toBe(ethereum);
    expect(signed.raw).toMatchObject({ nonce: 4n, value: 5n });
    const spelt = { ...transfer(), unsignedTransaction: `0x${unsignedTransfer.toUpperCase()}` };
    expect(await done(service, ada, signTransaction, spelt)).toEqual({ signedTransaction });
  });

  test('the same bytes again are the same activity', async () => {
    const body = envelope(service, signTransaction, ada.organizationId, transfer());
    const ask = async () => {
      const response = await post(service, signTransaction.path, body, await stampOf(ada.key, body));
      return (await response.json()) as { activity: { id: string; result: object } };
    };
    const first = await ask();
    expect(await ask()).toMatchObject({ activity: { id: first.activity.id, result: first.activity.result } });
  });

  test.each<[RefusalCode, string, () => Partial<Sign>]>([
    ['SIGNER_NOT_FOUND', 'an unknown address', () => ({ signWith: taproot.slice(1) })],
    ['TRANSACTION_MALFORMED', 'what is no transaction', () => ({ unsignedTransaction: '02' })],
    ['TRANSACTION_MALFORMED', 'no PSBT', () => ({ signWith: taproot, type: 'TRANSACTION_TYPE_BITCOIN' })],
    ['TRANSACTION_TYPE_NOT_SUPPORTED', 'another chain', () => ({ type: 'TRANSACTION_TYPE_TEMPO' })],
    ['TRANSACTION_SIGNER_MISMATCH', 'a key of another curve', () => ({ signWith: solana })],
    ['REQUEST_INVALID', 'more than 64 KiB', () => ({ unsignedTransaction: '00'.repeat(65_538) })],
    ['REQUEST_INVALID', 'an unknown type', () => ({ type: 'TRANSACTION_TYPE_GOLD' as never })],
  ])('%s: %s', async (code, _what, changes) => {
    await refusedAs(code, service, ada, signTransaction, { ...transfer(), ...changes() });
  });

  test('the account of another organization is not found', async () => {
    await refusedAs('SIGNER_NOT_FOUND', service, bob, signTransaction, transfer());
    const payloads = { signWith: ethereum, payloads: ['a'], ...asText };
    await refusedAs('SIGNER_NOT_FOUND', service, bob, signRawPayloads, payloads);
  });

  const asText = { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' } as const;

  test('several payloads are signed each as it would be alone, in their order', async () => {
    for (const signWith of [ethereum, taproot]) {
      const { signatures } = await done(service, ada, signRawPayloads, {
        signWith,
        payloads: ['a', '', 'a'],
        ...asText,
      });
      const alone = (payload: string) => done(service, ada, signRawPayload, { signWith, payload, ...asText });
      expect(signatures).toEqual([await alone('a'), await alone(''), await alone('a')]);
    }
  });

  test.each<[RefusalCode, string, Partial<RequestOf<typeof signRawPayloads>>]>([
    ['SIGNER_NOT_FOUND', 'an unknown address', { signWith: 'nobody' }],
    ['PAYLOAD_MALFORMED', 'one that is no hex', { payloads: ['00', 'zz'], encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' }],
    ['PAYLOAD_MALFORMED', 'one that is no typed data', { encoding: 'PAYLOAD_ENCODING_EIP712' }],
    ['DIGEST_LENGTH', 'one that is no digest', { hashFunction: 'HASH_FUNCTION_NO_OP' }],
    ['HASH_FUNCTION_MISMATCH', 'ECDSA without a hash', { hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' }],
    ['REQUEST_INVALID', 'none', { payloads: [] }],
    ['REQUEST_INVALID', 'more than a hundred', { payloads: Array.from({ length: 101 }, () => 'a') }],
    ['REQUEST_INVALID', 'more than 64 KiB together', { payloads: ['a'.repeat(40_000), 'b'.repeat(40_000)] }],
  ])('%s: %s', async (code, _what, changes) => {
    await refusedAs(code, service, ada, signRawPayloads, {
      ...{ signWith: ethereum, payloads: ['a', 'b'], ...asText },
      ...changes,
    });
  });

  test('ENCODING_NOT_SUPPORTED: authorizations by a key that is not on secp256k1', async () => {
    const payloads = [JSON.stringify({ address: `0x${'ab'.repeat(20)}`, chainId: 1, nonce: 0 })];
    const parameters = { signWith: solana, payloads, encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION' } as const;
    const asked = { ...parameters, hashFunction: 'HASH_FUNCTION_NO_OP' } as const;
    await refusedAs('ENCODING_NOT_SUPPORTED', service, ada, signRawPayloads, asked);
  });
});
