import {
  type Address,
  address as addressOf,
  createSignableMessage,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  type MessagePartialSigner,
  type TransactionPartialSigner,
  verifySignature,
} from '@solana/kit';
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import { verifyMessageSignature, verifySignIn } from '@solana/wallet-standard-util';
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base';
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { getWallets } from '@wallet-standard/app';
import type { WalletWithFeatures } from '@wallet-standard/base';
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { registerWallet } from '../../src/adapters/solana/registerWallet.js';
import { type SolanaWalletOptions, solanaWallet } from '../../src/adapters/solana/solanaWallet.js';
import { prepareSolTransfer, sendSolTransfer } from '../../src/adapters/solana/solTransfer.js';
import { toSigner } from '../../src/adapters/solana/toSigner.js';
import { unsentOf } from '../../src/adapters/solana/unsent.js';
import { readBalances } from '../../src/adapters/state/readBalances.js';
import { call } from '../../src/client/call.js';
import type { Client } from '../../src/client/createClient.js';
import type { ClientSettings } from '../../src/client/settings.js';
import { listWalletAccounts } from '../../src/contract/wallets.queries.js';
import { fromBase58, toBase58 } from '../../src/crypto/base58.js';
import type { SignatureFacts } from '../../src/reading/signatureFacts.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { logIn } from '../../src/testing/logIn.js';
import { payBySolanaWallet } from './askSolanaWallet.js';
import { lookupTable } from './lookupTable.js';
import { type Fate, lossy } from './lossy.js';
import { signByKit } from './signByKit.js';
import { openSolanaNode, type SolanaNode } from './solanaNode.js';

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignTransactionFeature &
  SolanaSignMessageFeature &
  SolanaSignInFeature;
type Wallet = WalletWithFeatures<Features & Partial<SolanaSignAndSendTransactionFeature>>;

const sol = 1_000_000_000n;
let node: SolanaNode;
let service: TestService;
/** What was asked before each signature. */
let asked: SignatureFacts[] = [];
const confirmSignatures: ClientSettings['confirmSignatures'] = (_, facts) => {
  asked.push(facts);
  return true;
};

let ada: { readonly client: Client; readonly address: Address };
beforeAll(async () => {
  // What a page has, as far as a wallet and a list of wallets use it.
  const location = new URL('https://app.example.com/');
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location }));
  vi.stubGlobal('document', new EventTarget());
  [node, service] = await Promise.all([openSolanaNode(), createTestService()]);
  ada = await person('ada@example.com');
}, 90_000);
afterAll(async () => {
  node?.stop();
  await service?.close();
  vi.unstubAllGlobals();
});

async function person(contact: string, settings: Partial<ClientSettings> = {}) {
  const own = { autoRefresh: false, chains: [node.chain], confirmSignatures, ...settings };
  const { client } = await logIn(service, contact, own);
  const { accounts } = await call(client, listWalletAccounts, {});
  const found = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_SOLANA');
  if (!found) throw new Error('There is no account of Solana.');
  node.give(found.address, 100n * sol);
  return { client, address: addressOf(found.address) };
}

const walletOf = (client: Client, options: SolanaWalletOptions = {}): Wallet => solanaWallet(client, options).wallet;
const key = () => new PublicKey(ada.address);
const receiver = () => Keypair.generate().publicKey;
const pays = (to: PublicKey, lamports: bigint, fromPubkey = key()) =>
  SystemProgram.transfer({ fromPubkey, toPubkey: to, lamports });
const now = () => node.svm.latestBlockhash();

/** A transaction of web3.js as the Wallet Standard takes it. */
const legacy = (...instructions: Parameters<Transaction['add']>): Uint8Array =>
  new Uint8Array(
    new Transaction({ feePayer: key(), recentBlockhash: now() })
      .add(...instructions)
      .serialize({ requireAllSignatures: false }),
  );

async function sendAll(wallet: Wallet, transactions: readonly Uint8Array[], options = {}) {
  const { accounts } = await wallet.features['standard:connect'].connect();
  const [account] = accounts;
  const feature = wallet.features['solana:signAndSendTransaction'];
  if (!account || !feature) throw new Error('There is no account, or nothing is sent.');
  const inputs = transactions.map((transaction) => ({ account, transaction, chain: node.chain.id, options }));
  return feature.signAndSendTransaction(...inputs);
}
const send = (transaction: Uint8Array, wallet = walletOf(ada.client), options = {}) =>
  sendAll(wallet, [transaction], options);

