import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { broadcast } from '../../../src/adapters/ethereum/broadcast.js';
import type { EthereumError } from '../../../src/adapters/ethereum/ethereumError.js';
import { ProviderRpcError } from '../../../src/adapters/ethereum/providerRpcError.js';
import type { AskNode } from '../../../src/client/askNode.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const made = { hash: `0x${'ab'.repeat(32)}`, signed: '0x02', nonce: 7 } as const;

/** What comes of it where a node answers each broadcast with the next of `answers`, the last one for ever, and knows no transaction. */
async function outcomeOf(...answers: readonly unknown[]): Promise<[code: unknown, times: number]> {
  let times = 0;
  const ask: AskNode = async (method) => {
    if (method !== 'eth_sendRawTransaction') return null;
    times += 1;
    const answer = answers[Math.min(times, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const outcome = broadcast(ask, made).then(
    () => 'sent',
    (error: EthereumError | ProviderRpcError) => error.code,
  );
  await vi.runAllTimersAsync();
  return [await outcome, times];
}

const refusal = (message: string, code = -32000) => new ProviderRpcError(code, message, undefined);

test('what a node refuses was not sent', async () => {
  expect(await outcomeOf(refusal('nonce too low'))).toEqual([-32000, 1]);
});

test.each([
  refusal('request timed out', -32002),
  refusal('upstream request timeout', -32000),
  refusal('internal error', -32603),
  refusal('context deadline exceeded'),
])('a node that says that somebody behind it did not answer may have sent it: $message', async (timeout) => {
  expect(await outcomeOf(timeout, made.hash)).toEqual(['sent', 2]);
  expect(await outcomeOf(timeout, refusal('already known'))).toEqual(['sent', 2]);
  expect(await outcomeOf(timeout)).toEqual(['TRANSACTION_UNCERTAIN', 8]);
});
