import { RLP } from 'micro-eth-signer/core/rlp.js';
import { describe, expect, test } from 'vitest';
import { call } from '../../../src/client/call.js';
import type { Client } from '../../../src/client/createClient.js';
import { signAuthorization, signTypedData, type TypedData } from '../../../src/client/flows/signing.js';
import type { AddressFormat } from '../../../src/contract/shapes.js';
import { listWalletAccounts } from '../../../src/contract/wallets.queries.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import { recoverAddress } from '../../../src/crypto/ethereum.js';
import { fromHex } from '../../../src/crypto/hex.js';
import { loadKeccak256 } from '../../../src/service/vault/keccak.js';
import { logIn, openService } from '../../support/people.js';

async function ada(): Promise<{ client: Client; ethereum: string; solana: string }> {
  const { service, client } = await openService();
  await logIn(service, client);
  const { accounts } = await call(client, listWalletAccounts, {});
  const of = (format: AddressFormat) => accounts.find(({ addressFormat }) => addressFormat === format)?.address ?? '';
  return { client, ethereum: of('ADDRESS_FORMAT_ETHEREUM'), solana: of('ADDRESS_FORMAT_SOLANA') };
}

/** The example of the standard, and the hash that it publishes. @see EIP-712, "Rationale", Example.js */
const mail: TypedData = {
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
};
const mailHash = fromHex('be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2');

describe('signed typed data', () => {
  test('are verified by their address, in every form of the signature', async () => {
    const { client, ethereum } = await ada();
    const signature = await signTypedData(client, { ...mail, address: ethereum });
    expect(signature).toEqual({
      hex: expect.stringMatching(/^0x[0-9a-f]{128}1[bc]$/),
      r: signature.hex.slice(0, 66),
      s: `0x${signature.hex.slice(66, 130)}`,
      v: BigInt(`0x${signature.hex.slice(130)}`),
      yParity: signature.hex.endsWith('1c') ? 1 : 0,
    });
    expect(await recoverAddress({ digest: mailHash, signature: signature.hex })).toBe(ethereum);
  });

  test('hold exact integers: bigints beyond 2^53, and no numbers there', async () => {
    const { client, ethereum } = await ada();
    const permit = (value: unknown) => ({
      domain: { chainId: 10n },
      types: { Permit: [{ name: 'value', type: 'uint256' }] },
      primaryType: 'Permit',
      message: { value },
      address: ethereum,
    });
    const { hex } = await signTypedData(client, permit(2n ** 256n - 1n));
    const keccak = await loadKeccak256();
    const word = (value: bigint) => fromHex(value.toString(16).padStart(64, '0'));
    const domain = keccak(keccak(utf8('EIP712Domain(uint256 chainId)')), word(10n));
    const message = keccak(keccak(utf8('Permit(uint256 value)')), word(2n ** 256n - 1n));
    const digest = keccak(Uint8Array.of(0x19, 0x01), domain, message);
    expect(await recoverAddress({ digest, signature: hex })).toBe(ethereum);
    await expect(signTypedData(client, permit(2 ** 60))).rejects.toMatchObject({ code: 'PAYLOAD_MALFORMED' });
  });

  test('are refused if the message does not match its types, for a Solana address and for a foreign one', async () => {
    const { client, ethereum, solana } = await ada();
    const unfit = signTypedData(client, { ...mail, message: { contents: 'Hello' }, address: ethereum });
    await expect(unfit).rejects.toMatchObject({ code: 'PAYLOAD_MALFORMED' });
    const asSolana = signTypedData(client, { ...mail, address: solana });
    await expect(asSolana).rejects.toMatchObject({ code: 'ENCODING_NOT_SUPPORTED' });
    const foreign = signTypedData(client, { ...mail, address: `0x${'11'.repeat(20)}` });
    await expect(foreign).rejects.toMatchObject({ code: 'SIGNER_NOT_FOUND' });
  });
});

describe('a signed authorization', () => {
  const contractAddress = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B';

  test('is verified by its address, and names the contract as a transaction lists it', async () => {
    const { client, ethereum } = await ada();
    const { hex, ...signed } = await signAuthorization(client, {
      address: ethereum,
      contractAddress,
      chainId: 1,
      nonce: 7,
    });
    expect(signed).toMatchObject({ address: contractAddress, chainId: 1, nonce: 7 });
    const keccak = await loadKeccak256();
    const item = new Uint8Array(RLP.encode([1n, fromHex(contractAddress.slice(2)), 7n]));
    const digest = keccak(Uint8Array.of(0x05), item);
    expect(await recoverAddress({ digest, signature: hex })).toBe(ethereum);
  });

  test('is refused without a contract, and for a Solana address', async () => {
    const { client, ethereum, solana } = await ada();
    const none = signAuthorization(client, { address: ethereum, contractAddress: '0x', chainId: 1, nonce: 0 });
    await expect(none).rejects.toMatchObject({ code: 'PAYLOAD_MALFORMED' });
    const asSolana = signAuthorization(client, { address: solana, contractAddress, chainId: 1, nonce: 0 });
    await expect(asSolana).rejects.toMatchObject({ code: 'ENCODING_NOT_SUPPORTED' });
  });
});
