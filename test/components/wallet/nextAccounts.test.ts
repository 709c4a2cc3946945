import { expect, test } from 'vitest';
import { nameOfAccount } from '../../../src/components/accountNames.js';
import { kindOfAddress } from '../../../src/components/wallet/networks.js';
import { nextAccounts } from '../../../src/components/wallet/nextAccounts.js';
import type { WalletAccount } from '../../../src/contract/shapes.js';

const account = (addressFormat: string, path: string, name?: string) =>
  ({ walletId: 'w', curve: 'c', pathFormat: 'p', addressFormat, path, name }) as unknown as WalletAccount;

test('the next account of each kind stands behind the last one', () => {
  const next = nextAccounts([
    account('ADDRESS_FORMAT_ETHEREUM', "m/44'/60'/0'/0/0"),
    account('ADDRESS_FORMAT_ETHEREUM', "m/44'/60'/0'/0/9"),
    account('ADDRESS_FORMAT_SOLANA', "m/44'/501'/0'/0'"),
    account('ADDRESS_FORMAT_TRON', 'm'),
  ]);
  expect(next.map(({ kind, account: { path } }) => [kind, path])).toEqual([
    ['Ethereum', "m/44'/60'/0'/0/10"],
    ['Solana', "m/44'/501'/1'/0'"],
  ]);
});

test('an account without a name is called by its chain and its place', () => {
  expect(nameOfAccount(account('ADDRESS_FORMAT_ETHEREUM', "m/44'/60'/0'/0/2"))).toBe('Ethereum 3');
  expect(nameOfAccount(account('ADDRESS_FORMAT_SOLANA', "m/44'/501'/1'/0'"))).toBe('Solana 2');
  expect(nameOfAccount(account('ADDRESS_FORMAT_XRP', 'm'))).toBe('XRP 1');
  expect(nameOfAccount(account('ADDRESS_FORMAT_XRP', 'm', 'Sav\u202eings'))).toBe('Savings');
});

test.each([
  ['0x9955999999999999999999999999999999999999', 'Ethereum'],
  ['0x12', 'other'],
  ['9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', 'Solana'],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'Bitcoin'],
  ['TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW', 'other'],
])('%s is an address of the kind %s', (address, kind) => expect(kindOfAddress(address)).toBe(kind));
