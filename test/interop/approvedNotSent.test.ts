import { createPublicClient, getAddress, http } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitedTransactions } from '../../src/adapters/ethereum/awaitedTransactions.js';
import { accountNotes } from '../../src/adapters/ethereum/nonces.js';
import { useApprovedTransactions, useHideApproved, useSendApproved } from '../../src/hooks/approvedTransactions.js';
import { useSendTransaction } from '../../src/hooks/sending.js';
import { abandonedPayment } from '../support/abandonedPayment.js';
import { secondRoot } from '../support/secondRoot.js';
import { type EvmPlace, openEvmPlace } from './evmPlace.js';
import { openHookPage } from './hookPage.js';

const bob = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const chainId = 31_337;

let place: EvmPlace;
beforeAll(async () => {
  place = await openEvmPlace();
}, 90_000);
afterAll(() => place?.close());

const reader = () => createPublicClient({ chain: place.chain, transport: http(), pollingInterval: 50 });

/** Somebody whose payments another person must agree to, and a page that was closed while one waited. */
async function openAbandoned(contact: string) {
  const person = await place.person(contact, { chains: [place.chain] });
  const { active } = person.client.sessions.getSnapshot();
  if (!active) throw new Error('Nobody is logged in.');
  const other = await secondRoot({ service: place.service, client: person.client }, active);
  const from = getAddress(person.listed.address);
  const pay = (value: bigint) => abandonedPayment(person.client, { chainId, from, to: bob, value });
  const page = await openHookPage(person.client, () => ({
    approved: useApprovedTransactions(),
    sendApproved: useSendApproved(),
    hide: useHideApproved(),
    send: useSendTransaction(),
  }));
  const listed = async () => (await page.now().approved.refetch()).data ?? [];
  return { ...page, client: person.client, other, from, pay, listed };
}

test('what others agreed to when the page was closed is listed, and sent as it was signed', async () => {
  const { now, other, from, pay, listed, close } = await openAbandoned('ada@example.com');
  const { fingerprint, id } = await pay(3n);
  expect(await listed()).toEqual([]);
  await other.approve(fingerprint);
  const [approved] = await listed();
  if (!approved) throw new Error('Nothing is listed.');
  expect(approved.activity.id).toBe(id);
  const hash = await now().sendApproved.mutateAsync(approved);
  expect(hash).toBe(approved.hash);
  expect(await reader().waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
  const sent = await reader().getTransaction({ hash });
  expect([sent.from, sent.value, sent.nonce]).toEqual([from.toLowerCase(), 3n, 0]);
  expect(await listed()).toEqual([]);
  // Another tab may still list it: it is sent already, and not too late.
  expect(await now().sendApproved.mutateAsync(approved)).toBe(hash);
  expect(await reader().getTransactionCount({ address: from })).toBe(1);
  await close();
});

test('what may have been sent, or was sent by somebody else, is not called too late', async () => {
  const { now, other, from, pay, listed, client, close } = await openAbandoned('dan@example.com');
  await other.approve((await pay(1n)).fingerprint);
  const [lost] = await listed();
  if (!lost) throw new Error('Nothing is listed.');
  const { hash, signed, nonce } = lost;
  // As a lost answer leaves it.
  const left = { last: { nonce, atMs: Date.now() }, unsent: [{ hash, signed, nonce }] };
  accountNotes(client, { chainId, address: from }).write(left);
  expect(await now().sendApproved.mutateAsync(lost)).toBe(hash);
  await reader().waitForTransactionReceipt({ hash });
  await other.approve((await pay(2n)).fingerprint);
  const [next] = await listed();
  if (!next) throw new Error('Nothing is listed.');
  await reader().request({ method: 'eth_sendRawTransaction', params: [next.signed] });
  expect(await now().sendApproved.mutateAsync(next)).toBe(next.hash);
  expect(await reader().getTransactionCount({ address: from })).toBe(2);
  await close();
});

test('a record that somebody has changed is not listed', async () => {
  const { other, pay, listed, client, from, close } = await openAbandoned('mallory@example.com');
  await other.approve((await pay(1n)).fingerprint);
  expect(await listed()).toHaveLength(1);
  const session = client.sessions.getSnapshot().active;
  const record = awaitedTransactions(client);
  const [own] = session ? record.of(session) : [];
  if (!own) throw new Error('Nothing is noted.');
  for (const change of [{ address: bob }, { chainId: 1 }, { unsigned: own.unsigned.replace(/^02/, '01') }] as const) {
    record.add({ ...own, ...change });
    expect(await listed()).toEqual([]);
  }
  record.add(own);
  expect(await listed()).toHaveLength(1);
  expect(await reader().getTransactionCount({ address: from })).toBe(0);
  await close();
});

test('once nothing was sent to oneself with its nonce, it can be sent by nobody', async () => {
  const { now, other, from, pay, listed, close } = await openAbandoned('grace@example.com');
  const { fingerprint } = await pay(5n);
  await other.approve(fingerprint);
  const [approved] = await listed();
  if (!approved) throw new Error('Nothing is listed.');
  const discarded = now().send.mutateAsync({ chainId, from, to: from, value: 0n, nonce: approved.nonce });
  await expect.poll(() => now().send.waitingFor?.type).toBe('ACTIVITY_TYPE_SIGN_TRANSACTION_V2');
  await other.approveAll();
  await reader().waitForTransactionReceipt({ hash: await discarded });
  expect(await listed()).toEqual([]);
  await expect(now().sendApproved.mutateAsync(approved)).rejects.toMatchObject({ code: 'TRANSACTION_STALE' });
  await expect(reader().request({ method: 'eth_sendRawTransaction', params: [approved.signed] })).rejects.toThrow();
  expect(await reader().getTransactionCount({ address: from })).toBe(1);
  await close();
});

test('what is hidden or refused is not listed', async () => {
  const { now, other, pay, listed, close } = await openAbandoned('eve@example.com');
  const [hidden, refused] = [await pay(1n), await pay(2n)];
  await other.approve(hidden.fingerprint);
  const [approved] = await listed();
  if (!approved) throw new Error('Nothing is listed.');
  now().hide(approved);
  expect(await listed()).toEqual([]);
  await other.reject(refused.fingerprint);
  expect(await listed()).toEqual([]);
  await close();
});
