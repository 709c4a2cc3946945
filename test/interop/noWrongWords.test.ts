// Nothing wrong is told of a call or of typed data: whatever stands in a sentence is what viem and ethers read from the same bytes.
import { TypedDataEncoder } from 'ethers';
import { decodeFunctionData, erc20Abi, erc721Abi, parseTransaction } from 'viem';
import { expect, test } from 'vitest';
import { approvalsEnglish } from '../../src/components/approvals/approvalWords.js';
import { shortened } from '../../src/components/shortened.js';
import type { TransactionEffect } from '../../src/reading/effect.js';
import { type SignatureFacts, signatureFacts } from '../../src/reading/signatureFacts.js';
import type { TypedDataToRead } from '../../src/reading/typedDataLeaves.js';
import { callData, ethereumTransaction } from '../support/ethereumTransactions.js';
import { mutationsOf } from '../support/mutations.js';
import { typedData } from '../support/standardTypedData.js';

const address = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f';
const to = '0x995594d8dc7ae8a0f9f1ab8f5d9ed0e8b5da40b2';
const from = '0x1212121212121212121212121212121212121212';
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const chain = { id: 1, name: 'Ethereum', symbol: 'ETH' };
const tokens = [{ chainId: 1, address: usdc, symbol: 'USDC', decimals: 6 }];
const most = 2n ** 256n - 1n;
const seed = 26;
/** How many mutated inputs: `MUTATIONS=100000` for the long proof. */
const count = Number(process.env.MUTATIONS ?? 20_000);

type Effect = Omit<TransactionEffect, 'feeLimit'>;

/** The sentence itself has the effect's addresses, and no other. */
function expectWords(effect: Effect, about: string): void {
  const facts = { kind: 'SIGN_TRANSACTION', action: '', signed: undefined, name: undefined, signWith: undefined };
  const said = approvalsEnglish.what({ ...facts, effect, activity: {} as never } as never);
  const own = [effect.to, effect.from, effect.token].filter((each) => each !== undefined).map(shortened);
  for (const told of said.match(/0x\w{4}…\w{4}/g) ?? []) expect(own, about).toContain(told);
  expect(said, about).toContain(shortened(effect.to));
  if (effect.unit === 'token') expect(said, about).toContain('USDC');
}

/** In smallest units, as the other readers have it. */
function unitsOf({ amount, unit }: Effect): bigint | undefined {
  if (amount === undefined) return undefined;
  const [whole = '', rest = ''] = amount.split('.');
  return BigInt(`${whole}${unit === 'token' ? rest.padEnd(6, '0') : unit === 'coin' ? rest.padEnd(18, '0') : rest}`);
}

const calls = [
  callData('transfer(address,uint256)', to, 1_500_000n),
  callData('transferFrom(address,address,uint256)', from, to, 7n),
  callData('safeTransferFrom(address,address,uint256)', from, to, 7n),
  callData('approve(address,uint256)', to, 1_500_000n),
  callData('approve(address,uint256)', to, most),
  callData('setApprovalForAll(address,bool)', to, 1n),
];

test('of mutated calls', () => {
  let told = 0;
  const transactions = calls.flatMap((data) =>
    [usdc, from].map((token) => ethereumTransaction({ to: token, value: 0n, data }).slice(2)),
  );
  for (const [at, whole] of transactions.entries())
    for (const bent of mutationsOf(whole, Math.ceil(count / 2 / transactions.length), seed + at)) {
      let facts: SignatureFacts;
      try {
        facts = signatureFacts(
          { kind: 'transaction', address, chain, unsignedTransaction: bent, isSent: true },
          tokens,
        );
      } catch {
        continue; // such bytes are refused
      }
      if (facts.kind !== 'transaction') throw new Error('a transaction is none');
      const { effect, dangers } = facts;
      if (!effect) {
        expect(dangers.length, bent).toBeGreaterThan(0);
        continue;
      }
      told += 1;
      let read: ReturnType<typeof parseTransaction>;
      try {
        read = parseTransaction(`0x${bent}`);
      } catch (error) {
        // Such a transaction is never mined, and viem reads none that is not.
        expect((error as Error).name, bent).toMatch(/^(TipAboveFeeCapError|FeeCapTooHighError)$/);
        continue;
      }
      expect(read.chainId, bent).toBe(1);
      expectWords(effect, bent);
      if (effect.token === undefined) {
        expect([read.to, read.value ?? 0n, read.data ?? '0x'], bent).toEqual([effect.to, unitsOf(effect), '0x']);
        continue;
      }
      expect([read.to, read.value ?? 0n], bent).toEqual([effect.token, 0n]);
      const { args = [] } = decodeFunctionData({ abi: [...erc20Abi, ...erc721Abi], data: read.data ?? '0x' });
      const leaves = args.map((arg) => (typeof arg === 'string' ? arg.toLowerCase() : arg));
      const addresses = leaves.filter((leaf) => typeof leaf === 'string');
      expect(addresses, bent).toEqual(effect.from === undefined ? [effect.to] : [effect.from, effect.to]);
      const [amount] = leaves.filter((leaf) => typeof leaf === 'bigint');
      if (amount === undefined) expect(leaves, bent).toContain(effect.does === 'allowAll');
      else if (effect.amount === undefined) {
        expect(amount >= 2n ** 96n - 1n, bent).toBe(true);
        expect(dangers, bent).toContain('UNLIMITED');
      } else expect(unitsOf(effect), bent).toBe(amount);
    }
  expect(told, `seed ${seed}`).toBeGreaterThan(count / 10);
}, 600_000);