/** The code of the error that a request is rejected with. */
async function codeOf(answer: Promise<unknown>): Promise<unknown> {
  const error: unknown = await answer.catch((thrown: unknown) => thrown);
  return error instanceof Error && 'code' in error ? error.code : error;
}

describe('SOL of the wallet’s own screen', () => {
  const transfer = (to: string, amount: bigint | 'all') =>
    prepareSolTransfer(ada.client, { chainId: 'solana:localnet', from: ada.address, to, amount });

  test('arrives, whether its receiver is new or known, once for each time that it was prepared', async () => {
    const to = receiver().toBase58();
    for (const total of [2n, 4n]) {
      const prepared = await transfer(to, 2n * sol);
      expect(prepared.facts).toMatchObject({ effect: { does: 'send', amount: '2', symbol: 'SOL', to }, dangers: [] });
      const ids = await Promise.all([1, 2].map(() => sendSolTransfer(ada.client, prepared, undefined)));
      expect(new Set(ids).size).toBe(1);
      expect(await sendSolTransfer(ada.client, prepared, undefined)).toBe(ids[0]);
      expect(node.balance(to)).toBe(total * sol);
      node.svm.expireBlockhash();
    }
  });

  test('all of it leaves nothing in the account', async () => {
    const poor = await person('poor@example.com');
    const to = receiver().toBase58();
    const prepared = await prepareSolTransfer(poor.client, {
      ...{ chainId: 'solana:localnet', from: poor.address, to, amount: 'all' },
    });
    await sendSolTransfer(poor.client, prepared, undefined);
    expect([node.balance(poor.address), node.balance(to)]).toEqual([0n, 100n * sol - 5_000n]);
  });

  test('is refused by name before anything is signed', async () => {
    const to = receiver().toBase58();
    expect(await codeOf(transfer(to, 10_000n * sol))).toBe('INSUFFICIENT_FUNDS');
    expect(await codeOf(transfer(to, 890_879n))).toBe('AMOUNT_BELOW_RENT');
    expect(await codeOf(transfer(ada.address, 1n))).toBe('TRANSACTION_MALFORMED');
    expect(await codeOf(transfer('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', sol))).toBe('RECEIVER_NOT_WALLET');
    expect(await codeOf(transfer(to, node.balance(ada.address) - 5_001n))).toBe('REST_BELOW_RENT');
  });
});

describe('a page finds the wallet by the Wallet Standard', () => {
  test('whether it is there before the page looks, or after; and not once it is taken away', () => {
    const before = registerWallet(ada.client, { name: 'Before' });
    const { get, on } = getWallets();
    const events: string[] = [];
    on('register', ({ name }) => events.push(`+${name}`));
    on('unregister', ({ name }) => events.push(`-${name}`));
    expect(get().map(({ name }) => name)).toContain('Before');
    const after = registerWallet(ada.client, { name: 'After' });
    expect(get().map(({ name }) => name)).toEqual(['Before', 'After']);
    before();
    after();
    expect(get()).toEqual([]);
    expect(events).toEqual(['+After', '-Before', '-After']);
  });

  test('web3.js pays by its wallet adapter, as the docs say', async () => {
    const remove = registerWallet(ada.client, { name: 'Acme' });
    const to = receiver();
    node.give(to.toBase58(), sol);
    const connection = new Connection(node.chain.rpcUrls.default.http[0] ?? '');
    const id = await payBySolanaWallet(connection, to);
    expect(node.svm.getTransaction(id as never)).not.toBeNull();
    expect(node.balance(to.toBase58())).toBe(sol + 1_000_000n);
    remove();
  });

  test('the wallet adapter signs transactions, messages and logins', async () => {
    const wallet = walletOf(ada.client);
    const adapter = new StandardWalletAdapter({ wallet: wallet as never });
    await adapter.autoConnect();
    expect(adapter.publicKey?.toBase58()).toBe(ada.address);
    const transactions = [1n, 2n].map((lamports) =>
      new Transaction({ feePayer: key(), recentBlockhash: now() }).add(pays(receiver(), lamports)),
    );
    const signed = (await adapter.signAllTransactions?.(transactions)) ?? [];
    expect(signed.map((each) => each.verifySignatures())).toEqual([true, true]);
    const message = new TextEncoder().encode('Hällo 👋');
    const signature = (await adapter.signMessage?.(message)) ?? new Uint8Array();
    const publicKey = fromBase58(ada.address);
    expect(verifyMessageSignature({ message, signedMessage: message, signature, publicKey })).toBe(true);
    const input = {
      ...{ domain: 'app.example.com', statement: 'Log in to Acme.', uri: 'https://app.example.com/', version: '1' },
      ...{ nonce: '1234567890', chainId: 'mainnet', resources: ['https://a.example', 'https://b.example'] },
    };
    const output = await adapter.signIn?.(input);
    expect(output && verifySignIn(input, output)).toBe(true);
    const bare = await adapter.signIn?.();
    expect(bare && verifySignIn({}, bare)).toBe(true);
    await adapter.disconnect();
    expect(wallet.accounts).toEqual([]);
    adapter.destroy();
  });
});

