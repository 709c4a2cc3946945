import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../../../../src/client/call.js';
import { signMessage } from '../../../../src/client/flows/signing.js';
import { languages } from '../../../../src/contract/language.js';
import { createWalletAccounts } from '../../../../src/contract/wallets.js';
import { listWalletAccounts, listWallets } from '../../../../src/contract/wallets.queries.js';
import { button, openHome, press } from './openHome.js';

const rows = () => page.getByRole('listitem').elements();
const row = (name: string) => page.getByRole('button', { name, exact: true });

afterEach(async () => {
  document.documentElement.style.fontSize = '';
  await page.viewport(1280, 800);
});

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
});

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
