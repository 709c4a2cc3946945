import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ClientSettings } from '../../../src/client/settings.js';
import { fromBase58 } from '../../../src/crypto/base58.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import { verifyEd25519 } from '../../../src/crypto/ed25519.js';
import { ada, codeOf, signedBy, stranger } from './openWallet.js';

afterEach(() => vi.unstubAllGlobals());

describe('a login with Solana', () => {
  const page = (settings: Partial<ClientSettings> = {}) => {
    vi.stubGlobal('location', new URL('https://app.example.com:8443/settings'));
    return ada(settings);
  };

  test('says the page and the account, and nothing that it was not given', async () => {
    const { address, features, asked } = await page();
    const [output] = await features['solana:signIn'].signIn();
    const text = `app.example.com:8443 wants you to sign in with your Solana account:\n${address}`;
    expect(new TextDecoder().decode(output?.signedMessage)).toBe(text);
    expect(output?.account.address).toBe(address);
    const signature = new Uint8Array(output?.signature ?? []);
    expect(await verifyEd25519(fromBase58(address), signature, utf8(text))).toBe(true);
    expect(asked).toMatchObject([{ kind: 'login', login: { of: 'Solana', address, uri: undefined }, dangers: [] }]);
  });

  test('says all that it was given', async () => {
    const { address, features, asked, client } = await page();
    const at = (ms: number) => new Date(client.clock.now() + ms).toISOString();
    const input = {
      ...{
        domain: 'app.example.com:8443',
        address,
        statement: 'Log in to Acme.',
        uri: 'https://app.example.com:8443/',
      },
      ...{
        version: '1',
        chainId: 'solana:mainnet',
        nonce: '12345678',
        requestId: '7',
        resources: ['https://x.example'],
      },
      ...{ issuedAt: at(-1_000), expirationTime: at(60_000), notBefore: at(-1_000) },
    };
    const [output] = await features['solana:signIn'].signIn(input);
    expect(new TextDecoder().decode(output?.signedMessage)).toBe(
      `${input.domain} wants you to sign in with your Solana account:
${address}

Log in to Acme.

URI: ${input.uri}
Version: 1
Chain ID: solana:mainnet
Nonce: 12345678
Issued At: ${input.issuedAt}
Expiration Time: ${input.expirationTime}
Not Before: ${input.notBefore}
Request ID: 7
Resources:
- https://x.example`,
    );
    expect(asked).toMatchObject([{ login: { statement: 'Log in to Acme.', chainId: 'solana:mainnet' } }]);
  });

  test.each([
    ['another domain', { domain: 'evil.example' }, 'REQUEST_REFUSED'],
    ['a URI of another page', { uri: 'https://evil.example/' }, 'REQUEST_REFUSED'],
    ['a time that is over', { expirationTime: '2020-01-01T00:00:00Z' }, 'REQUEST_REFUSED'],
    ['a time to come', { notBefore: '2999-01-01T00:00:00Z' }, 'REQUEST_REFUSED'],
    ['a statement of two lines', { statement: 'One\n\nURI: https://evil.example/' }, 'REQUEST_REFUSED'],
    ['a statement that is a field to others', { statement: 'URI: https://evil.example/' }, 'REQUEST_REFUSED'],
    ['a statement that turns its words', { statement: 'pay \u202ebob' }, 'REQUEST_REFUSED'],
    ['a domain with lines', { domain: 'app.example.com:8443 wants you\n' }, 'REQUEST_REFUSED'],
    ['another account', { address: stranger }, 'NOT_CONNECTED'],
    ['a member that is not known', { useOffchainMessage: { messageVersion: 1 } }, 'PARAMETERS_INVALID'],
    ['a member that is no text', { nonce: 7 }, 'PARAMETERS_INVALID'],
    ['resources that are no texts', { resources: [1] }, 'PARAMETERS_INVALID'],
  ])('with %s is refused', async (_, input, code) => {
    const { features, client } = await page({ confirmSignatures: 'never' });
    expect(await codeOf(features['solana:signIn'].signIn(input as never))).toBe(code);
    expect(await signedBy(client)).toBe(0);
  });
});
