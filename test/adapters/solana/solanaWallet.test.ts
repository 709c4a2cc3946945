import { afterEach, describe, expect, test, vi } from 'vitest';
import { type SolanaWalletOptions, solanaWallet } from '../../../src/adapters/solana/solanaWallet.js';
import { call } from '../../../src/client/call.js';
import { confirmationsOf } from '../../../src/client/confirmations/confirmations.js';
import { logout } from '../../../src/client/session/logout.js';
import type { ClientSettings } from '../../../src/client/settings.js';
import { listActivities } from '../../../src/contract/activities.queries.js';
import { listWalletAccounts } from '../../../src/contract/wallets.queries.js';
import { fromBase58, toBase58 } from '../../../src/crypto/base58.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import { verifyEd25519 } from '../../../src/crypto/ed25519.js';
import { readSolanaEnvelope } from '../../../src/crypto/solanaMessage.js';
import type { SignatureFacts } from '../../../src/reading/signatureFacts.js';
import { eventually } from '../../support/eventually.js';
import { logIn, newClient, openService } from '../../support/people.js';
import { secondRoot } from '../../support/secondRoot.js';
import { payment, paymentMessage, receiver, sponsoredPayment } from '../../support/solanaTransactions.js';

afterEach(() => vi.unstubAllGlobals());

const malformed = (about: string) => new Error(about);
const stranger = toBase58(new Uint8Array(32).fill(7));

/** A person's wallet, what she was asked, and her account, once she is logged in. */
async function ada(settings: Partial<ClientSettings> = {}, options: SolanaWalletOptions = {}) {
  const asked: SignatureFacts[] = [];
  const confirmSignatures: ClientSettings['confirmSignatures'] = (_, facts) => {
    asked.push(facts);
    return true;
  };
  const { service, client } = await openService({ confirmSignatures, ...settings });
  await logIn(service, client);
  const { accounts } = await call(client, listWalletAccounts, {});
  const { address = '' } = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_SOLANA') ?? {};
  const { wallet, stop } = solanaWallet(client, options);
  const { features } = wallet;
  const sign = async (transaction: Uint8Array, by = address) => {
    const [output] = await features['solana:signTransaction'].signTransaction({
      account: { address: by },
      transaction,
    });
    return output?.signedTransaction ?? new Uint8Array();
  };
  const signMessage = async (message: Uint8Array) =>
    (await features['solana:signMessage'].signMessage({ account: { address }, message }))[0];
  return { service, client, address, wallet, stop, features, asked, sign, signMessage };
}

/** The code of the error that a request is rejected with. */
async function codeOf(answer: Promise<unknown>): Promise<unknown> {
  const error: unknown = await answer.catch((thrown: unknown) => thrown);
  return error instanceof Error && 'code' in error ? error.code : error;
}

describe('a page finds', () => {
  test('an object of the Wallet Standard, which sends nothing where the app names no node', async () => {
    const { wallet, features } = await ada();
    expect(wallet).toMatchObject({ version: '1.0.0', name: 'Latchkey', accounts: [] });
    expect(wallet.icon).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(atob(wallet.icon.split(',')[1] ?? '')).toMatch(/^<svg .*<\/svg>$/);
    expect(Object.keys(features)).toEqual([
      ...['standard:connect', 'standard:disconnect', 'standard:events'],
      ...['solana:signTransaction', 'solana:signMessage', 'solana:signIn'],
    ]);
    expect(Object.isFrozen(wallet)).toBe(true);
  });

  test('the clusters of the settings, or those of the wallet’s own', async () => {
    const node = { default: { http: ['http://127.0.0.1:1'] } };
    const chains = [{ id: 'solana:devnet', name: 'Devnet', rpcUrls: node }] as const;
    expect((await ada({ chains })).wallet).toMatchObject({ chains: ['solana:devnet'] });
    const { wallet } = await ada({ chains }, { name: 'Acme', chains: [{ ...chains[0], id: 'solana:localnet' }] });
    expect(wallet).toMatchObject({ name: 'Acme', chains: ['solana:localnet'] });
    expect(Object.keys(wallet.features)).toContain('solana:signAndSendTransaction');
  });

  test('no wallet with settings that are wrong', () => {
    const client = newClient({ settings: { authProxyUrl: 'http://127.0.0.1', authProxyConfigId: 'x' } } as never);
    const refused = expect.objectContaining({ code: 'SETTINGS_INVALID' });
    const node = { default: { http: [] } };
    for (const options of [
      { icon: 'https://acme.example/logo.png' as never },
      { name: '' },
      { chains: [{ id: 'solana:devnet', name: 'Devnet', rpcUrls: node }] as const },
    ])
      expect(() => solanaWallet(client, options)).toThrow(refused);
  });
});

