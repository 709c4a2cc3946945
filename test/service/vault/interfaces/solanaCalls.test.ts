import { describe, expect, test } from 'vitest';
import { type Bytes, concat, utf8 } from '../../../../src/crypto/bytes.js';
import { fromHex } from '../../../../src/crypto/hex.js';
import { solanaCallsOf } from '../../../../src/service/vault/interfaces/solanaCalls.js';
import { pick, seeded } from '../../../support/chance.js';
import { vault } from '../../../support/interfaces/vaultIdl.js';

/** Encoded by Anchor 0.30.1. */
const limitOrder =
  '33c29baf6d82606a0101fa00000000000000000000000000000000fffffffffffffffffffffffffffffffffbfffffffffffffffd439fccb66727f289c5c6de3bc4a8fe5dd5d77770bc8ff15c3eeedcb14af3fc03000000c0ffeeff010600000048c3a46c6c6f0300000001010000000000000000010300000000000000010001000000000000e03f'
    // Anchor's coder writes zeros for a tuple; here it is 7 and 2.
    .replace('fa00000000000000000000000000000000', 'fa000000000000000700000000000000' + '02');

const accounts = ['owner', 'bids', 'asks'];
const read = async (idl: object, data: Bytes, of = accounts) => (await solanaCallsOf(idl))(data, of);

describe('a call that Anchor encodes is read', () => {
  test('with structs, variants, lists, and what is left out', async () => {
    expect(await read(vault, fromHex(limitOrder))).toEqual({
      instruction_name: 'place_order',
      discriminator: '33c29baf6d82606a',
      named_account: { owner: 'owner', 'market.bids': 'bids', 'market.asks': 'asks' },
      program_call_args: {
        order: {
          side: 'Ask',
          kind: { Limit: { price: 250n } },
          price: [7n, 2n],
          size: 2n ** 128n - 1n,
          delta: -5n,
          to: 'J3dxNj7nDRRqRRXuEMynDG57DkZK4jYRuv3Garmb1i99',
          payload: 'c0ffee',
          small: -1n,
        },
        memo: 'Hällo',
        limits: [1n, {}, 3n],
        flags: [true, false, true],
      },
    });
  });

  test('without arguments, and with more accounts than the interface names', async () => {
    expect(await read(vault, fromHex('62a5c9b16c41ce60'), ['a', 'b'])).toEqual({
      instruction_name: 'close',
      discriminator: '62a5c9b16c41ce60',
      named_account: {},
      program_call_args: {},
    });
  });

  test('of a program on the chain: a route of Jupiter', async () => {
    const swaps = ['Saber', 'SaberAddDecimalsDeposit', 'SaberAddDecimalsWithdraw', 'TokenSwap', 'Sencha', 'Step'];
    const variants = [...swaps, 'Cropper', 'Raydium', ...Array.from({ length: 30 }, (_, index) => `Other${index}`)];
    const idl = {
      instructions: [
        {
          name: 'route',
          discriminator: [229, 23, 203, 151, 122, 227, 173, 42],
          accounts: [{ name: 'token_program' }, { name: 'user_transfer_authority', signer: true }],
          args: [
            { name: 'route_plan', type: { vec: { defined: { name: 'RoutePlanStep' } } } },
            { name: 'in_amount', type: 'u64' },
            { name: 'quoted_out_amount', type: 'u64' },
            { name: 'slippage_bps', type: 'u16' },
            { name: 'platform_fee_bps', type: 'u8' },
          ],
        },
      ],
      types: [
        {
          name: 'RoutePlanStep',
          type: {
            kind: 'struct',
            fields: [
              { name: 'swap', type: { defined: { name: 'Swap' } } },
              ...['percent', 'input_index', 'output_index'].map((name) => ({ name, type: 'u8' })),
            ],
          },
        },
        { name: 'Swap', type: { kind: 'enum', variants: variants.map((name) => ({ name })) } },
      ],
    };
    // Transaction JcGkMSRd5iyXH5dar6MnjyrpEhQi5XR9mV2TfQpxLbTZH53geZsToDY4nzbcLGnvV32RvuEe4BPTSTkobV6rjEx, with another second swap.
    const data = fromHex('e517cb977ae3ad2a0200000007640001096401026ca35b0400000000a5465c0400000000000000');
    expect((await read(idl, data))?.program_call_args).toEqual({
      route_plan: [
        { swap: 'Raydium', percent: 100n, input_index: 0n, output_index: 1n },
        { swap: 'Other1', percent: 100n, input_index: 1n, output_index: 2n },
      ],
      in_amount: 73_114_476n,
      quoted_out_amount: 73_156_261n,
      slippage_bps: 0n,
      platform_fee_bps: 0n,
    });
  });

  test('of an older interface: the name tells what the data begin with', async () => {
    const idl = {
      version: '0.1.0',
      instructions: [
        { name: 'setTokenLedger', accounts: [{ name: 'tokenLedger', isMut: true, isSigner: false }], args: [] },
        {
          name: 'initialize',
          accounts: [{ name: 'state', isMut: true, isSigner: false }],
          args: [
            { name: 'message', type: 'string' },
            { name: 'author', type: 'publicKey' },
            { name: 'level', type: { defined: 'Level' } },
          ],
        },
      ],
      types: [{ name: 'Level', type: { kind: 'alias', value: 'u16' } }],
    };
    // Instruction 5 of transaction huK6BK5iUUvGZHHGJZbPrTjQrWgQY7vDQ4umFQTw8he1rvxPV6DH41XcwgEMZWXr9irgGKomxotQGzueCARqfkM.
    expect(await read(idl, fromHex('e455b9704e4f4d02'))).toMatchObject({
      instruction_name: 'setTokenLedger',
      named_account: { tokenLedger: 'owner' },
    });
    const data = concat(fromHex('afaf6d1f0d989bed02000000'), utf8('hi'), new Uint8Array(32), fromHex('0102'));
    expect(await read(idl, data)).toMatchObject({
      instruction_name: 'initialize',
      program_call_args: { message: 'hi', author: '1'.repeat(32), level: 0x201n },
    });
  });
});

