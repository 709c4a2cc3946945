import { createClient, custom, hashTypedData, recoverAddress, verifyTypedData } from 'viem';
import { entryPoint08Address, getUserOperationTypedData, toSimple7702SmartAccount } from 'viem/account-abstraction';
import { mainnet } from 'viem/chains';
import { verifyAuthorization } from 'viem/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EthereumAccount } from '../../src/adapters/ethereum/account.js';
import { toAccount } from '../../src/adapters/ethereum/toAccount.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { personOf } from './evmPlace.js';

let service: TestService;
let account: EthereumAccount;
beforeAll(async () => {
  service = await createTestService();
  const { client, listed } = await personOf(service, 'ada@example.com');
  account = toAccount(client, listed);
});
afterAll(() => service.close());

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' as const;

test('viem’s smart account (ERC-4337 by EIP-7702) has it as its owner, who signs its operations and its authorization', async () => {
  const client = createClient({ chain: mainnet, transport: custom({ request: async () => '0x1' }) });
  // Its type asks for an account of a private key, of which it uses what every local account can.
  const owner = { ...account, source: 'privateKey' as const };
  const smart = await toSimple7702SmartAccount({ client, owner, getNonce: async () => 7n });
  expect(await smart.getAddress()).toBe(account.address);
  const userOperation = {
    callData: await smart.encodeCalls([{ to, value: 5n }]),
    ...{ sender: account.address, nonce: await smart.getNonce(), signature: '0x' as const },
    ...{ callGasLimit: 100_000n, verificationGasLimit: 100_000n, preVerificationGas: 50_000n },
    ...{ maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n },
  };
  const signature = await smart.signUserOperation(userOperation);
  const operation = getUserOperationTypedData({
    chainId: mainnet.id,
    entryPointAddress: entryPoint08Address,
    userOperation,
  });
  expect(await verifyTypedData({ ...operation, address: account.address, signature })).toBe(true);
  const authorization = await account.signAuthorization({ ...smart.authorization, chainId: mainnet.id, nonce: 0 });
  expect(await verifyAuthorization({ authorization, address: account.address })).toBe(true);
});

test('a Safe has it as one of its owners, who signs its transactions', async () => {
  const address = { type: 'address' } as const;
  const uint = { type: 'uint256' } as const;
  const transaction = {
    domain: { chainId: mainnet.id, verifyingContract: '0x9955000000000000000000000000000000009955' },
    types: {
      SafeTx: [
        { name: 'to', ...address },
        { name: 'value', ...uint },
        { name: 'data', type: 'bytes' },
        { name: 'operation', type: 'uint8' },
        { name: 'safeTxGas', ...uint },
        { name: 'baseGas', ...uint },
        { name: 'gasPrice', ...uint },
        { name: 'gasToken', ...address },
        { name: 'refundReceiver', ...address },
        { name: 'nonce', ...uint },
      ],
    },
    primaryType: 'SafeTx',
    message: {
      to,
      value: 5n,
      data: '0x',
      operation: 0,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: '0x0000000000000000000000000000000000000000',
      refundReceiver: '0x0000000000000000000000000000000000000000',
      nonce: 3n,
    },
  } as const;
  const signature = await account.signTypedData(transaction);
  // The contract recovers its owners from the hash; 27 and 28 are signatures by the hash itself.
  expect(await recoverAddress({ hash: hashTypedData(transaction), signature })).toBe(account.address);
  expect(['1b', '1c']).toContain(signature.slice(-2));
});