describe('transfers arrive on the chain', () => {
  test('of a legacy transaction', async () => {
    asked = [];
    const to = receiver();
    const [output] = await send(legacy(pays(to, sol)));
    expect(node.balance(to.toBase58())).toBe(sol);
    expect(node.svm.getTransaction(toBase58(new Uint8Array(output?.signature ?? [])) as never)).not.toBeNull();
    expect(asked).toMatchObject([{ effect: { does: 'send', amount: '1', to: to.toBase58() }, dangers: [] }]);
  });

  test('of version 0, with a look-up table: who receives is not in the bytes, so that it is a danger', async () => {
    asked = [];
    const to = receiver();
    const table = lookupTable(node, [to]);
    const message = new TransactionMessage({ payerKey: key(), recentBlockhash: now(), instructions: [pays(to, sol)] });
    await send(new VersionedTransaction(message.compileToV0Message([table])).serialize());
    expect(node.balance(to.toBase58())).toBe(sol);
    const accounts = [ada.address, `${table.key.toBase58()}[0]`];
    expect(asked).toMatchObject([{ dangers: ['UNREADABLE'], call: { instructions: [{ accounts }] } }]);
  });

  test('of two signers, the other of whom pays the fee and has signed before', async () => {
    const sponsor = Keypair.generate();
    const to = receiver();
    node.give(sponsor.publicKey.toBase58(), sol);
    const before = node.balance(ada.address);
    const transaction = new Transaction({ feePayer: sponsor.publicKey, recentBlockhash: now() }).add(pays(to, sol));
    const unsigned = new Uint8Array(transaction.serialize({ requireAllSignatures: false }));
    expect(await codeOf(send(unsigned))).toBe('TRANSACTION_MALFORMED');
    transaction.partialSign(sponsor);
    await send(new Uint8Array(transaction.serialize({ requireAllSignatures: false })));
    expect(node.balance(to.toBase58())).toBe(sol);
    expect(node.balance(ada.address)).toBe(before - sol);
  });

  test('of several at once, in their order; the answer says which were sent where one was not', async () => {
    const [one, two] = [receiver(), receiver()];
    const outputs = await sendAll(walletOf(ada.client), [legacy(pays(one, sol)), legacy(pays(two, 2n * sol))]);
    expect(outputs).toHaveLength(2);
    expect([one, two].map((to) => node.balance(to.toBase58()))).toEqual([sol, 2n * sol]);
    const [fine, tooMuch] = [legacy(pays(one, 3n * sol)), legacy(pays(two, 5_000n * sol))];
    const error = await sendAll(walletOf(ada.client), [fine, tooMuch]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'NOT_ALL_SENT', sent: [expect.any(String)], cause: { code: 'NODE_REFUSED' } });
    expect([one, two].map((to) => node.balance(to.toBase58()))).toEqual([4n * sol, 2n * sol]);
  });

  test('and are awaited as far as the page asks for', async () => {
    const to = receiver();
    await send(legacy(pays(to, sol)), undefined, { commitment: 'finalized', preflightCommitment: 'processed' });
    expect(node.balance(to.toBase58())).toBe(sol);
  });

  test('the network is named only where it has the blockhash', async () => {
    const requests: unknown[] = [];
    const own = await person('eve@example.com', {
      confirmSignatures: (request) => {
        requests.push('chain' in request ? request.chain : 'none');
        return true;
      },
    });
    const from = new PublicKey(own.address);
    const sign = async (recentBlockhash: string) => {
      const wallet = walletOf(own.client);
      const { accounts } = await wallet.features['standard:connect'].connect();
      const transaction = new Transaction({ feePayer: from, recentBlockhash }).add(pays(receiver(), 1n, from));
      const bytes = new Uint8Array(transaction.serialize({ requireAllSignatures: false }));
      const [account] = accounts;
      if (!account) throw new Error('There is no account.');
      await wallet.features['solana:signTransaction'].signTransaction({
        account,
        transaction: bytes,
        chain: node.chain.id,
      });
    };
    await sign(now());
    await sign(Keypair.generate().publicKey.toBase58());
    expect(requests).toEqual([{ id: 'solana:localnet', name: 'Local' }, undefined]);
  });
});

