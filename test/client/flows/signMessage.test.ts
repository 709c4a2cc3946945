import { describe, expect, test } from 'vitest';
import { call } from '../../../src/client/call.js';
import type { Client } from '../../../src/client/createClient.js';
import { signMessage } from '../../../src/client/flows/signing.js';
import type { AddressFormat } from '../../../src/contract/shapes.js';
import { listWalletAccounts } from '../../../src/contract/wallets.queries.js';
import { eip191 } from '../../../src/crypto/eip191.js';
import { recoverAddress, verifyEthereumMessage } from '../../../src/crypto/ethereum.js';
import { loadKeccak256 } from '../../../src/service/vault/keccak.js';
import { logIn, openService } from '../../support/people.js';

/** The address of that format in the wallet that was made at sign-up. */
async function addressOf(client: Client, format: AddressFormat): Promise<string> {
  const { accounts } = await call(client, listWalletAccounts, {});
  return accounts.find(({ addressFormat }) => addressFormat === format)?.address ?? '';
}

describe('a signed message', () => {
  test.each(['hello', '', 'Grüße, 世界 🌍', 'two\nlines'])('%j is verified by its address', async (message) => {
    const { service, client } = await openService();
    await logIn(service, client);
    const address = await addressOf(client, 'ADDRESS_FORMAT_ETHEREUM');
    const signature = await signMessage(client, { message, address });
    expect(signature).toMatch(/^0x[0-9a-f]{128}1[bc]$/);
    expect(await verifyEthereumMessage({ address, message, signature })).toBe(true);
    expect(await verifyEthereumMessage({ address, message: `${message} `, signature })).toBe(false);
  });

  test('may be bytes that are no text', async () => {
    const { service, client } = await openService();
    await logIn(service, client);
    const address = await addressOf(client, 'ADDRESS_FORMAT_ETHEREUM');
    const message = Uint8Array.of(0xff, 0x00, 0xfe);
    const signature = await signMessage(client, { message, address });
    const digest = (await loadKeccak256())(eip191(message));
    expect(await recoverAddress({ digest, signature })).toBe(address);
    const text = await signMessage(client, { message: new TextEncoder().encode('hello'), address });
    expect(await verifyEthereumMessage({ address, message: 'hello', signature: text })).toBe(true);
  });

  test('is refused for a Solana address and for a foreign one', async () => {
    const { service, client } = await openService();
    await logIn(service, client);
    const solana = await addressOf(client, 'ADDRESS_FORMAT_SOLANA');
    const asSolana = signMessage(client, { message: 'hello', address: solana });
    await expect(asSolana).rejects.toMatchObject({ code: 'HASH_FUNCTION_MISMATCH' });
    const foreign = signMessage(client, { message: 'hello', address: `0x${'11'.repeat(20)}` });
    await expect(foreign).rejects.toMatchObject({ code: 'SIGNER_NOT_FOUND' });
  });
});
