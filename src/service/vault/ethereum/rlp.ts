import type { Bytes } from '../../../crypto/bytes.js';
import { peer } from '../../peer.js';

/** What Ethereum writes things down as: bytes, whole numbers, and lists of them. */
export type RlpItem = Bytes | bigint | readonly RlpItem[];

/**
 * @throws {PeerError} PEER_MISSING when `micro-eth-signer` is not installed.
 * @see Ethereum yellow paper, appendix B
 */
export async function loadRlp(): Promise<(item: RlpItem) => Bytes> {
  const { RLP } = await peer('micro-eth-signer', () => import('micro-eth-signer/core/rlp.js'));
  return (item) => new Uint8Array(RLP.encode(writable(item)));
}

type Writable = Bytes | bigint | Writable[];

const writable = (item: RlpItem): Writable =>
  item instanceof Uint8Array || typeof item === 'bigint' ? item : item.map(writable);
