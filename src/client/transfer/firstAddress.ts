import type { WalletAccountParams } from '../../contract/shapes.js';
import { toBase58 } from '../../crypto/base58.js';
import { type Bytes, utf8 } from '../../crypto/bytes.js';
import { bip32Tree } from '../../crypto/derivation/bip32.js';
import { keyBelow } from '../../crypto/derivation/keyTree.js';
import { isHardened, type Path, readPath } from '../../crypto/derivation/path.js';
import { slip10Ed25519Tree } from '../../crypto/derivation/slip10.js';
import { ed25519PublicKey } from '../../crypto/ed25519.js';
import { ethereumAddress } from '../../crypto/ethereum.js';
import { seedFromMnemonic } from '../../crypto/mnemonic.js';
import { secp256k1PublicKey } from '../../crypto/secp256k1.js';

/**
 * The address of the first account whose format this device can derive (Ethereum or Solana), so that a person sees which wallet they are
 * about to import.
 *
 * @returns `undefined` if there is none
 */
export async function firstAddress(
  mnemonic: string,
  passphrase: string,
  accounts: readonly WalletAccountParams[],
): Promise<string | undefined> {
  const account = accounts.find(({ addressFormat }) => addressFormat in writers);
  const write = account && writers[account.addressFormat];
  const path = account && readPath(account.path);
  if (!write || !path) return undefined;
  const words = utf8(mnemonic);
  const seed = await seedFromMnemonic(words, passphrase);
  try {
    return await write(seed, path);
  } finally {
    words.fill(0);
    seed.fill(0);
  }
}

const writers: { readonly [format: string]: (seed: Bytes, path: Path) => Promise<string | undefined> } = {
  async ADDRESS_FORMAT_ETHEREUM(seed, path) {
    const tree = await bip32Tree({ publicKey: secp256k1PublicKey });
    const { key } = await keyBelow(tree, seed, path);
    const address = await ethereumAddress(await secp256k1PublicKey(key));
    key.fill(0);
    return address;
  },
  async ADDRESS_FORMAT_SOLANA(seed, path) {
    if (!isHardened(path)) return undefined;
    const { key } = await keyBelow(await slip10Ed25519Tree(), seed, path);
    const address = toBase58(await ed25519PublicKey(key));
    key.fill(0);
    return address;
  },
};
