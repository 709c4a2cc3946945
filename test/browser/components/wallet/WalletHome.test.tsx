import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../../../../src/client/call.js';
import { signMessage } from '../../../../src/client/flows/signing.js';
import { defaultWallet } from '../../../../src/client/wallet.js';
import { languages } from '../../../../src/contract/language.js';
import { signTransaction } from '../../../../src/contract/signing.js';
import { createWalletAccounts, deleteWallets } from '../../../../src/contract/wallets.js';
import { listWalletAccounts, listWallets } from '../../../../src/contract/wallets.queries.js';
import { signatureTypes } from '../../../../src/hooks/effectOf.js';
import type { Kit } from '../../hooks/kit.js';
import { button, chains, openHome, press } from './openHome.js';

const rows = () => page.getByRole('listitem').elements();
const row = (name: string) => page.getByRole('button', { name, exact: true });

afterEach(async () => {
  vi.restoreAllMocks();
  document.documentElement.style.fontSize = '';
  await page.viewport(1280, 800);
});

async function deleteWallet({ client }: Kit): Promise<void> {
  const [wallet] = (await call(client, listWallets, {})).wallets;
  await call(client, deleteWallets, { walletIds: [wallet?.walletId ?? ''], deleteWithoutExport: true });
}

describe('the wallet', () => {
  test('shows who it is, the network, the address and the accounts', async () => {
    await openHome();
    await expect.element(page.getByRole('heading', { name: 'ada@example.com' })).toBeVisible();
    await expect.element(page.getByLabelText('Network')).toHaveValue('8453');
    await expect.element(row('Ethereum 1')).toHaveAttribute('aria-pressed', 'true');
    expect(rows()).toHaveLength(2);
    for (const each of rows()) expect(each.getBoundingClientRect().height).toBeGreaterThanOrEqual(64);
  });

  test('an account of another chain brings its network along, and a network its account', async () => {
    await openHome();
    await press('Solana 1');
    await expect.element(page.getByLabelText('Network')).toHaveValue('solana:devnet');
    await page.getByLabelText('Network').selectOptions('1');
    await expect.element(row('Ethereum 1')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(page.getByLabelText('Network')).toHaveValue('1');
  });

  test('receive shows the address on its network, and back returns the focus', async () => {
    await openHome();
    await press('Receive');
    await expect.element(page.getByRole('heading', { name: 'Receive' })).toHaveFocus();
    await expect.element(page.getByText('Only send assets on Base to this address.')).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'QR code of this address' })).toBeVisible();
    await press('Back');
    await expect.element(button('Receive')).toHaveFocus();
  });

  test('the menu leads to the account and back, and logs out', async () => {
    const { client } = await openHome();
    await press('More');
    await press('Account');
    await expect.element(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
    await press('Back');
    await expect.element(button('More')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await press('Log out');
    await expect.poll(() => client.sessions.getSnapshot().active).toBeUndefined();
  });

  test('Escape closes a menu and returns the focus', async () => {
    await openHome();
    await press('More: Ethereum 1');
    await expect.element(button('Rename')).toBeVisible();
    await userEvent.keyboard('{Tab}{Escape}');
    await expect.element(button('Rename')).not.toBeInTheDocument();
    await expect.element(button('More: Ethereum 1')).toHaveFocus();
  });

  test('renames an account and says what is wrong with a name', async () => {
    await openHome();
    await press('More: Ethereum 1');
    await press('Rename');
    await expect.element(page.getByLabelText('Account name')).toHaveFocus();
    await userEvent.keyboard('{Backspace}{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Enter a name.');
    await userEvent.keyboard('Savings{Enter}');
    await expect.element(row('Savings')).toBeVisible();
    await expect.element(button('More: Savings')).toHaveFocus();
  });

  test('leads to the export of a key', async () => {
    await openHome();
    await press('More: Ethereum 1');
    await press('Export key');
    await expect.element(page.getByRole('heading', { name: 'Export private key' })).toBeVisible();
  });

  test('adds the next account of a chain, also where another page was faster', async () => {
    const { client } = await openHome();
    await press('Add account');
    await press('Add Ethereum account');
    await expect.element(row('Ethereum 2')).toBeVisible();
    const walletId = (await call(client, listWallets, {})).wallets[0]?.walletId ?? '';
    const third = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path: "m/44'/60'/0'/0/2" } as const;
    await call(client, createWalletAccounts, {
      walletId,
      accounts: [{ ...third, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }],
    });
    await press('Add account');
    await press('Add Ethereum account');
    await expect.element(row('Ethereum 4')).toBeVisible();
    await press('Add account');
    await press('Add Solana account');
    await expect.element(row('Solana 2')).toBeVisible();
    const { accounts } = await call(client, listWalletAccounts, { walletId });
    expect(accounts.map(({ path }) => path)).toContain("m/44'/501'/1'/0'");
  });

  test('makes the wallet of the settings for a person who has none', async () => {
    const { client } = await openHome({
      settings: { wallet: { ...defaultWallet, walletName: 'Mine' } },
      before: deleteWallet,
    });
    await press('Add account');
    await expect.element(row('Ethereum 1')).toBeVisible();
    await expect.element(row('Solana 1')).toBeVisible();
    expect((await call(client, listWallets, {})).wallets.map(({ walletName }) => walletName)).toEqual(['Mine']);
  });

  test('offers no wallet where the settings say that there is none', async () => {
    await openHome({
      settings: { wallet: null },
      before: deleteWallet,
    });
    await expect.element(page.getByText('No accounts yet.')).toBeVisible();
    await expect.element(button('Add account')).not.toBeInTheDocument();
  });

  test('says why the accounts did not come, and tries again', async () => {
    await openHome({
      before: ({ service }) => service.failures.next('list_wallet_accounts', { refuse: 'INTERNAL' }, 9),
    });
    await expect.element(page.getByRole('alert')).toHaveTextContent('Something’s wrong on our side.');
    expect(rows()).toHaveLength(0);
  });

  test('tabs go by arrow keys', async () => {
    await openHome();
    await expect.element(page.getByRole('tab', { name: 'Accounts' })).toBeVisible();
    page.getByRole('tab', { name: 'Accounts' }).element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByRole('tab', { name: 'Activity' })).toHaveFocus();
    await expect.element(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByText('Nothing signed or sent yet.')).toBeVisible();
    await userEvent.keyboard('{Home}');
    await expect.element(page.getByRole('tab', { name: 'Accounts' })).toHaveFocus();
  });

  test('activity says what was signed, when, and how it ended', async () => {
    await openHome({
      async before({ client }) {
        const { accounts } = await call(client, listWalletAccounts, {});
        await signMessage(client, { message: 'Hello', address: accounts[0]?.address ?? '' });
      },
    });
    await expect.element(page.getByRole('tab', { name: 'Activity' })).toBeVisible();
    page.getByRole('tab', { name: 'Activity' }).element().focus();
    await userEvent.keyboard('{ArrowRight}{End}');
    await expect.element(page.getByRole('heading', { name: /^Sign a message with 0x/ })).toBeVisible();
    expect(rows()[0]?.textContent).toMatch(/ · done$/);
  });

  test('activity tells payments on the app’s own chains and of its tokens as their reviews did', async () => {
    const own = { id: 31_337, name: 'Acme Chain', nativeCurrency: { name: 'Acme', symbol: 'ACM', decimals: 18 } };
    const token = { chainId: 31_337, address: `0x${'cc'.repeat(20)}`, symbol: 'USDA', decimals: 6 } as const;
    await openHome({
      settings: {
        chains: [...chains, { ...own, rpcUrls: { default: { http: ['https://node.example'] } } }],
        tokens: [token],
      },
      async before({ client }) {
        const { accounts } = await call(client, listWalletAccounts, {});
        const signWith =
          accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM')?.address ?? '';
        for (const unsignedTransaction of [coins, tokens])
          await call(client, signTransaction, { signWith, type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction });
      },
    });
    await page.getByRole('tab', { name: 'Activity' }).click();
    for (const name of ['Send 0.25 ACM (Acme Chain) to 0x0000…dead', 'Send 1.5 USDA (Acme Chain) to 0x0000…dead'])
      await expect.element(page.getByRole('heading', { name })).toBeVisible();
  });

  const refuses = () => Promise.reject(new DOMException('Denied.', 'NotAllowedError'));
  test.each([
    ['does not copy', { writeText: refuses }],
    ['has no clipboard for, in a page that is not secure,', undefined],
  ])('an address that the browser %s stands in full, to be selected', async (_, clipboard) => {
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as unknown as Clipboard);
    await openHome();
    await press('Copy address');
    await expect.poll(() => String(getSelection())).toMatch(/^0x[0-9a-fA-F]{40}$/);
    const address = String(getSelection());
    await press('More: Ethereum 1');
    await page.getByRole('listitem').first().getByRole('button', { name: 'Copy address' }).click();
    await expect.poll(() => rows()[0]?.textContent).toContain(address);
  });
});

