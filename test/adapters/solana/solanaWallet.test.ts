import { describe, expect, test } from 'vitest';
import { type SolanaWalletOptions, solanaWallet } from '../../../src/adapters/solana/solanaWallet.js';
import { call } from '../../../src/client/call.js';
import { confirmationsOf } from '../../../src/client/confirmations/confirmations.js';
import { logout } from '../../../src/client/session/logout.js';
import { listActivities } from '../../../src/contract/activities.queries.js';
import { fromBase58, toBase58 } from '../../../src/crypto/base58.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import { verifyEd25519 } from '../../../src/crypto/ed25519.js';
import { readSolanaEnvelope } from '../../../src/crypto/solanaMessage.js';
import { eventually } from '../../support/eventually.js';
import { logIn, newClient, openService } from '../../support/people.js';
import { secondRoot } from '../../support/secondRoot.js';
import { payment, paymentMessage, receiver, sponsoredPayment } from '../../support/solanaTransactions.js';
import { ada, codeOf, signedBy, stranger } from './openWallet.js';

const malformed = (about: string) => new Error(about);

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

  test('keeps the key of an account whatever a page does to what it was given', async () => {
    const { wallet, features, address } = await ada();
    const { accounts } = await features['standard:connect'].connect();
    accounts[0]?.publicKey.fill(0);
    expect(wallet.accounts[0]?.publicKey).toEqual(fromBase58(address));
    expect(Object.isFrozen(wallet.accounts[0]?.features)).toBe(true);
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

  test('a page is told that it waits, and not who votes nor what was stamped', async () => {
    const fetchNode = async () => Response.json({ jsonrpc: '2.0', id: 1, result: { value: true } });
    const { address, features, signMessage } = await voted({ fetch: fetchNode, approvalTimeoutMs: 1 });
    const message: unknown = await signMessage(utf8('hello')).catch((error: unknown) => error);
    expect(message).toMatchObject({ code: 'ACTIVITY_NEEDS_APPROVAL', activity: { votes: [] } });
    const input = { account: { address }, transaction: payment(address), chain: 'solana:devnet' };
    const sent: unknown = await features['solana:signAndSendTransaction']
      ?.signAndSendTransaction(input)
      .catch((error: unknown) => error);
    expect(sent).toMatchObject({ code: 'VOTES_NOT_AWAITED', cause: { activity: { votes: [] } } });
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
