import type { WalletAccount } from '../contract/shapes.js';
import { visible } from '../reading/visible.js';

/** What an account is called: by its name, else by its chain and its place among them: `Ethereum 1`. */
export function nameOfAccount({ name, addressFormat, path }: WalletAccount): string {
  const given = visible(name ?? '').trim();
  return given === '' ? `${nameOfFormat(addressFormat)} ${(placeIn(path)?.index ?? 0) + 1}` : given;
}

/** What the accounts of a format are called: `Ethereum`, `Solana`, `Tron`. */
export function nameOfFormat(addressFormat: string): string {
  const [first = ''] = addressFormat.replace('ADDRESS_FORMAT_', '').split('_');
  return first.length < 4 ? first : `${first.charAt(0)}${first.slice(1).toLowerCase()}`;
}

/** The part of a path that counts accounts: the last one of five, as of Ethereum and Bitcoin, else the third one, as of Solana. */
export function placeIn(path: string): { readonly index: number; readonly at: number } | undefined {
  const parts = path.split('/');
  const at = parts.length >= 6 ? 5 : 3;
  const [, digits] = /^(\d{1,9})'?$/.exec(parts[at] ?? '') ?? [];
  return digits === undefined ? undefined : { index: Number(digits), at };
}