/** 0.25 of the coin of chain 31,337, and 1.5 of a token of 6 decimals there. */
const coins = '02f1827a6980843b9aca0084a3e9ab8082520994000000000000000000000000000000000000dead8803782dace9d9000080c0';
const tokens = `02f86e827a6901843b9aca0084a3e9ab8082fde894${'cc'.repeat(20)}80b844a9059cbb${'0'.repeat(60)}dead${(1_500_000).toString(16).padStart(64, '0')}c0`;

test('a thousand accounts come fifty at a time, and each is found', async () => {
  await openHome({ accounts: 999 });
  await expect.element(row('Ethereum 1')).toBeVisible();
  await expect.poll(() => rows().length).toBe(50);
  await press('Show more');
  await expect.poll(() => rows().length).toBe(100);
  page.getByLabelText('Search accounts').element().focus();
  await userEvent.keyboard('Ethereum 998');
  await expect.element(row('Ethereum 998')).toBeVisible();
  expect(rows()).toHaveLength(1);
  await userEvent.keyboard('x');
  await expect.element(page.getByText('No account found.')).toBeVisible();
});

test('its rows follow the app’s padding', async () => {
  await openHome();
  await expect.poll(() => rows().length).toBe(2);
  const [row] = rows();
  const screen = row?.closest<HTMLElement>('[data-latchkey]');
  const height = () => row?.getBoundingClientRect().height;
  expect(height()).toBe(64);
  screen?.style.setProperty('--latchkey-row-padding', '32px');
  expect(height()).toBe(96);
});

