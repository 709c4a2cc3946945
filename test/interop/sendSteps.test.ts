import { Keypair } from '@solana/web3.js';
import { createPublicClient, getAddress, type Hex, http, toHex } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { prepareSolTransfer, sendSolTransfer } from '../../src/adapters/solana/solTransfer.js';
import { call } from '../../src/client/call.js';
import type { Client } from '../../src/client/createClient.js';
import { listWalletAccounts } from '../../src/contract/wallets.queries.js';
import { usePrepareTransaction, useSendReviewed } from '../../src/hooks/sending.js';
import { logIn } from '../../src/testing/logIn.js';
import { type EvmPlace, openEvmPlace } from './evmPlace.js';
import { openHookPage } from './hookPage.js';
import { openSolanaNode, type SolanaNode } from './solanaNode.js';

/** Where a request is lost: before it arrives, or its answer when it has. */
type Loss = 'the request' | 'the answer';

/** Loses one request of a payment: of the service's and of the node's alike, counted from `arm`. */
function lossyNetwork(ofService: (url: string, init: RequestInit) => Promise<Response>) {
  const platform = fetch;
  let left = Number.POSITIVE_INFINITY;
  let loss: Loss = 'the request';
  const lossy =
    (ask: (url: string, init: RequestInit) => Promise<Response>) =>
    async (url: string, init: RequestInit): Promise<Response> => {
      const isLost = left-- === 0;
      if (isLost && loss === 'the request') throw new TypeError('fetch failed');
      const answer = await ask(url, init);
      if (isLost) throw new TypeError('fetch failed');
      return answer;
    };
  vi.stubGlobal('fetch', lossy(platform));
  return {
    fetch: lossy(ofService),
    arm(nth: number, what: Loss) {
      left = nth;
      loss = what;
    },
    /** Whether the payment made so many requests at all. */
    wasReached: () => left < 0,
  };
}

/** Presses what the screen offers until it says that it is sent: the same bytes where that is open, else from the start. */
async function payBy<Prepared>(prepare: () => Promise<Prepared>, send: (prepared: Prepared) => Promise<unknown>) {
  let open: Prepared | undefined;
  for (let presses = 0; presses < 6; presses += 1) {
    try {
      const prepared = open ?? (await prepare());
      open = prepared;
      await send(prepared);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== 'TRANSACTION_UNCERTAIN') open = undefined;
    }
  }
  throw new Error('It was not sent after six presses.');
}

let place: EvmPlace;
let node: SolanaNode;
beforeAll(async () => {
  [place, node] = await Promise.all([openEvmPlace(), openSolanaNode()]);
}, 90_000);
afterAll(async () => {
  node?.stop();
  await place?.close();
});
afterEach(() => vi.unstubAllGlobals());

const losses: Loss[] = ['the request', 'the answer'];
const nameOf = { 'the request': 'ada', 'the answer': 'bob' };

describe.each(losses)('where %s of one step is lost', (loss) => {
  test('ether is paid once, whichever step it is', async () => {
    const reader = createPublicClient({ chain: place.chain, transport: http(undefined, { fetchFn: fetch }) });
    const network = lossyNetwork(place.service.settings.fetch ?? fetch);
    const person = await place.person(`${nameOf[loss]}@example.com`, { chains: [place.chain], fetch: network.fetch });
    const from = getAddress(person.listed.address);
    const page = await openHookPage(person.client, () => ({
      prepare: usePrepareTransaction().mutateAsync,
      send: useSendReviewed().mutateAsync,
    }));
    const { chain } = place;
    for (let nth = 0; ; nth += 1) {
      const to: Hex = toHex(2n ** 80n + BigInt(nth + (loss === 'the answer' ? 1_000 : 0)), { size: 20 });
      network.arm(nth, loss);
      const { prepare, send } = page.now();
      await payBy(() => prepare({ chainId: chain.id, from, to, value: 5n }), send);
      const wasLost = network.wasReached();
      expect([nth, await reader.getBalance({ address: to })]).toEqual([nth, 5n]);
      expect([nth, await reader.getTransactionCount({ address: from })]).toEqual([nth, nth + 1]);
      if (!wasLost) {
        expect(nth).toBeGreaterThan(5);
        break;
      }
    }
    await page.close();
  });

  test('SOL is paid once, whichever step it is', async () => {
    const network = lossyNetwork(place.service.settings.fetch ?? fetch);
    const options = { autoRefresh: false, chains: [node.chain], fetch: network.fetch };
    const { client } = await logIn(place.service, `sol-${nameOf[loss]}@example.com`, options);
    const from = await solanaAddressOf(client);
    node.give(from, 100n * sol);
    for (let nth = 0; ; nth += 1) {
      const to = Keypair.generate().publicKey.toBase58();
      network.arm(nth, loss);
      await payBy(
        () => prepareSolTransfer(client, { chainId: node.chain.id, from, to, amount: sol }),
        (prepared) => sendSolTransfer(client, prepared, undefined),
      );
      const wasLost = network.wasReached();
      expect([nth, node.balance(to)]).toEqual([nth, sol]);
      expect([nth, node.balance(from)]).toEqual([nth, 100n * sol - BigInt(nth + 1) * (sol + 5_000n)]);
      node.svm.expireBlockhash();
      if (!wasLost) {
        expect(nth).toBeGreaterThan(3);
        break;
      }
    }
  });
});

const sol = 1_000_000_000n;

async function solanaAddressOf(client: Client): Promise<string> {
  const { accounts } = await call(client, listWalletAccounts, {});
  const found = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_SOLANA');
  if (!found) throw new Error('There is no account of Solana.');
  return found.address;
}
