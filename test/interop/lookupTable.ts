import { address as addressOf } from '@solana/kit';
import { AddressLookupTableAccount, Keypair, type PublicKey } from '@solana/web3.js';
import type { SolanaNode } from './solanaNode.js';

/** A table of addresses that the chain has, as if somebody had made it a while ago. */
export function lookupTable(node: SolanaNode, addresses: readonly PublicKey[]): AddressLookupTableAccount {
  const { publicKey } = Keypair.generate();
  const data = new Uint8Array(56 + 32 * addresses.length);
  const view = new DataView(data.buffer);
  view.setUint32(0, 1, true);
  view.setBigUint64(4, 2n ** 64n - 1n, true);
  for (const [at, address] of addresses.entries()) data.set(address.toBytes(), 56 + 32 * at);
  node.svm.setAccount({
    address: addressOf(publicKey.toBase58()),
    data,
    executable: false,
    lamports: node.svm.minimumBalanceForRentExemption(BigInt(data.length)) as never,
    programAddress: addressOf('AddressLookupTab1e1111111111111111111111111'),
    space: BigInt(data.length),
  });
  node.svm.warpToSlot(node.svm.getClock().slot + 10n);
  return new AddressLookupTableAccount({
    key: publicKey,
    state: {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: [...addresses],
    },
  });
}
