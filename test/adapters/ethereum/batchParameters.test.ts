import { describe, expect, test } from 'vitest';
import { batchIdIn, batchIn, capabilitiesIn } from '../../../src/adapters/ethereum/batchParameters.js';
import { rejectionOf } from '../../../src/adapters/ethereum/rejection.js';

const to = `0x${'bb'.repeat(20)}`;
const batch = (more: object = {}) => ({
  ...{ version: '2.0.0', chainId: '0x1', atomicRequired: false, calls: [{ to, value: '0x1' }] },
  ...more,
});
const code = (run: () => unknown) => {
  try {
    return { answer: run() };
  } catch (error) {
    return rejectionOf(error).code;
  }
};

test('a batch is read as EIP-5792 writes it; members without a value are none', () => {
  const from = `0x${'aa'.repeat(20)}`;
  const calls = [{ to, value: '0x10', data: '0x', capabilities: {} }, { data: '0x6000' }, { to, value: undefined }];
  expect(batchIn([batch({ from, calls, id: '0x0102', capabilities: undefined })])).toEqual({
    ...{ id: '0x0102', from, chainId: 1 },
    calls: [{ to, value: 16n, data: '0x' }, { data: '0x6000' }, { to }],
  });
});

describe('what is no batch is refused as such', () => {
  test.each<[string, unknown]>([
    ['none', undefined],
    ['a list', []],
    ['another version', batch({ version: '1.0' })],
    ['without a version', batch({ version: undefined })],
    ['a chain by its number', batch({ chainId: 1 })],
    ['no word about atomicity', batch({ atomicRequired: undefined })],
    ['no calls', batch({ calls: undefined })],
    ['an empty list of calls', batch({ calls: [] })],
    ['a call that is none', batch({ calls: [null] })],
    ['a value without 0x', batch({ calls: [{ to, value: '1' }] })],
    ['half a byte', batch({ calls: [{ to, data: '0x1' }] })],
    ['a receiver that is no address', batch({ calls: [{ to: '0x1' }] })],
    ['a member of a call that nobody knows', batch({ calls: [{ to, gas: '0x1' }] })],
    ['a member that nobody knows', batch({ deadline: 1 })],
    ['a sender that is no address', batch({ from: 'ada' })],
    ['capabilities that are a list', batch({ capabilities: [] })],
    ['an id without 0x', batch({ id: 'first' })],
    ['an empty id', batch({ id: '0x' })],
    ['an id that is too long', batch({ id: `0x${'00'.repeat(4_097)}` })],
  ])('%s', (_, given) => expect(code(() => batchIn([given]))).toBe(-32602));

  test('an id of 4,096 bytes is one', () => {
    const id = `0x${'00'.repeat(4_096)}`;
    expect(batchIdIn(id, 'wallet_getCallsStatus')).toBe(id);
  });
});

describe('what this wallet cannot do has its own number', () => {
  const optional = { optional: true, more: 1 };

  test.each<[string, number, object]>([
    ['a capability', 5700, { capabilities: { paymasterService: {} } }],
    ['a capability of a call', 5700, { calls: [{ to, capabilities: { gasLimitOverride: { value: '0x1' } } }] }],
    ['one that is optional by a word', 5700, { capabilities: { flow: { optional: 'true' } } }],
    ['a capability that is none', 5700, { capabilities: { flow: 1 } }],
    ['101 calls', 5740, { calls: Array(101).fill({ to }) }],
    ['more than 64 KiB of data', 5740, { calls: Array(2).fill({ to, data: `0x${'00'.repeat(40_000)}` }) }],
    ['all or nothing', 5760, { atomicRequired: true }],
  ])('%s', (_, number, more) => expect(code(() => batchIn([batch(more)]))).toBe(number));

  test('an optional capability, and a hundred calls, are no fault', () => {
    const calls = Array(100).fill({ to, capabilities: { any: optional } });
    expect(
      batchIn([batch({ calls, capabilities: { paymasterService: optional, left: undefined } })]).calls,
    ).toHaveLength(100);
  });
});

test('capabilities are asked for an account, and for some chains or all', () => {
  const all = capabilitiesIn([to]);
  expect([all.address, all.isAbout(1), all.isAbout(8453)]).toEqual([to, true, true]);
  const some = capabilitiesIn([undefined, ['0x1']]);
  expect([some.address, some.isAbout(1), some.isAbout(8453)]).toEqual([undefined, true, false]);
  expect(code(() => capabilitiesIn(['ada']))).toBe(-32602);
  expect(code(() => capabilitiesIn([to, [1]]))).toBe(-32602);
  expect(code(() => capabilitiesIn([to, Array(1_001).fill('0x1')]))).toBe(-32602);
});