describe('who is connected', () => {
  test('follows the session: silent, connected, disconnected, logged out', async () => {
    const { client, wallet, features, address, stop } = await ada();
    const told: string[][] = [];
    const off = features['standard:events'].on('change', ({ accounts = [] }) => {
      told.push(accounts.map((account) => account.address));
    });
    expect(await features['standard:connect'].connect({ silent: true })).toMatchObject({ accounts: [{ address }] });
    const [account] = wallet.accounts;
    expect(account?.publicKey).toEqual(fromBase58(address));
    expect((await features['standard:connect'].connect()).accounts[0]).toBe(account);
    await features['standard:disconnect'].disconnect();
    expect(wallet.accounts).toEqual([]);
    expect(await features['standard:connect'].connect({ silent: true })).toEqual({ accounts: [] });
    await features['standard:connect'].connect();
    expect(wallet.accounts).toMatchObject([{ address }]);
    await logout(client);
    await eventually(() => expect(wallet.accounts).toEqual([]));
    expect(told).toEqual([[address], [], [address], []]);
    off();
    stop();
  });

  test('is another person after another login', async () => {
    const { service, client, wallet, features, address } = await ada();
    await features['standard:connect'].connect();
    await logout(client);
    await logIn(service, client, 'bob@example.com');
    await eventually(() => expect(wallet.accounts).toHaveLength(1));
    expect(wallet.accounts[0]?.address).not.toBe(address);
  });

  test('nobody, where nobody is logged in: silently, or where nothing on the page asks', async () => {
    const { client } = await openService();
    const { features } = solanaWallet(client).wallet;
    expect(await features['standard:connect'].connect({ silent: true })).toEqual({ accounts: [] });
    expect(await codeOf(features['standard:connect'].connect())).toBe('CONFIRMATION_MISSING');
  });

  test('whoever logs in while the page asks for it', async () => {
    const { service, client } = await openService();
    const { wallet } = solanaWallet(client);
    const stop = confirmationsOf(client).subscribe(() => {});
    const connecting = wallet.features['standard:connect'].connect();
    await eventually(() => expect(confirmationsOf(client).getSnapshot()).toMatchObject([{ kind: 'login' }]));
    await logIn(service, client);
    expect((await connecting).accounts).toHaveLength(1);
    stop();
  });

  test('not a page that has closed the login', async () => {
    const { client } = await openService();
    confirmationsOf(client).subscribe(() => confirmationsOf(client).getSnapshot()[0]?.reject());
    expect(await codeOf(solanaWallet(client).wallet.features['standard:connect'].connect())).toBe('LOGIN_CLOSED');
  });
});