describe('what does not fit is no call', () => {
  const at = (place: number, hex: string) =>
    `${limitOrder.slice(0, place)}${hex}${limitOrder.slice(place + hex.length)}`;

  test.each<[string, string]>([
    ['no data', ''],
    ['another instruction', `ff${limitOrder.slice(2)}`],
    ['a byte too few', limitOrder.slice(0, -2)],
    ['a byte too much', `${limitOrder}00`],
    ['a variant that is not there', at(16, '02')],
    ['a list longer than the data', limitOrder.replace('03000000c0ffee', 'ffffffffc0ffee')],
    ['a yes that is 2', limitOrder.replace('010001000000000000e03f', '020001000000000000e03f')],
    ['text that is no UTF-8', limitOrder.replace('48c3a46c6c6f', '48ffff6c6c6f')],
  ])('%s', async (_what, data) => {
    expect(data).not.toBe(limitOrder);
    expect(await read(vault, fromHex(data))).toBeUndefined();
  });

  test('fewer accounts than the interface names', async () => {
    expect(await read(vault, fromHex(limitOrder), ['owner', 'bids'])).toBeUndefined();
  });

  test('two instructions whose data begin alike: neither is read', async () => {
    const shorter = { name: 'other', discriminator: [51, 194], accounts: [], args: [] };
    expect(
      await read({ ...vault, instructions: [...vault.instructions, shorter] }, fromHex(limitOrder)),
    ).toBeUndefined();
  });

  const plain = (type: unknown, types: readonly object[] = []) => ({
    instructions: [{ name: 'f', discriminator: [1], accounts: [], args: [{ name: 'a', type }] }],
    types,
  });
  const defined = { defined: { name: 'T' } };
  test.each<[string, object]>([
    ['a type that nobody knows', plain('u7')],
    ['one of several names', plain({ vec: 'u8', option: 'u8' })],
    ['a name that is not defined', plain(defined)],
    [
      'a name that is defined twice',
      plain(
        defined,
        [1, 2].map(() => ({ name: 'T', type: { kind: 'struct', fields: ['u8'] } })),
      ),
    ],
    ['a generic type', plain(defined, [{ name: 'T', generics: [{}], type: { kind: 'struct', fields: ['u8'] } }])],
    [
      'what is written as a machine holds it',
      plain(defined, [{ name: 'T', serialization: 'bytemuck', type: { kind: 'struct', fields: ['u8'] } }]),
    ],
    ['a type of itself', plain(defined, [{ name: 'T', type: { kind: 'struct', fields: [defined] } }])],
    ['lists of nothing', plain({ array: [{ array: [defined, 9] }, 9] }, [{ name: 'T', type: { kind: 'struct' } }])],
    ['a list of no length', plain({ array: ['u8', 'N'] })],
  ])('%s', async (_what, idl) => {
    expect(await read(idl, new Uint8Array(64).fill(1))).toBeUndefined();
  });

  test('bent data are read whole or not at all', async () => {
    const chance = seeded(11);
    const reader = await solanaCallsOf(vault);
    const outcomes = new Set<string>();
    for (let round = 0; round < 3000; round += 1) {
      const bent = fromHex(limitOrder);
      for (let bends = 0; bends < 2; bends += 1)
        bent[8 + Math.floor(chance() * (bent.length - 8))] = pick(chance, [0, 1, 2, 127, 255]);
      const call = reader(bent, accounts);
      outcomes.add(call ? Object.keys(call.program_call_args).join() : 'unread');
    }
    expect([...outcomes].sort()).toEqual(['order,memo,limits,flags', 'unread']);
  });
});