describe('answers that are lost', () => {
  const losing = (fates: Fate[]) => lossy((body) => (body.includes('sendTransaction') ? fates.shift() : undefined));
  const unsent = () => unsentOf(ada.client, node.chain.id, ada.address);

  test('cost nothing twice', async () => {
    const to = receiver();
    const fates: Fate[] = ['cut', 'lost'];
    await send(legacy(pays(to, sol)), walletOf(ada.client, { fetch: losing(fates) }));
    expect(fates).toEqual([]);
    expect(node.balance(to.toBase58())).toBe(sol);
    expect(unsent().read()).toEqual([]);
  });

  test('are none where the node refuses: that is told at once, and nothing is kept', async () => {
    const tooMuch = send(legacy(pays(receiver(), 5_000n * sol)));
    await expect(tooMuch).rejects.toMatchObject({ code: 'NODE_REFUSED', refusal: { code: -32002 } });
    expect(unsent().read()).toEqual([]);
  });

  test('of an earlier page: what it has signed is sent when the next one connects', async () => {
    const to = receiver();
    const wallet = walletOf(ada.client);
    const { accounts } = await wallet.features['standard:connect'].connect();
    const [account] = accounts;
    if (!account) throw new Error('There is no account.');
    const [output] = await wallet.features['solana:signTransaction'].signTransaction({
      ...{ account, transaction: legacy(pays(to, sol)) },
    });
    const bytes = output?.signedTransaction ?? new Uint8Array();
    const id = toBase58(new Uint8Array(bytes.slice(1, 65)));
    await unsent().keep({ id, signed: Buffer.from(bytes).toString('base64'), options: {} });
    await walletOf(ada.client).features['standard:connect'].connect();
    await expect.poll(() => node.balance(to.toBase58())).toBe(sol);
    await expect.poll(() => unsent().read()).toEqual([]);
  });

  test('of a node that is not there: nothing was sent, and nobody is asked', async () => {
    asked = [];
    const gone = { ...node.chain, rpcUrls: { default: { http: ['http://127.0.0.1:1'] } } };
    const wallet = walletOf(ada.client, { chains: [gone] });
    expect(await codeOf(send(legacy(pays(receiver(), 1n)), wallet))).toBe('CHAIN_UNREACHABLE');
    expect(asked).toEqual([]);
  });
});

test('a node of another cluster is asked for nothing else, and has no balances', async () => {
  const methods: string[] = [];
  const platform = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { method } = JSON.parse(String(init.body));
    methods.push(method);
    return method === 'getGenesisHash'
      ? Response.json({ jsonrpc: '2.0', id: 1, result: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' })
      : platform(url, init);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const liar = { ...node.chain, rpcUrls: { default: { http: [`${node.chain.rpcUrls.default.http[0]}/?mainnet`] } } };
  const { client, address } = await person('liar@example.com', { chains: [liar] });
  const wanted = { chainId: liar.id, from: address, to: receiver().toBase58(), amount: sol };
  expect(await codeOf(prepareSolTransfer(client, wanted))).toBe('CHAIN_MISMATCH');
  expect(new Set(methods)).toEqual(new Set(['getGenesisHash']));
  expect(await readBalances(client, { address, chain: liar, tokens: [] })).toMatchObject([{ amount: undefined }]);
});

describe('@solana/kit', () => {
  test('takes the wallet as a signer of transactions, as the docs say', async () => {
    const to = receiver();
    const transfer = pays(to, sol);
    const instruction = {
      programAddress: addressOf(transfer.programId.toBase58()),
      accounts: [
        { address: ada.address, role: 3 },
        { address: addressOf(to.toBase58()), role: 1 },
      ],
      data: new Uint8Array(transfer.data),
    };
    const wire = await signByKit(ada.client, ada.address, instruction, now());
    node.svm.sendTransaction(getTransactionDecoder().decode(Buffer.from(wire, 'base64')));
    expect(node.balance(to.toBase58())).toBe(sol);
  });

  test('and as one of messages', async () => {
    const signer: TransactionPartialSigner & MessagePartialSigner = toSigner(ada.client, { address: ada.address });
    const content = new TextEncoder().encode('hello');
    const [signatures] = await signer.signMessages([createSignableMessage(content)]);
    const signature = signatures?.[ada.address];
    expect(signature && (await verifySignature(await getPublicKeyFromAddress(ada.address), signature, content))).toBe(
      true,
    );
  });
});
