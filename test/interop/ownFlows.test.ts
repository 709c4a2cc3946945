import {
  parseEther,
  recoverTypedDataAddress,
  serializeTransaction,
  type TypedDataDefinition,
  verifyMessage,
  verifyTypedData,
} from 'viem';
import { recoverAuthorizationAddress, verifyAuthorization } from 'viem/utils';
import { beforeAll, expect, test } from 'vitest';
import { call } from '../../src/client/call.js';
import type { Client } from '../../src/client/createClient.js';
import { signAuthorization, signMessage, signTypedData } from '../../src/client/flows/signing.js';
import { listWalletAccounts } from '../../src/contract/wallets.queries.js';
import { logIn, openService } from '../support/people.js';

let client: Client;
let address: `0x${string}`;
beforeAll(async () => {
  const { service, client: own } = await openService();
  client = own;
  await logIn(service, client);
  const { accounts } = await call(client, listWalletAccounts, {});
  const found = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM');
  address = (found?.address ?? '0x') as `0x${string}`;
});

const contractAddress = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B';

test('viem verifies what the kit signs as a text', async () => {
  const message = 'Hällo 👋';
  expect(await verifyMessage({ address, message, signature: await signMessage(client, { message, address }) })).toBe(
    true,
  );
});

test('viem verifies what the kit signs as typed data, from the whole and from r, s and yParity', async () => {
  const typed = {
    domain: { name: 'Token', version: '2', chainId: 8453n, verifyingContract: contractAddress },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'tags', type: 'bytes4[]' },
      ],
    },
    primaryType: 'Permit',
    message: { owner: contractAddress, value: 2n ** 200n, tags: ['0x01020304'] },
  } as const;
  const { hex, r, s, v, yParity } = await signTypedData(client, { ...typed, address });
  expect(await verifyTypedData({ ...typed, address, signature: hex })).toBe(true);
  expect(await recoverTypedDataAddress({ ...typed, signature: { r, s, v, yParity } })).toBe(address);
});

test('whatever viem takes as typed data, the kit signs as it is, with a domain and without', async () => {
  const types = { Vote: [{ name: 'choice', type: 'uint256' }] } as const;
  const vote: TypedDataDefinition<typeof types, 'Vote'> = {
    types,
    primaryType: 'Vote',
    message: { choice: 2n ** 200n },
  };
  const asNamed: TypedDataDefinition = { ...vote, domain: { name: 'Poll', chainId: 1n } };
  for (const typed of [vote, asNamed]) {
    const { hex } = await signTypedData(client, { ...typed, address });
    expect(await verifyTypedData({ ...(typed as TypedDataDefinition), address, signature: hex })).toBe(true);
  }
});

test('viem verifies an authorization that the kit signs, and puts it into a transaction as it is', async () => {
  const { hex, ...authorization } = await signAuthorization(client, { address, contractAddress, chainId: 1, nonce: 3 });
  const { address: contract, chainId, nonce } = authorization;
  expect(
    await verifyAuthorization({ address, authorization: { address: contract, chainId, nonce }, signature: hex }),
  ).toBe(true);
  expect(await recoverAuthorizationAddress({ authorization })).toBe(address);
  const transaction = { chainId: 1, to: address, value: parseEther('0'), authorizationList: [authorization] };
  expect(serializeTransaction({ ...transaction, type: 'eip7702' })).toContain(contractAddress.slice(2).toLowerCase());
});