describe('ten thousand activities', () => {
  /** Copies the one signature, and gives each copy to whom it is said. */
  async function copySignature({ service, client }: Kit, submittedBy: (own: string) => string): Promise<void> {
    const { accounts } = await call(client, listWalletAccounts, {});
    await signMessage(client, { message: 'Hello', address: accounts[0]?.address ?? '' });
    const { db } = service.service.tools.store;
    const rows = db.selectFrom('activities').selectAll().where('type', 'in', signatureTypes);
    const row = await rows.executeTakeFirstOrThrow();
    const by = submittedBy(row.submitted_by);
    const vote = row.sole_vote?.replaceAll(row.submitted_by, by) ?? null;
    for (let first = 0; first < 10_000; first += 500) {
      const copies = Array.from({ length: 500 }, (_, at) => ({
        ...{ ...row, submitted_by: by, sole_vote: vote },
        activity_id: `00000000-0000-7000-8000-${String(first + at).padStart(12, '0')}`,
        fingerprint: `sha256:${String(first + at).padStart(64, '0')}`,
      }));
      await db.insertInto('activities').values(copies).execute();
    }
  }

  async function openActivity(submittedBy: (own: string) => string): Promise<string[]> {
    const asked: string[] = [];
    await openHome({
      before: (kit) => copySignature(kit, submittedBy),
      onRequest: (path) => path.endsWith('/list_activities') && asked.push(path),
    });
    await expect.element(page.getByRole('tab', { name: 'Activity' })).toBeVisible();
    page.getByRole('tab', { name: 'Activity' }).element().focus();
    await userEvent.keyboard('{ArrowRight}');
    return asked;
  }

  test('of the person come twenty-five at a time', async () => {
    const asked = await openActivity((own) => own);
    await expect.poll(() => rows().length).toBe(25);
    await press('Show more');
    await expect.poll(() => rows().length).toBe(50);
    await expect.poll(() => document.activeElement).toBe(rows()[25]);
    expect(asked).toHaveLength(2);
  });

  test('of others are read a hundred at a time, and no further by themselves', async () => {
    const asked = await openActivity(() => crypto.randomUUID());
    await expect.element(button('Show more')).not.toHaveAttribute('aria-disabled', 'true');
    await expect.poll(() => rows().length).toBe(1);
    expect(asked).toHaveLength(4);
    await press('Show more');
    await expect.poll(() => asked.length).toBe(8);
    await expect.element(button('Show more')).toHaveFocus();
  });
});

test.each(languages)('in %s with large letters at 320 pixels nothing is cut off', async (language) => {
  await page.viewport(320, 800);
  document.documentElement.style.fontSize = '200%';
  await openHome({ settings: { language } });
  await expect.poll(() => rows().length).toBe(2);
  await expect.poll(() => document.querySelector('[data-words]')).toBe(null);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  const isRtl = getComputedStyle(document.querySelector('[data-latchkey]') as Element).direction === 'rtl';
  expect(isRtl).toBe(language === 'ar');
});
