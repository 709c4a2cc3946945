import type { WalletAccount, WalletAccountParams } from '../../contract/shapes.js';
import { nameOfFormat, placeIn } from '../accountNames.js';

/** An account that could be added to a wallet. */
export type NextAccount = { readonly kind: string; readonly walletId: string; readonly account: WalletAccountParams };

/**
 * The next account of each kind that a wallet has: behind the last one, with the same path but for its index.
 *
 * @param accounts - all accounts of the wallet.
 */
export function nextAccounts(accounts: readonly WalletAccount[]): readonly NextAccount[] {
  const last = new Map<string, WalletAccount>();
  for (const account of accounts) {
    const other = last.get(account.addressFormat);
    if (placeIn(account.path) && (!other || indexOf(account) > indexOf(other)))
      last.set(account.addressFormat, account);
  }
  return [...last.values()].map(({ walletId, curve, pathFormat, path, addressFormat }) => ({
    kind: nameOfFormat(addressFormat),
    walletId,
    account: { curve, pathFormat, path: pathBehind(path), addressFormat } as WalletAccountParams,
  }));
}

const indexOf = ({ path }: WalletAccount): number => placeIn(path)?.index ?? -1;

function pathBehind(path: string): string {
  const place = placeIn(path);
  return path
    .split('/')
    .map((part, at) => (place?.at === at ? part.replace(/\d+/, String(place.index + 1)) : part))
    .join('/');
}