describe('a transaction', () => {
  test.each([
    ['legacy', undefined],
    ['of version 0', 0],
  ] as const)('%s is shown as what it does, and signed', async (_, version) => {
    const { address, sign, asked } = await ada();
    const given = payment(address, undefined, version === 0 ? { version } : {});
    const { signatures, bytes } = readSolanaEnvelope(new Uint8Array(await sign(given)), malformed);
    expect(bytes).toEqual(readSolanaEnvelope(given, malformed).bytes);
    expect(await verifyEd25519(fromBase58(address), signatures[0] ?? new Uint8Array(), bytes)).toBe(true);
    expect(asked).toMatchObject([
      {
        kind: 'solana transaction',
        dangers: [],
        effect: { does: 'send', amount: '1.5', symbol: 'SOL', to: toBase58(receiver), feeLimit: '0.000005' },
      },
    ]);
  });

  test('keeps the signature of whoever pays its fee', async () => {
    const { address, sign } = await ada();
    const theirs = new Uint8Array(64).fill(3);
    const signed = await sign(sponsoredPayment(address, stranger, theirs));
    expect(readSolanaEnvelope(new Uint8Array(signed), malformed).signatures[0]).toEqual(theirs);
  });

  test('that a page changes while the person is asked is signed as it was shown', async () => {
    const box: { given: Uint8Array } = { given: new Uint8Array() };
    const { address, sign } = await ada({
      confirmSignatures: () => {
        box.given.fill(9);
        return true;
      },
    });
    box.given = payment(address);
    const signed = await sign(box.given);
    expect(box.given[0]).toBe(9);
    expect(readSolanaEnvelope(new Uint8Array(signed), malformed).bytes).toEqual(paymentMessage(address));
  });

  test('of several: all are asked about, one after the other, and none is signed if one is refused', async () => {
    let answers = 0;
    const { address, features, client } = await ada({
      confirmSignatures: () => {
        answers += 1;
        return answers !== 3;
      },
    });
    const inputs = [1n, 2n, 3n].map((amount) => ({ account: { address }, transaction: payment(address, amount) }));
    const { signTransaction } = features['solana:signTransaction'];
    expect(await codeOf(signTransaction(...inputs))).toBe('REQUEST_REJECTED');
    expect(await signedBy(client)).toBe(0);
    const signed = await signTransaction(...inputs);
    const found = signed.map(({ signedTransaction }) => readSolanaEnvelope(signedTransaction, malformed).bytes);
    expect(found).toEqual([1n, 2n, 3n].map((amount) => paymentMessage(address, amount)));
    expect(answers).toBe(6);
  });

  test('is refused before anybody is asked where it is none, or not the person’s', async () => {
    const { address, sign, asked, features } = await ada();
    expect(await codeOf(sign(new Uint8Array(10)))).toBe('TRANSACTION_MALFORMED');
    expect(await codeOf(sign(new Uint8Array(65_537)))).toBe('TRANSACTION_TOO_LARGE');
    expect(await codeOf(sign(payment(stranger)))).toBe('TRANSACTION_SIGNER_MISMATCH');
    expect(await codeOf(sign(payment(stranger), stranger))).toBe('NOT_CONNECTED');
    const { signTransaction } = features['solana:signTransaction'];
    expect(await codeOf(signTransaction())).toBe('PARAMETERS_INVALID');
    expect(await codeOf(signTransaction({ account: { address }, transaction: 'AQ==' as never }))).toBe(
      'PARAMETERS_INVALID',
    );
    const chain = 'solana:mainnet';
    const known = signTransaction({ account: { address }, transaction: payment(address), chain });
    expect(await codeOf(known)).toBe('CHAIN_NOT_KNOWN');
    expect(asked).toEqual([]);
  });

  test('is not signed for a page that has disconnected', async () => {
    const { address, sign, features } = await ada();
    await features['standard:disconnect'].disconnect();
    expect(await codeOf(sign(payment(address)))).toBe('NOT_CONNECTED');
  });

  test('is not signed where the person logs out while it is open', async () => {
    const { client, address, sign } = await ada({ confirmSignatures: 'requests' });
    const { subscribe, getSnapshot } = confirmationsOf(client);
    subscribe(() => {});
    const answer = codeOf(sign(payment(address)));
    await eventually(() => expect(getSnapshot()).toHaveLength(1));
    await logout(client);
    expect(await answer).toBe('SESSION_ENDED');
    expect(getSnapshot()).toEqual([]);
  });

  test('that nobody can read is a danger, with its fields', async () => {
    const { address, sign, asked } = await ada();
    await sign(
      sponsoredPayment(address, stranger, new Uint8Array(64).fill(3)).map((byte, at, all) =>
        at === all.length - 12 ? 1 : byte,
      ),
    );
    expect(asked).toMatchObject([
      {
        ...{ dangers: ['UNREADABLE'], effect: undefined },
        call: {
          signers: [stranger, address],
          feeLimit: '0.00001',
          instructions: [{ accounts: [address, toBase58(receiver)] }],
        },
      },
    ]);
  });
});

/** How many activities that sign were recorded. */
async function signedBy(client: Parameters<typeof call>[0]): Promise<number> {
  const { activities } = await call(client, listActivities, {});
  return activities.filter(({ type }) => type.startsWith('ACTIVITY_TYPE_SIGN_')).length;
}