const until = 1_900_000_000;
const details = { token: usdc, amount: '1500000', expiration: until, nonce: 0 };
const permitted = { token: usdc, amount: '1500000' };
const nonce = `0x${'07'.repeat(32)}`;
const paid = { from: address, to, value: '1500000', validAfter: 0, validBefore: until, nonce };
const documents = [
  typedData('Permit', { owner: address, spender: to, value: '1500000', nonce: 0, deadline: until }, usdc),
  typedData('DaiPermit', { holder: address, spender: to, nonce: 0, expiry: until, allowed: true }, usdc),
  typedData('TransferWithAuthorization', paid, usdc),
  typedData('ReceiveWithAuthorization', paid, from),
  typedData('PermitSingle', { details, spender: to, sigDeadline: until }),
  typedData('PermitBatch', { details: [details, { ...details, token: from }], spender: to, sigDeadline: until }),
  typedData('PermitTransferFrom', { permitted, spender: to, nonce: 0, deadline: until }),
  typedData('PermitBatchTransferFrom', {
    ...{ permitted: [permitted, { ...permitted, token: from }], spender: to, nonce: 0, deadline: until },
  }),
  typedData('PermitWitnessTransferFrom', {
    ...{ permitted, spender: to, nonce: 0, deadline: until, witness: { user: to } },
  }),
];

test('of mutated typed data', () => {
  let told = 0;
  for (const [at, document] of documents.entries())
    for (const bent of mutationsOf(JSON.stringify(document), Math.ceil(count / 2 / documents.length), seed + at)) {
      let data: TypedDataToRead;
      let facts: SignatureFacts;
      try {
        data = JSON.parse(bent) as TypedDataToRead;
        facts = signatureFacts({ kind: 'typed data', address, chain, data }, tokens);
      } catch {
        continue; // such data are refused
      }
      if (facts.kind !== 'typed data') throw new Error('typed data are none');
      const { reading, dangers } = facts;
      if (!reading) {
        expect(dangers.length, bent).toBeGreaterThan(0);
        continue;
      }
      told += 1;
      const leaves: { type: string; value: string }[] = [];
      const types = Object.fromEntries(Object.entries(data.types).map(([name, all]) => [name, [...all]]));
      try {
        new TypedDataEncoder(types).visit(data.message, (type, value) => {
          leaves.push({ type, value: String(value).toLowerCase() });
          return value;
        });
      } catch (error) {
        // A type of the witness that nobody knows, which the service refuses to sign.
        expect((error as Error).message, bent).toMatch(/^(unknown type|duplicate variable)/);
        expect(dangers, bent).toContain('NOT_WHOLLY_READ');
        continue;
      }
      const domain = data.domain as { chainId: number; verifyingContract: string };
      expect(BigInt(domain.chainId), bent).toBe(1n);
      const contract = domain.verifyingContract.toLowerCase();
      const isPermit2 = reading.standard === 'Permit2';
      const addresses = leaves.filter(({ type }) => type === 'address').map(({ value }) => value);
      const shown = reading.effects.flatMap((effect) => [effect.to, effect.token]);
      for (const effect of reading.effects) {
        expectWords(effect, bent);
        expect(addresses, bent).toContain(effect.to);
        expect(isPermit2 ? addresses : [contract], bent).toContain(effect.token);
      }
      // Every address is in the sentence, or signs, or stands behind the plate.
      for (const each of addresses)
        if (!dangers.includes('NOT_WHOLLY_READ')) expect([...shown, address], bent).toContain(each);
      const amounts = leaves
        .filter(
          ({ type }) =>
            type ===
            (data.primaryType === 'PermitSingle' || data.primaryType === 'PermitBatch' ? 'uint160' : 'uint256'),
        )
        .map(({ value }) => BigInt(value));
      for (const effect of reading.effects) {
        const units = unitsOf(effect);
        if (units === undefined) expect(dangers, bent).toContain('UNLIMITED');
        else if (reading.standard !== 'DAI') expect(amounts, bent).toContain(units);
        const limit = effect.usableUntil;
        const times = [limit, limit === undefined ? undefined : limit + 1].map(String);
        if (limit === undefined) expect(dangers, bent).toContain('WITHOUT_END');
        else
          expect(
            leaves.some(({ value }) =>
              times.includes(String(BigInt(/^\d+$/.test(value) || /^0x/.test(value) ? value : 0))),
            ),
            bent,
          ).toBe(true);
      }
    }
  expect(told, `seed ${seed}`).toBeGreaterThan(count / 50);
}, 600_000);
