import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { broadcast } from '../../../src/adapters/solana/broadcast.js';
import { awaitCommitment } from '../../../src/adapters/solana/sendSigned.js';
import { SolanaError } from '../../../src/adapters/solana/solanaError.js';
import type { AskSolana } from '../../../src/adapters/solana/solanaNode.js';
import { toBase64 } from '../../../src/crypto/base64.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const account = (byte: number) => Array.from({ length: 32 }, () => byte);
/** One signature, a message of three accounts, a blockhash, and one instruction without data. */
const signed = toBase64(
  Uint8Array.from(
    [1, ...account(9), ...account(9), 1, 0, 1, 3, ...account(1), ...account(2), ...account(0)].concat(
      account(7),
      [1, 2, 2, 0, 1, 0],
    ),
  ),
);
const made = { id: 'abc', signed, options: { skipPreflight: true }, atMs: 0 };
const refusal = (message: string) =>
  new SolanaError('NODE_REFUSED', message, { refusal: { code: -32002, message, data: null } });
const lost = () => new SolanaError('CHAIN_UNREACHABLE', 'The node does not answer.');
const known = { value: [{ slot: 1, err: null, confirmationStatus: 'processed' }] };

/** A node that answers each sendTransaction with the next of `answers`, the last one for ever. */
function nodeOf(answers: readonly unknown[], status: unknown = { value: [null] }, isGood = false) {
  const sent: unknown[] = [];
  const ask: AskSolana = async (method, parameters) => {
    if (method === 'isBlockhashValid') return { value: isGood };
    const answer =
      method === 'getSignatureStatuses' ? status : answers[Math.min(sent.push(parameters), answers.length) - 1];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { ask, sent };
}

/** What comes of it, when all its waiting is over. */
async function outcomeOf(
  answers: readonly unknown[],
  {
    status,
    isGood,
    ageMs = 200_000,
    wasSent,
  }: { status?: unknown; isGood?: boolean; ageMs?: number; wasSent?: boolean } = {},
): Promise<[code: unknown, times: number]> {
  const { ask, sent } = nodeOf(answers, status, isGood);
  const outcome = broadcast(ask, { ...made, atMs: Date.now() - ageMs }, wasSent).then(
    () => 'sent',
    (error: SolanaError) => error.code,
  );
  await vi.runAllTimersAsync();
  expect(new Set(sent.map((each) => JSON.stringify(each)))).toEqual(
    new Set([JSON.stringify([signed, { encoding: 'base64', skipPreflight: true }])]),
  );
  return [await outcome, sent.length];
}

test.each([
  ['is sent once where the node has it', ['abc'], undefined, ['sent', 1]],
  ['is sent again where the answer is lost', [lost(), lost(), 'abc'], undefined, ['sent', 3]],
  ['is sent again where the node answers with another one', ['xyz', null, 'abc'], undefined, ['sent', 3]],
  [
    'is sent again where somebody behind the node timed out',
    [refusal('Request timed out'), 'abc'],
    undefined,
    ['sent', 2],
  ],
  [
    'is sent where the node has processed it',
    [lost(), refusal('This transaction has already been processed')],
    undefined,
    ['sent', 2],
  ],
  [
    'is sent where the chain knows it, whatever the node says',
    [lost(), refusal('Blockhash not found')],
    { status: known },
    ['sent', 2],
  ],
  ['is refused at once where no answer was lost', [refusal('Blockhash not found')], undefined, ['NODE_REFUSED', 1]],
  [
    'is refused after a lost answer once its blockhash is dead',
    [lost(), refusal('Blockhash not found')],
    {},
    ['NODE_REFUSED', 2],
  ],
  [
    'is uncertain after a lost answer as long as its blockhash is good',
    [lost(), refusal('no')],
    { isGood: true },
    ['TRANSACTION_UNCERTAIN', 8],
  ],
  [
    'is uncertain after a lost answer where a node does not know its blockhash yet',
    [lost(), refusal('Blockhash not found')],
    { ageMs: 0 },
    ['TRANSACTION_UNCERTAIN', 8],
  ],
  [
    'is uncertain where it was sent before, and is refused now',
    [refusal('Node is behind')],
    { ageMs: 0, wasSent: true },
    ['TRANSACTION_UNCERTAIN', 8],
  ],
  ['is uncertain where no answer ever comes', [lost()], undefined, ['TRANSACTION_UNCERTAIN', 8]],
  [
    'is uncertain where nobody can say whether it is there',
    [refusal('no')],
    { status: lost() },
    ['TRANSACTION_UNCERTAIN', 1],
  ],
])('a transaction %s', async (_, answers, how, outcome) => {
  expect(await outcomeOf(answers, how)).toEqual(outcome);
});

test.each([
  ['finalized', 'finalized'],
  ['finalized', 'processed'],
] as const)('a transaction that is %s is %s', async (confirmationStatus, commitment) => {
  const { ask } = nodeOf([], { value: [{ slot: 1, err: null, confirmationStatus }] });
  await expect(awaitCommitment(ask, 'abc', commitment)).resolves.toBeUndefined();
});

test.each([
  [
    'TRANSACTION_FAILED',
    { value: [{ slot: 1, err: { InstructionError: [0, 'Custom'] }, confirmationStatus: 'processed' }] },
  ],
  ['TRANSACTION_UNCONFIRMED', known],
  ['TRANSACTION_UNCONFIRMED', { value: [null] }],
  ['TRANSACTION_UNCONFIRMED', lost()],
])('one that the chain does not confirm is %s', async (code, status) => {
  const { ask } = nodeOf([], status);
  const outcome = awaitCommitment(ask, 'abc', 'confirmed').catch((error: SolanaError) => error.code);
  await vi.runAllTimersAsync();
  expect(await outcome).toBe(code);
});
