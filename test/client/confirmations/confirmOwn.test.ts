import { expect, test } from 'vitest';
import { payloadRequests, transactionRequests } from '../../../src/client/confirmations/confirmOwn.js';
import { readRequest } from '../../../src/client/confirmations/readRequest.js';
import { createClient } from '../../../src/client/createClient.js';
import { ethereumTransaction } from '../../support/ethereumTransactions.js';

const address = `0x${'aa'.repeat(20)}`;
const client = createClient({ authProxyUrl: 'https://login.example', authProxyConfigId: crypto.randomUUID() });

test.each([
  ['Base, which the settings do not name', 8453n, true],
  ['a chain that takes bytes as gas', 42161n, false],
  ['a chain that nobody knows', 777n, false],
])('the fee of a transaction of %s', async (_, chainId, lacksDataFee) => {
  const unsignedTransaction = ethereumTransaction({ to: address, value: 1n, chainId });
  const type = 'TRANSACTION_TYPE_ETHEREUM';
  const [request] = transactionRequests(client, { signWith: address, unsignedTransaction, type });
  if (!request) throw new Error('It signs nothing.');
  expect(await readRequest(request, client)).toMatchObject({ kind: 'transaction', call: { lacksDataFee } });
});

test('typed data may name a chain that is no number', () => {
  const data = { domain: { chainId: 'x' }, types: { A: [{ name: 'a', type: 'string' }] }, primaryType: 'A' };
  const payload = JSON.stringify({ ...data, message: { a: 'a' } });
  const requests = payloadRequests(client, { signWith: address, payload, encoding: 'PAYLOAD_ENCODING_EIP712' });
  expect(requests).toMatchObject([{ kind: 'typed data', chain: { symbol: '' } }]);
});