describe('a message', () => {
  test.each([
    ['a text', utf8('Hällo 👋'), 'Hällo 👋', []],
    ['a text with characters that hide others', utf8('pay \u202ebob'), 'pay \\u202ebob', []],
    ['bytes', Uint8Array.of(0xff, 0), '0xff00', ['UNREADABLE']],
  ])('%s is shown and signed', async (_, message, text, dangers) => {
    const { address, signMessage, asked } = await ada();
    const output = await signMessage(message);
    expect(output?.account.address).toBe(address);
    expect(output?.signedMessage).toEqual(message);
    const signature = new Uint8Array(output?.signature ?? []);
    expect(await verifyEd25519(fromBase58(address), signature, message)).toBe(true);
    expect(asked).toEqual([{ kind: 'message', text, dangers }]);
  });

  test.each([
    ['the message of a transaction', (address: string) => paymentMessage(address)],
    ['one of version 0', (address: string) => paymentMessage(address, 1n, { version: 0 })],
    ['a transaction', (address: string) => payment(address)],
    ['one of a version to come', () => Uint8Array.of(0x81, 1, 2, 3)],
    [
      'a login for another page',
      () => utf8(`evil.example wants you to sign in with your Solana account:\n${stranger}`),
    ],
    ['a request to the service', () => utf8(JSON.stringify({ type: 'ACTIVITY_TYPE_STAMP_LOGIN' }))],
  ])('that is %s is refused whatever the settings say', async (_, message) => {
    const { address, signMessage, client } = await ada({ confirmSignatures: 'never' });
    expect(await codeOf(signMessage(message(address)))).toBe('REQUEST_REFUSED');
    expect(await signedBy(client)).toBe(0);
  });

  test('of more than 64 KiB is refused', async () => {
    const { signMessage } = await ada({ confirmSignatures: 'never' });
    expect(await codeOf(signMessage(new Uint8Array(65_537).fill(65)))).toBe('TRANSACTION_TOO_LARGE');
  });
});

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

describe('where others must agree', () => {
  const node = { default: { http: ['http://127.0.0.1:1'] } };
  const chains = [{ id: 'solana:devnet', name: 'Devnet', rpcUrls: node }] as const;
  const voted = async (options: SolanaWalletOptions = {}) => {
    const found = await ada({ chains }, options);
    const { active } = await found.client.sessions.current();
    const bob = await secondRoot(found, { organizationId: active?.organizationId ?? '' });
    return { ...found, bob };
  };

  test('a signature waits for them', async () => {
    const { address, sign, signMessage, bob } = await voted();
    const signing = [sign(payment(address)), signMessage(utf8('hello')).then((output) => output?.signature)];
    let isDone = false;
    const all = Promise.all(signing).finally(() => {
      isDone = true;
    });
    while (!isDone) await bob.approveAll();
    expect((await all).map((bytes) => (bytes?.length ?? 0) > 0)).toEqual([true, true]);
  });

  test('it is not signed where they say no', async () => {
    const { address, sign, bob, client } = await voted();
    const answer = codeOf(sign(payment(address)));
    const filter = { filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED' as const] };
    await eventually(async () => {
      const { activities } = await call(client, listActivities, filter);
      expect(activities).toHaveLength(1);
      await bob.reject(activities[0]?.fingerprint ?? '');
    });
    expect(await answer).toBe('ACTIVITY_REJECTED');
  });

  test('nothing is sent, and the request for their votes is taken back', async () => {
    const fetchNode = async () => Response.json({ jsonrpc: '2.0', id: 1, result: { value: true } });
    const { address, features, client } = await voted({ fetch: fetchNode });
    const send = features['solana:signAndSendTransaction']?.signAndSendTransaction;
    const input = { account: { address }, transaction: payment(address), chain: 'solana:devnet' };
    expect(send && (await codeOf(send(input)))).toBe('VOTES_NOT_AWAITED');
    const { activities } = await call(client, listActivities, {});
    expect(activities.find(({ type }) => type.includes('SIGN_TRANSACTION'))?.status).toBe('ACTIVITY_STATUS_REJECTED');
  });
});
