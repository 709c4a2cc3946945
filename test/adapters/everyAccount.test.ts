import { describe, expect, test } from 'vitest';
import { everyAccount } from '../../src/adapters/everyAccount.js';
import type { Client } from '../../src/client/createClient.js';
import type { WalletAccount } from '../../src/contract/shapes.js';
import { walletAccountsQueryOptions } from '../../src/hooks/queries.js';
import { logIn, newClient, openService } from '../support/people.js';
import { proofsBeside } from '../support/proofs/proofsBeside.js';

type Pages = (own: readonly WalletAccount[], page: number) => readonly WalletAccount[];
type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Answers with pages that a test makes of the first one's real accounts. */
function listing(fetch: Fetch, pages: Pages): Fetch {
  let own: readonly WalletAccount[] | undefined;
  let page = 0;
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!url.endsWith('/list_wallet_accounts')) return response;
    const { accounts } = (await response.clone().json()) as { readonly accounts?: readonly WalletAccount[] };
    own ??= accounts ?? [];
    return Response.json({ accounts: pages(own, ++page) });
  };
}

/** One account so many times, each with an id of its own. */
const copies = (account: WalletAccount | undefined, ids: readonly string[]): WalletAccount[] =>
  account ? ids.map((walletAccountId) => ({ ...account, walletAccountId })) : [];
const ids = (count: number) => Array.from({ length: count }, (_, at) => `id ${at}`);

async function all(client: Client): Promise<WalletAccount[]> {
  const found: WalletAccount[] = [];
  for await (const account of everyAccount(client, {})) if (found.push(account) > 1_000) break;
  return found;
}

test('a list that repeats a page for ever ends', async () => {
  const { service } = await openService();
  const client = newClient(service, { fetch: listing(service.settings.fetch, ([first]) => copies(first, ids(100))) });
  await logIn(service, client);
  expect(await all(client)).toHaveLength(200);
});

describe('an account that is held back', () => {
  test('ends no list', async () => {
    const { client } = await holdingBack();
    const found = await all(client);
    expect(found).toHaveLength(100);
    expect(found.at(-1)?.walletAccountId).toBe('last');
  });

  test('ends none that is read page by page either', async () => {
    const { client, session } = await holdingBack();
    const { queryFn, getNextPageParam } = walletAccountsQueryOptions(client, { pageSize: 100 }, session);
    const { signal } = new AbortController();
    const page = await queryFn({ signal, pageParam: undefined });
    expect(page.accounts).toHaveLength(99);
    expect(getNextPageParam(page)).toBe('id 98');
    expect(getNextPageParam(await queryFn({ signal, pageParam: 'id 98' }))).toBeUndefined();
  });
});

/** One account of the first page has no proof. */
async function holdingBack() {
  const { service } = await openService();
  const { beside, root } = await proofsBeside({
    says: (claim) => (claim.address.startsWith('0x') ? undefined : claim),
  });
  const pages: Pages = (own, page) => {
    const [held, shown] = [true, false].map((is) => own.find(({ address }) => address.startsWith('0x') === is));
    return page === 1 ? [...copies(held, ['held']), ...copies(shown, ids(99))] : copies(shown, ['last']);
  };
  const client = newClient(service, {
    fetch: listing(beside(service.settings.fetch), pages),
    trust: { ...service.trust, attestationRoot: root },
    verifyProofs: 'required',
    onProofFailed: () => {},
  });
  return { client, session: await logIn(service, client) };
}
